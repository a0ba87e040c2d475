import { expect, type Page, test } from '@playwright/test'
import { openSheet, rowOf } from './account-sheet.js'
import { call, openBareHost, serveHost, signInByApi } from './bare-host.js'
import { confirmInWallet } from './enforced.js'
import { advance, hourMs } from './expired-session.js'
import { newAddress, newNumber } from './new-names.js'
import { codeFor, signIn, wallets, watchNoise } from './person.js'
import {
  addAuthenticatorApp,
  currentCode,
  expectFactor,
  expectSigned,
  signUntilFactor,
  topDialog,
  withoutRefusals,
} from './second-factors.js'

test.setTimeout(180_000)

/**
 * Longer than a proof counts. An access token lives longer: with one that is over by the server's clock alone, a code would be
 * asked for as for a login.
 */
const staleMs = 16 * 60_000

async function signInWithApp(page: Page, address = newAddress()) {
  const made = await signIn(page, address)
  const secret = await addAuthenticatorApp(page)
  return { address, secret, made }
}

async function prove(page: Page, secret: string): Promise<void> {
  await expectFactor(page)
  await topDialog(page)
    .getByLabel('Six-digit code')
    .fill(await currentCode(secret))
}

test('MFA-01: sending, changing, linking and unlinking ask for the factor and go on with it', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  const { secret } = await signInWithApp(page)
  const [next, digits] = [newAddress(), newNumber()]
  const result = page.getByTestId('account-result')

  await test.step('sending', async () => {
    await page
      .getByTestId('ethereum-wallet')
      .getByRole('button', { name: 'Get test funds' })
      .click()
    await expect(page.getByTestId('ethereum-balance')).toHaveText(/^10(\.0*)? ETH$/)
    await advance(hourMs)
    const form = page.getByTestId('send-ether')
    await form.getByLabel('Recipient').fill('0x00000000000000000000000000000000000A11cE')
    await form.getByLabel('Amount').fill('1.5')
    await form.getByRole('button', { name: 'Send ETH' }).click()
    await topDialog(page).getByRole('button', { name: 'Approve' }).click()
    await prove(page, secret)
    await expect(form.getByTestId('hash')).toHaveText(/^0x[0-9a-f]{64}$/)
    await topDialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('changing the email address', async () => {
    await advance(staleMs)
    await page.getByRole('button', { name: 'Change email' }).click()
    await topDialog(page).getByRole('textbox', { name: 'Email' }).fill(next)
    await page.keyboard.press('Enter')
    await topDialog(page)
      .getByLabel('Six-digit code')
      .fill(await codeFor(next))
    await prove(page, secret)
    await confirmInWallet(page, /Replace a way to log in/)
    await expect(result).toHaveText('Changed by email')
    await expect(page.getByTestId('user')).toContainText(next)
  })

  await test.step('linking a phone number', async () => {
    await advance(staleMs)
    await page.getByRole('button', { name: 'Link phone' }).click()
    await page.getByRole('textbox', { name: 'Phone number' }).fill(digits)
    await page.keyboard.press('Enter')
    await topDialog(page)
      .getByLabel('Six-digit code')
      .fill(await codeFor(`+1${digits}`))
    await prove(page, secret)
    await confirmInWallet(page, /Add a way to log in/)
    await expect(result).toHaveText('Linked by sms')
  })

  await test.step('unlinking it', async () => {
    await advance(staleMs)
    await openSheet(page)
    await rowOf(page, 'Phone').click()
    await topDialog(page).getByRole('button', { name: 'Remove' }).click()
    await topDialog(page).getByRole('button', { name: 'Remove' }).click()
    await prove(page, secret)
    await confirmInWallet(page, /Remove a way to log in/)
    await expect(page.getByTestId('user')).not.toContainText(`+1${digits}`)
  })
  expect(withoutRefusals(noise)).toEqual([])
})

test('a new device recovers the wallet and signs after one proof', async ({ browser, page }) => {
  const { address, secret, made } = await signInWithApp(page)
  const device = await browser.newContext()
  const noise = watchNoise(device)
  const there = await device.newPage()
  await advance(60_000)
  expect(await signIn(there, address)).toEqual(made)
  // The wallet is recovered before the request is shown, so the factor is asked for first.
  await there.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  await prove(there, secret)
  await topDialog(there).getByRole('button', { name: 'Sign', exact: true }).click()
  await expectSigned(there)
  expect(withoutRefusals(noise)).toEqual([])
  await device.close()
})

test('closing the factor cancels the request; three wrong codes end it; more are refused with the time', async ({
  page,
}) => {
  const { secret } = await signInWithApp(page)
  await advance(hourMs)
  const dialog = await signUntilFactor(page)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('note')).toHaveText('You declined the request.')
  const tryAgain = async () => {
    await topDialog(page).getByRole('button', { name: 'Try again' }).click()
    await expectFactor(page)
  }

  await tryAgain()
  for (const left of ['2 tries', '1 try']) {
    await dialog.getByLabel('Six-digit code').fill('000000')
    await expect(dialog.getByRole('alert')).toContainText(`${left} left`)
  }
  await dialog.getByLabel('Six-digit code').fill('000000')
  await expect(dialog.getByRole('heading', { name: 'Too many wrong codes' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByTestId('sign-message').getByTestId('signature')).toHaveCount(0)

  await tryAgain()
  const again = topDialog(page)
  await again.getByLabel('Six-digit code').fill('000000')
  await expect(again.getByRole('alert')).toContainText('2 tries')
  await again.getByLabel('Six-digit code').fill('000001')
  await expect(again.getByRole('alert')).toContainText('1 try')
  await again.getByLabel('Six-digit code').fill(await currentCode(secret))
  await expect(again).toContainText(/Too many attempts. Try again in \d+ (sec|min)/)
})

test('two tabs that sign at once both go on', async ({ context, page }) => {
  const { secret, made } = await signInWithApp(page)
  const other = await context.newPage()
  await other.goto(page.url())
  expect(await wallets(other)).toEqual(made)
  await advance(hourMs)
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await signUntilFactor(tab)
  }
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await advance(30_000)
    await topDialog(tab)
      .getByLabel('Six-digit code')
      .fill(await currentCode(secret))
    await expectSigned(tab)
  }
})

