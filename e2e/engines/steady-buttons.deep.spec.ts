import { expect } from '@playwright/test'
import { test } from './fixtures.js'
import { firstLogin } from './journeys.js'
import { userOf } from './user.js'

/** Where the button was, from its first appearance on, until the wallet signs. */
function watchSign(): void {
  const seen: number[] = []
  Object.assign(window, { seen })
  const all = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      ...(each.matches('dialog .actions .primary') ? [each] : []),
      ...(each.shadowRoot ? all(each.shadowRoot) : []),
    ])
  const look = () => {
    const [button] = all(document)
    const morph = button?.closest<HTMLElement>('.morph')
    const screen = morph?.lastElementChild
    // Before the sheet has taken note of what is in it, nothing of it is painted.
    const isPainted =
      morph && screen && Number.parseInt(morph.style.height, 10) + 2 > screen.scrollHeight
    if (button && isPainted) seen.push(button.getBoundingClientRect().top)
    requestAnimationFrame(look)
  }
  look()
}

test('the button that signs is shown where it stays, so that an early press hits it', async ({
  open,
}) => {
  const { tab } = await open()
  const user = userOf(tab)
  await firstLogin(tab, 'one site')
  // The code of the screen is loaded while the sheet is open, and the sheet grows.
  await tab.reload()
  await tab.run(watchSign)
  await user.press('Sign message', { testId: 'sign-message' })
  await user.sees(/Reject/)
  await expect
    .poll(() => tab.run(() => (Object(window).seen as number[]).length))
    .toBeGreaterThan(30)

  const places = await tab.run(() => Object(window).seen as number[])
  // The sheet comes from 8 px below.
  expect(Math.max(...places) - Math.min(...places)).toBeLessThan(12)
})
