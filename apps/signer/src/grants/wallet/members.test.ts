import { createTestDatabase } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { createServerWallets, type ServerWallets } from '../../testing/server-wallets.js'
import { createSignerWorld, type SignerWorld } from '../../testing/signer-world.js'
import { exchangeUserKey } from '../../testing/user-key.js'

/* Users as members of the quorums that own wallets. */

let world: SignerWorld
let wallets: ServerWallets
beforeAll(async () => {
  world = await createSignerWorld(await createTestDatabase())
  wallets = await createServerWallets({ socketPath: world.config.socketPath, appId: world.appId })
  const path = `apps/${world.appId}/wallet_settings`
  await wallets.outputOf(
    'updateWalletSettings',
    wallets.governing(path, { body: { user_keys: true } }),
  )
})
afterAll(() => world.close())

const [amy, bea, zed] = ['did:privy:amy', 'did:privy:bea', 'did:privy:zed'] as const
const keyOf = (userId: string) => exchangeUserKey({ world, wallets }, userId)
type Key = Awaited<ReturnType<typeof keyOf>>

describe('WAL-05: a user', () => {
  test('whose token was exchanged twice is one member, directly and in a quorum inside', async () => {
    const rule = { name: 'm', method: 'personal_sign', action: 'ALLOW', conditions: [] }
    const { policy } = await wallets.policy([rule])
    const inside = await wallets.quorum({ user_ids: [amy, zed], authorization_threshold: 1 })
    const codeBy = async (member: string, keys: Key[]) => {
      const { id: quorumId } = await wallets.quorum({
        ...{ user_ids: [member], key_quorum_ids: [inside.id], authorization_threshold: 2 },
      })
      const wallet = await wallets.create({ owner: { quorumId }, policyIds: [policy.id] })
      return wallets.codeOf('signWithWallet', wallets.signing(wallet, keys))
    }
    const own = [await keyOf(zed), await keyOf(zed)]

    expect(await codeBy(bea, own)).toBe('wrong_signature')
    expect(await codeBy(zed, own)).toBe('wrong_signature')
    expect(await codeBy(zed, [...own, await keyOf(amy)])).toBeUndefined()
  })
})

test('a limit of one key adds up over all keys of a user', async () => {
  const limitId = await wallets.limit({ scope: 'key', metric: { function: 'count' } })
  const within = { field_source: 'reference', field: `aggregation.${limitId}` }
  const conditions = [{ ...within, operator: 'lte', value: '2' }]
  const { policy } = await wallets.policy([
    { name: 'm', method: 'personal_sign', action: 'ALLOW', conditions },
  ])
  const wallet = await wallets.create({ owner: { userId: bea }, policyIds: [policy.id] })
  const codeOf = async (message: string) => {
    const body = { method: 'personal_sign', params: { message, encoding: 'utf-8' } }
    return wallets.codeOf('signWithWallet', wallets.signing(wallet, [await keyOf(bea)], body))
  }
  const codes = [await codeOf('one'), await codeOf('two'), await codeOf('three')]
  expect(codes).toEqual([undefined, undefined, 'policy_violation'])
})

describe('approvals of other requests hide no vote', () => {
  const messageOf = (message: string) => ({
    method: 'personal_sign',
    params: { message, encoding: 'utf-8' },
  })
  const owned = async () => {
    const members = { user_ids: [amy, bea], authorization_threshold: 2 }
    const rule = { name: 'm', method: 'personal_sign', action: 'ALLOW', conditions: [] }
    const { policy } = await wallets.policy([rule])
    const { id: quorumId } = await wallets.quorum(members)
    const wallet = await wallets.create({ owner: { quorumId }, policyIds: [policy.id] })
    const approve = async (userId: string, text: string) => {
      const key = newKey()
      const request = requestOf(text, [key])
      await wallets.outputOf('addApprovalKey', {
        ...{ appId: world.appId, userId, accessToken: await world.tokenFor(userId) },
        ...{ resource: 'wallets', id: wallet.walletId, request, publicKey: key.spki },
      })
      return request.signatures
    }
    const requestOf = (text: string, keys: Key[]) =>
      wallets.signed({ path: `wallets/${wallet.walletId}/rpc`, body: messageOf(text) }, keys)
    const codeOf = (text: string, signatures: string[]) => {
      const { walletId, apiShare } = wallet
      const request = { ...requestOf(text, []), signatures }
      return wallets.codeOf('signWithWallet', { appId: world.appId, walletId, apiShare, request })
    }
    return { approve, codeOf, wallet }
  }

  test('of the other member, nor of the same one, nor by a key that a token was exchanged for', async () => {
    const { approve, codeOf, wallet } = await owned()
    const early = await approve(amy, 'early')
    const exchanged = await keyOf(amy)
    for (let at = 0; at < 210; at += 1) await approve(amy, `other ${at}`)

    const pay = [...(await approve(amy, 'pay')), ...(await approve(bea, 'pay'))]
    expect(await codeOf('pay', pay)).toBeUndefined()
    expect(await codeOf('early', [...early, ...(await approve(bea, 'early'))])).toBeUndefined()
    const keys = [exchanged, await keyOf(bea)]
    expect(await wallets.codeOf('signWithWallet', wallets.signing(wallet, keys))).toBeUndefined()
  })
})