test('MFA-01 LNK-12: a page that asks the frame and the API itself gets no signature, no recovery and no link', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const host = await serveHost('')
  const { token: accessToken } = await signInByApi()
  const page = await openBareHost(context, host.url)
  const made = await page.ask('privy:wallets:create', { accessToken, chainType: 'ethereum' })
  const entropyId = String(made.data?.address)
  const secret = String(
    (await page.ask('privy:mfa:init-enrollment', { accessToken, method: 'totp' })).data?.secret,
  )
  const code = await currentCode(secret)
  const enrolled = await page.ask('privy:mfa:submit-enrollment', {
    accessToken,
    method: 'totp',
    code,
  })
  expect(enrolled.error).toBeUndefined()
  await advance(16 * 60_000)

  const root = { accessToken, entropyId, entropyIdVerifier: 'ethereum-address-verifier' }
  const rpc = {
    ...root,
    chainType: 'ethereum',
    hdWalletIndex: 0,
    request: { method: 'personal_sign', params: ['hi', entropyId] },
  }
  const requests: [string, object][] = [
    ['privy:wallets:rpc', rpc],
    ['privy:wallets:recover', root],
    ['privy:wallets:add', { ...root, chainType: 'ethereum', hdWalletIndex: 1 }],
    ['privy:mfa:unenroll', { accessToken, method: 'totp' }],
  ]
  for (const [event, data] of requests) {
    for (const proof of [{}, { mfaMethod: 'totp', mfaCode: '000000' }]) {
      const { error, data: given } = await page.ask(event, { ...data, ...proof })
      expect([event, error?.type, given]).toEqual([event, 'missing_or_invalid_mfa', undefined])
    }
    // Five wrong codes in five minutes would refuse the right one.
    await advance(5 * 60_000)
  }
  const email = newAddress()
  await call('/passwordless/init', { email }, accessToken)
  const linked = await call(
    '/passwordless/link',
    { email, code: await codeFor(email) },
    accessToken,
  )
  expect([linked.status, linked.body.code]).toEqual([401, 'missing_or_invalid_mfa'])

  const proof = { mfaMethod: 'totp', mfaCode: await currentCode(secret) }
  expect((await page.ask('privy:wallets:rpc', { ...rpc, ...proof })).error).toBeUndefined()
  await context.close()
  host.close()
})
