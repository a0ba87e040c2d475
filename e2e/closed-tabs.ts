import { type Browser, type BrowserContext, expect } from '@playwright/test'
import { recoverMessageAddress } from 'viem'
import { type BareHost, call, openBareHost, signInByApi } from './bare-host.js'

/** The request at which a tab is closed, the how-manieth of its kind it is, and whether the tab is closed before or after it. */
export interface Cut {
  request: RegExp
  nth?: number
  when: 'before' | 'after'
}
const both = (request: RegExp, nth = 1): Cut[] => [
  { request, nth, when: 'before' },
  { request, nth, when: 'after' },
]
/** The frame's requests about wallets. */
export const custody = {
  create: /\/embedded_wallets$/,
  authShare: /\/auth_share$/,
  recovery: /\/recovery$/,
  confirm: /\/confirm$/,
  list: /\/embedded_wallets\/list$/,
  accounts: /\/accounts$/,
  generation: /\/generations$/,
  newKey: /\/recovery_key$/,
  switchKey: /\/recovery_key\/switch$/,
}
/** Before and after every request that creating both wallets makes. */
export const creation = [
  ...both(custody.create),
  ...both(custody.authShare),
  ...both(custody.confirm),
  ...both(custody.list),
  ...both(custody.authShare, 2),
  ...both(custody.accounts),
]
/** Before and after every request that a recovery makes. */
export const recovery = [
  ...both(custody.list),
  ...both(custody.recovery),
  ...both(custody.generation),
  ...both(custody.authShare),
  ...both(custody.confirm),
  ...both(custody.newKey),
  ...both(custody.switchKey),
]
/** The cut as it stands in a test's title. */
export const nameOf = ({ request, nth = 1, when }: Cut) => `${when} ${request.source} ${nth}`

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
async function elsewhere(
  browser: Browser,
  { token, url }: { token: string; url: string },
): Promise<string> {
  const context = await browser.newContext()
  const [address] = await makeBoth(await openBareHost(context, url), token)
  await context.close()
  return String(address)
}

/** Closes the tab at the cut while wallets are made; the next tab makes one of each, and they sign. */
export async function expectOneOfEachAfter(
  browser: Browser,
  { cut, url }: { cut: Cut; url: string },
): Promise<void> {
  const person = await signInByApi()
  const context = await browser.newContext()
  const tab = await openBareHost(context, url)
  const { gone } = await cutAt(context, tab, cut)
  void makeBoth(tab, person.token).catch(() => undefined)
  await gone
  await context.unrouteAll({ behavior: 'ignoreErrors' })

  const next = await openBareHost(context, url)
  const addresses = await makeBoth(next, person.token)

  expect(await linked(person)).toEqual(addresses)
  const [address = ''] = addresses.map(String)
  expect(await signer(next, person.token, address)).toBe(address)
  await context.close()
}

/** Closes the tab at the cut while a wallet is recovered; the next tab recovers it. */
export async function expectRecoveredAfter(
  browser: Browser,
  { cut, url }: { cut: Cut; url: string },
): Promise<void> {
  const person = await signInByApi()
  const address = await elsewhere(browser, { token: person.token, url })
  const context = await browser.newContext()
  const tab = await openBareHost(context, url)
  const { gone } = await cutAt(context, tab, cut)
  void signer(tab, person.token, address).catch(() => undefined)
  await gone
  await context.unrouteAll({ behavior: 'ignoreErrors' })

  const next = await openBareHost(context, url)

  expect(await signer(next, person.token, address)).toBe(address)
  await context.close()
}
