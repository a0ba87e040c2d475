import { type Browser, type BrowserContext, expect, test } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { type BareHost, call, openBareHost, serveHost, signInByApi } from './bare-host.js'

let host: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  host = await serveHost('')
})
test.afterAll(() => host.close())

/** A request of the frame, which is the given one of its kind, and whether it is sent before the tab goes. */
interface Cut {
  request: RegExp
  nth?: number
  when: 'before' | 'after'
}
const both = (request: RegExp, nth = 1): Cut[] => [
  { request, nth, when: 'before' },
  { request, nth, when: 'after' },
]
const custody = {
  create: /\/embedded_wallets$/,
  authShare: /\/auth_share$/,
  recovery: /\/recovery$/,
  confirm: /\/confirm$/,
  list: /\/embedded_wallets\/list$/,
  accounts: /\/accounts$/,
  generation: /\/generations$/,
}
/** Every request of both wallets' creation, and of a recovery. */
const creation = [
  ...both(custody.create),
  ...both(custody.authShare),
  ...both(custody.recovery),
  ...both(custody.confirm),
  ...both(custody.list),
  ...both(custody.authShare, 2),
  ...both(custody.accounts),
]
const recovery = [
  ...both(custody.list),
  ...both(custody.recovery),
  ...both(custody.generation),
  ...both(custody.authShare),
  ...both(custody.recovery, 2),
  ...both(custody.confirm),
]
const nameOf = ({ request, nth = 1, when }: Cut) => `${when} ${request.source} ${nth}`

/** Closes `tab`, or takes it elsewhere, at the cut; resolves once it is gone. */
async function cutAt(
  context: BrowserContext,
  tab: BareHost,
  cut: Cut,
): Promise<{ gone: Promise<void> }> {
  let left = cut.nth ?? 1
  let leave = () => {}
  const gone = new Promise<void>((resolve) => {
    leave = resolve
  })
  await context.route(cut.request, async (route) => {
    left -= 1
    if (left !== 0) return route.continue().catch(() => undefined)
    if (cut.when === 'after') await route.fetch()
    if (cut.request === custody.confirm) await tab.page.goto('about:blank')
    else await tab.page.close()
    leave()
  })
  return { gone }
}

async function makeBoth(tab: BareHost, accessToken: string) {
  const ethereum = await tab.ask('privy:wallet:create', { accessToken })
  const ethereumAddress = ethereum.data?.address
  const solana = await tab.ask('privy:solana-wallet:create', { accessToken, ethereumAddress })
  return [ethereumAddress, solana.data?.publicKey]
}

/** The address the signature of a new message recovers to; the wallet is recovered first where it is not. */
async function signer(tab: BareHost, accessToken: string, address: string) {
  const entropy = {
    accessToken,
    entropyId: address,
    entropyIdVerifier: 'ethereum-address-verifier',
  }
  const connected = await tab.ask('privy:wallets:connect', entropy)
  if (connected.error) await tab.ask('privy:wallets:recover', entropy)
  const signed = await tab.ask('privy:wallets:rpc', {
    ...entropy,
    chainType: 'ethereum',
    hdWalletIndex: 0,
    request: { method: 'personal_sign', params: ['still mine', address] },
  })
  const { data } = (signed.data?.response ?? {}) as { data: `0x${string}` }
  return recoverMessageAddress({ message: 'still mine', signature: data })
}

async function linked({ token, refreshToken }: { token: string; refreshToken: string }) {
  const { body } = await call('/sessions', { refresh_token: refreshToken }, token)
  const accounts: { type: string; address: string }[] = body.user.linked_accounts
  return accounts.flatMap((account) => (account.type === 'wallet' ? [account.address] : []))
}

/** The wallet made elsewhere, and a browser that does not have it. */
async function elsewhere(browser: Browser, token: string): Promise<string> {
  const context = await browser.newContext()
  const [address] = await makeBoth(await openBareHost(context, host.url), token)
  await context.close()
  return String(address)
}

for (const cut of creation) {
  test(`R07: a tab closed ${nameOf(cut)} while wallets are made leaves one of each, which sign`, async ({
    browser,
  }) => {
    const person = await signInByApi()
    const context = await browser.newContext()
    const tab = await openBareHost(context, host.url)
    const { gone } = await cutAt(context, tab, cut)
    void makeBoth(tab, person.token).catch(() => undefined)
    await gone
    await context.unrouteAll({ behavior: 'ignoreErrors' })

    const next = await openBareHost(context, host.url)
    const addresses = await makeBoth(next, person.token)

    expect(await linked(person)).toEqual(addresses)
    const [address = ''] = addresses.map(String)
    expect(await signer(next, person.token, address)).toBe(address)
    await context.close()
  })
}

for (const cut of recovery) {
  test(`R07: a tab closed ${nameOf(cut)} while a wallet is recovered leaves it to the next`, async ({
    browser,
  }) => {
    const person = await signInByApi()
    const address = await elsewhere(browser, person.token)
    const context = await browser.newContext()
    const tab = await openBareHost(context, host.url)
    const { gone } = await cutAt(context, tab, cut)
    void signer(tab, person.token, address).catch(() => undefined)
    await gone
    await context.unrouteAll({ behavior: 'ignoreErrors' })

    const next = await openBareHost(context, host.url)

    expect(await signer(next, person.token, address)).toBe(address)
    await context.close()
  })
}
