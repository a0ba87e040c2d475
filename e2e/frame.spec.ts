import { expect, test } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { call, openBareHost, serveHost, signInByApi } from './bare-host.js'
import { dev } from './person.js'

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('')
})
test.afterAll(() => host.close())

test('two tabs that create a wallet at the same time end with one wallet', async ({ browser }) => {
  const { token, refreshToken } = await signInByApi()
  const context = await browser.newContext()
  const tabs = await Promise.all([openBareHost(context, host.url), openBareHost(context, host.url)])

  const answers = await Promise.all(
    tabs.map((tab) => tab.ask('privy:wallet:create', { accessToken: token })),
  )

  const addresses = new Set(answers.map((answer) => answer.data?.address))
  expect(addresses.size).toBe(1)
  const { body } = await call('/sessions', { refresh_token: refreshToken }, token)
  const wallets = body.user.linked_accounts.filter(
    (account: { type: string }) => account.type === 'wallet',
  )
  expect(wallets).toHaveLength(1)
  await context.close()
})

test('P1: a token in a browser that did not log in makes no wallet and opens none', async ({
  browser,
}) => {
  const { token } = await signInByApi()
  const [own, other] = await Promise.all([browser.newContext(), browser.newContext()])
  const page = await openBareHost(other, host.url)
  const made = { accessToken: token }

  const planted = await page.ask('privy:wallet:create', made, { isOtherBrowser: true })
  expect(planted.error?.type).toBe('login_required')

  const home = await openBareHost(own, host.url)
  const { data } = await home.ask('privy:wallet:create', made)
  const wallet = { accessToken: token, address: data?.address }
  const stolen = await page.ask('privy:wallet:recover', wallet, { isOtherBrowser: true })
  expect(stolen.error?.type).toBe('login_required')
  await Promise.all([own.close(), other.close()])
})

test('two browsers that create a wallet at the same time end with one wallet, and both sign', async ({
  browser,
}) => {
  const { token } = await signInByApi()
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const pages = await Promise.all(contexts.map((context) => openBareHost(context, host.url)))

  const answers = await Promise.all(
    pages.map((each) => each.ask('privy:wallet:create', { accessToken: token })),
  )
  const address = answers[0]?.data?.address as string
  expect(answers[1]?.data?.address).toBe(address)

  const entropy = {
    accessToken: token,
    entropyId: address,
    entropyIdVerifier: 'ethereum-address-verifier',
  }
  for (const each of pages) {
    const signed = await each.ask('privy:wallets:rpc', {
      ...entropy,
      chainType: 'ethereum',
      hdWalletIndex: 0,
      request: { method: 'personal_sign', params: ['hello', address] },
    })
    const { data } = (signed.data?.response ?? {}) as { data: `0x${string}` }
    expect(await recoverMessageAddress({ message: 'hello', signature: data })).toBe(address)
  }
  await Promise.all(contexts.map((context) => context.close()))
})

test('answers an object and a JSON text with one object each', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await openBareHost(context, host.url)

  const ready = await page.ask('privy:iframe:ready', {})
  const readyByText = await page.ask('privy:iframe:ready', {}, { asJson: true })

  expect(ready).toEqual({ id: ready.id, event: 'privy:iframe:ready', data: {} })
  expect(readyByText.data).toEqual({})
  const count = await page.page.evaluate(() => window.answers.length)
  expect(count).toBe(2)
  await context.close()
})

test('IFR-01: an origin that is not allowed cannot embed the frame', async ({ browser }) => {
  const context = await browser.newContext()
  const blocked: string[] = []
  context.on('console', (message) => blocked.push(message.text()))

  const evil = await serveHost(
    `<iframe src="${dev.authUrl}/apps/${dev.appId}/embedded-wallets"></iframe>`,
    '[::1]',
  )
  const page = await context.newPage()
  await page.goto(evil.url)

  await expect.poll(() => blocked.join('\n')).toContain('frame-ancestors')
  evil.close()
  await context.close()
})

test('another user’s token opens no wallet', async ({ browser }) => {
  const [ada, eve] = [await signInByApi(), await signInByApi()]
  const context = await browser.newContext()
  const page = await openBareHost(context, host.url)
  const created = await page.ask('privy:wallet:create', { accessToken: ada.token })

  const stolen = await page.ask('privy:wallets:rpc', {
    accessToken: eve.token,
    entropyId: created.data?.address,
    entropyIdVerifier: 'ethereum-address-verifier',
    chainType: 'ethereum',
    hdWalletIndex: 0,
    request: { method: 'personal_sign', params: ['mine now', created.data?.address] },
  })

  expect(stolen.data).toBeUndefined()
  expect(stolen.error?.type).toBe('wallet_not_on_device')
  await context.close()
})
