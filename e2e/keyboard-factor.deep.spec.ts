import { expect, type Page, test } from '@playwright/test'
import { openSheet } from './account-sheet.js'
import { findings } from './axe.js'
import { advance, hourMs } from './expired-session.js'
import { type Keyboard, keyboardOf } from './keyboard.js'
import { newAddress } from './new-names.js'
import { signIn } from './person.js'
import { addAuthenticatorApp, currentCode } from './second-factors.js'

test('MFA: a user without a mouse confirms a signature with a second factor, and the focus returns to its button', async ({
  context,
  page,
}) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, newAddress())
  const secret = await addAuthenticatorApp(page)
  await advance(hourMs)
  const keys = await keyboardOf(page)
  const focus = async () => (await keys.focused()).name

  await askForSignature(keys)
  await expect.poll(focus).toBe('Six-digit code')
  expect((await findings(page)).violations).toEqual([])
  // The request below can't be reached.
  expect(await keys.circle()).toEqual(['Use another way', 'Close', 'Six-digit code'])

  await keys.type('000000')
  await expect(page.getByRole('alert').filter({ hasText: '2 tries left' })).toHaveCount(1)
  await expect.poll(focus).toBe('Six-digit code')
  await keys.type(await currentCode(secret))

  await expect(signature(page)).toHaveText(/^0x/, { timeout: 20_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(focus).toBe('Sign message')
})

test('MFA: Escape gives the confirmation up, and the request may be signed again', async ({
  context,
  page,
}) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, newAddress())
  const secret = await addAuthenticatorApp(page)
  await advance(hourMs)
  const keys = await keyboardOf(page)
  const focus = async () => (await keys.focused()).name

  await askForSignature(keys)
  await expect.poll(focus).toBe('Six-digit code')
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  // The request's own screen takes the place of the factor's.
  await expect(
    page.getByRole('dialog').getByRole('button', { name: /^(Sign|Try again)$/ }),
  ).toBeVisible()
  await expect.poll(async () => (await keys.focused()).isInDialog).toBe(true)
  await keys.tabTo(/^(Sign|Try again)$/)
  await keys.press('Enter')
  await expect.poll(focus).toBe('Six-digit code')
  await keys.type(await currentCode(secret))

  await expect(signature(page)).toHaveText(/^0x/, { timeout: 20_000 })
})

test('a user without a mouse looks at their devices', async ({ page }) => {
  await signIn(page, newAddress())
  await openSheet(page)
  const keys = await keyboardOf(page)
  await keys.tabTo('Devices')
  await keys.press('Enter')
  await expect(page.getByText('You aren’t logged in anywhere else.')).toBeVisible()
  await keys.tabTo('Back')
  await keys.press('Enter')
  await expect(page.getByText('Ways to log in')).toBeVisible()
})

/** Asks the demo for a signature and approves it, by keys. */
async function askForSignature(keys: Keyboard): Promise<void> {
  await keys.tabTo('Sign message')
  await keys.press('Enter')
  // The wallet opens first; the request takes the focus when it is there.
  const request = { role: 'heading', name: 'Sign message', isInDialog: true }
  await expect.poll(keys.focused, { timeout: 20_000 }).toMatchObject(request)
  await keys.tabTo('Sign')
  await keys.press('Enter')
}

const signature = (page: Page) => page.getByTestId('sign-message').getByTestId('signature')
