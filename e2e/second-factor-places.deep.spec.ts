import { expect, type Page, test } from '@playwright/test'
import { currentCode } from './authenticator-app.js'
import { call, openBareHost, serveHost, signInByApi } from './bare-host.js'
import { advance, hourMs } from './expired-session.js'
import { codeFor, newAddress, signIn, wallets, watchNoise } from './person.js'
import {
  closeModal,
  enrolAuthenticatorApp,
  expectFactor,
  expectSigned,
  keepCodes,
  openTwoStep,
  signUntilFactor,
  topDialog,
  withoutRefusals,
} from './second-factors.js'

test.setTimeout(180_000)

async function signInWithApp(page: Page, address = newAddress()) {
  const made = await signIn(page, address)
  await openTwoStep(page, { isFirst: true })
  const secret = await enrolAuthenticatorApp(page)
  await keepCodes(page)
  await closeModal(page)
  return { address, secret, made }
}

async function prove(page: Page, secret: string): Promise<void> {
  await expectFactor(page)
  await topDialog(page)
    .getByLabel('Six-digit code')
    .fill(await currentCode(secret))
}

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
