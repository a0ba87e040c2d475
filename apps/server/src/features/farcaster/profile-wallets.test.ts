import { api } from '@sallyport/contract'
import {
  createEthereumWallet,
  createTestKit,
  type TestKit,
  type TestWallet,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

let fids = 800
const addApp = async (settings: object = {}) => {
  const given = { farcaster_auth: true, wallet_auth: true, farcaster_link_wallets_enabled: true }
  return (await kit.addApp({ settings: { ...given, ...settings } })).appId
}
const now = () => new Date(kit.clock.nowMs()).toISOString()
/** Logs in, or links with a token, by an account whose profile names wallets. */
const byFarcaster = async (
  appId: string,
  { fid = fids++, verifications, token }: { fid?: number; verifications: string[]; token?: string },
) => {
  const caller = { appId, ...(token !== undefined && { token }) }
  const { channel_token } = (await kit.call(api.farcaster.init, { body: {} }, caller)).body
  const nonce = kit.farcaster.nonceOf(channel_token)
  const signed = kit.farcaster.account(fid).sign(nonce, { issuedAt: now() })
  const profile = { username: 'ada', displayName: 'Ada', bio: '', pfpUrl: '', verifications }
  kit.farcaster.approve(channel_token, { ...signed, ...profile })
  const headers = { 'farcaster-channel-token': channel_token }
  await kit.call(api.farcaster.status, {}, { appId, headers })
  const body = { channel_token, ...signed }
  if (token !== undefined) {
    const { body: user } = await kit.call(api.farcaster.link, { body }, caller)
    return { fid, token, user }
  }
  const { body: session } = await kit.call(api.farcaster.authenticate, { body }, caller)
  return { fid, token: String(session.token), user: session.user }
}
const bySiwe = async (appId: string, { address, sign }: TestWallet, token?: string) => {
  const caller = { appId, ...(token !== undefined && { token }) }
  const { nonce } = (await kit.call(api.siwe.init, { body: { address } }, caller)).body
  const message = writeLoginMessage({ chain: 'Ethereum', address, nonce, issuedAt: now() })
  const body = { message, signature: sign(message) }
  if (token !== undefined) return kit.call(api.siwe.link, { body }, caller)
  const { status, body: session } = await kit.call(api.siwe.authenticate, { body }, caller)
  return { status, body: { code: session.code, ...session.user } }
}
const walletsOf = (user: { linked_accounts?: { type: string }[] } | null | undefined) =>
  (user?.linked_accounts ?? []).flatMap((account) =>
    account.type === 'wallet' && 'address' in account ? [account.address] : [],
  )
const me = async (appId: string, token: string) =>
  (await kit.call(api.user.me, {}, { appId, token })).body.user

describe('the wallets of a Farcaster profile', () => {
  test('are linked at login and when the account is linked, and once', async () => {
    const appId = await addApp()
    const [first, second] = [createEthereumWallet().address, createEthereumWallet().address]
    const verifications = [first.toLowerCase(), first, 'not an address', second]
    const ada = await byFarcaster(appId, { verifications })
    expect(walletsOf(ada.user)).toEqual([first, second])
    expect(JSON.stringify(ada.user)).not.toContain('claimed')
    const again = await byFarcaster(appId, { fid: ada.fid, verifications })
    expect(walletsOf(again.user)).toEqual([first, second])

    const { token } = await kit.signIn('bob@example.com', { appId })
    const third = createEthereumWallet().address
    const bob = await byFarcaster(appId, { verifications: [first, third], token })
    expect(walletsOf(bob.user)).toEqual([third])
  })

  test('are left out where the app does not want them, and beyond its limit', async () => {
    const verifications = [createEthereumWallet().address, createEthereumWallet().address]
    const off = await addApp({ farcaster_link_wallets_enabled: false })
    expect(walletsOf((await byFarcaster(off, { verifications })).user)).toEqual([])
    const limited = await addApp({ max_linked_wallets_per_user: 1 })
    const { user } = await byFarcaster(limited, { verifications })
    expect(walletsOf(user)).toEqual(verifications.slice(0, 1))
  })

  test('FAR-08: a wallet of another user is not moved, and its owner still logs in', async () => {
    const appId = await addApp()
    const wallet = createEthereumWallet()
    const owner = await bySiwe(appId, wallet)
    const eve = await byFarcaster(appId, { verifications: [wallet.address] })
    expect(walletsOf(eve.user)).toEqual([])
    // With a proof it is what it is for every user: the owner's, who has nothing else.
    const asked = await bySiwe(appId, wallet, eve.token)
    expect(asked.body.code).toBe('account_transfer_required')
    expect((await bySiwe(appId, wallet)).body.id).toBe(owner.body.id)
  })

  test('FAR-08: a wallet that is only named does not log in as its namer, and its proof ends the claim', async () => {
    const appId = await addApp()
    const wallet = createEthereumWallet()
    const eve = await byFarcaster(appId, { verifications: [wallet.address] })
    expect(walletsOf(eve.user)).toEqual([wallet.address])

    const victim = await bySiwe(appId, wallet)
    expect(victim.status).toBe(200)
    expect(victim.body.id).not.toBe(eve.user?.id)
    expect(walletsOf(await me(appId, eve.token))).toEqual([])
    // It is named again, and stays with who has proven it.
    const again = await byFarcaster(appId, { fid: eve.fid, verifications: [wallet.address] })
    expect(walletsOf(again.user)).toEqual([])
  })

  test('a named wallet can be proven or unlinked, and is not a way to log in', async () => {
    const appId = await addApp()
    const [proven, removed] = [createEthereumWallet(), createEthereumWallet()]
    const ada = await byFarcaster(appId, { verifications: [proven.address, removed.address] })
    const options = { appId, token: ada.token }
    const sole = await kit.call(api.farcaster.unlink, { body: { fid: ada.fid } }, options)
    expect(sole.body.code).toBe('cannot_unlink_sole_account')

    const linked = await bySiwe(appId, proven, ada.token)
    expect(linked.status).toBe(200)
    expect(walletsOf(linked.body as object).sort()).toEqual(
      [proven.address, removed.address].sort(),
    )
    const body = { address: removed.address }
    const unlinked = await kit.call(api.siwe.unlink, { body }, options)
    expect(walletsOf(unlinked.body)).toEqual([proven.address])
    expect((await bySiwe(appId, proven)).body.id).toBe(ada.user?.id)
  })
})
