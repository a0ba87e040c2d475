import { expect, test } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { approveInFrame, armed, enforceWalletUis } from './enforced.js'
import { newAddress } from './new-names.js'
import { signIn } from './person.js'

/* The frame's own confirmation with our SDK, over the page and over its modal. */

test.beforeAll(() => enforceWalletUis(true))
test.afterAll(() => enforceWalletUis(false))

test('the frame shows the confirmation instead of the page, and has the focus', async ({
  page,
}) => {
  const { ethereum } = await signIn(page, newAddress())
  const frame = page.frameLocator('iframe[data-sallyport="frame"]')
  const form = page.getByTestId('sign-message')
  const field = form.getByRole('textbox')

  await field.fill('hello')
  await field.press('Enter')
  await expect(frame.getByRole('heading')).toHaveText('Sign message')
  await expect(frame.getByRole('heading')).toBeFocused()
  // The page draws no screen of its own beside it.
  await expect(page.locator('#sallyport-dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(frame.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('iframe[data-sallyport="frame"]')).toBeHidden()
  await expect(form.getByTestId('signature')).toHaveCount(0)

  await field.press('Enter')
  await approveInFrame(page, frame)
  const signature = (await form.getByTestId('signature').innerText()) as `0x${string}`
  expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(ethereum)
})

test('the keyboard approves, also over an open modal of the page', async ({ page }) => {
  await signIn(page, newAddress())
  const frame = page.frameLocator('iframe[data-sallyport="frame"]')
  const form = page.getByTestId('sign-message')
  await form.getByRole('textbox').fill('hello')
  // A modal that comes before the answer makes everything else of the page inert.
  await page.evaluate(() => {
    const modal = document.createElement('dialog')
    modal.textContent = 'A modal of the page'
    document.body.append(modal)
    document
      .querySelector('[data-testid="sign-message"]')
      ?.addEventListener('submit', () => modal.showModal())
  })
  await form.getByRole('button', { name: /sign/i }).first().click()
  await armed(frame)
  await page.waitForTimeout(600)

  for (let count = 0; count < 8; count += 1) {
    await page.keyboard.press('Tab')
    if (await frame.locator('.primary:focus').count()) break
  }
  await page.keyboard.press('Enter')

  await expect(frame.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() =>
    document.querySelector<HTMLDialogElement>('body > dialog:modal')?.close(),
  )
  await expect(form.getByTestId('signature')).toHaveText(/^0x[0-9a-f]{130}$/)
})
