import { expect, type Page, test } from '@playwright/test'
import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { findings } from './axe.js'
import { advance, hourMs } from './expired-session.js'
import { newAddress } from './new-names.js'
import { dev, signIn, watchNoise } from './person.js'
import {
  closeModal,
  enrolAuthenticatorApp,
  expectSigned,
  keepCodes,
  openTwoStep,
  signUntilFactor,
  topDialog,
  withoutRefusals,
} from './second-factors.js'

test.setTimeout(240_000)

async function messagesOf(to: string): Promise<InboxMessage[]> {
  const answer = await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(to)}`)
  return answer.json()
}

async function startReset(page: Page): Promise<void> {
  await topDialog(page).getByRole('button', { name: 'I can’t use any of these' }).click()
  await topDialog(page).getByRole('button', { name: 'Start reset' }).click()
  await expect(topDialog(page).getByRole('heading', { name: 'Reset under way' })).toBeVisible()
}

/** The newest notice that a reset was started, once there are more than `seen`. */
async function noticeOf(address: string, seen: number): Promise<InboxMessage> {
  const found = async () =>
    (await messagesOf(address)).filter((each) => JSON.stringify(each).includes('/mfa/reset#token='))
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBeGreaterThan(seen)
  const [newest] = await found()
  if (newest === undefined) throw new Error('The inbox lost the notice')
  return newest
}

/** Axe finds nothing on the page: light and dark, wide and narrow, and nothing of it is cut off. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of [1280, 320])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 760 })
      await page.emulateMedia({ colorScheme })
      expect([width, colorScheme, await findings(page)]).toEqual([
        width,
        colorScheme,
        { violations: [], unsure: [] },
      ])
      expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true)
    }
}

test('MFA-16: a lost factor: the reset is cancelled in the sheet, stopped by the notice, and takes effect after its time', async ({
  context,
  page,
  browser,
}) => {
  const noise = watchNoise(context)
  const address = newAddress()
  await signIn(page, address)
  await openTwoStep(page, { isFirst: true })
  await enrolAuthenticatorApp(page)
  await keepCodes(page)

  await test.step('cancelled from the account sheet', async () => {
    await startReset(page)
    await noticeOf(address, 0)
    await topDialog(page).getByRole('button', { name: 'Cancel reset' }).click()
    await expect(topDialog(page).getByRole('button', { name: 'Start reset' })).toBeEnabled()
    await topDialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  await test.step('stopped by the link of the notice', async () => {
    await closeModal(page)
    await openTwoStep(page, { isFirst: false })
    await startReset(page)
    const notice = await noticeOf(address, 1)
    const [link = ''] = /http\S+\/mfa\/reset#token=[\w-]+/.exec(JSON.stringify(notice)) ?? []
    const owner = await (await browser.newContext()).newPage()
    await owner.goto(link)
    await expectAccessible(owner)
    await owner.keyboard.press('Tab')
    await expect(owner.getByRole('button', { name: 'Cancel the removal' })).toBeFocused()
    await owner.keyboard.press('Enter')
    await expect(owner.getByRole('status')).toHaveText(
      'Cancelled. Your second factors stay as they are.',
    )
    await expectAccessible(owner)
    await owner.context().close()
    await closeModal(page)
  })

  await test.step('still demanded, and gone when the time is over', async () => {
    await openTwoStep(page, { isFirst: false })
    await startReset(page)
    await closeModal(page)
    await advance(2 * hourMs)
    await signUntilFactor(page)
    await page.keyboard.press('Escape')
    await topDialog(page).getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await advance(71 * hourMs)
    // The server carries out resets once a minute.
    await expect
      .poll(
        async () =>
          (await messagesOf(address)).some(({ subject }) => subject?.includes('was removed')),
        { timeout: 90_000 },
      )
      .toBe(true)
    await page.reload()
    await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
    await topDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await expectSigned(page)
  })
  expect(withoutRefusals(noise)).toEqual([])
})
