import { api, type RouteInput } from '@sallyport/contract'
import { type AuthorizationKey, createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { type Address, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: WalletWorld
let key: AuthorizationKey
beforeAll(async () => {
  world = await createWalletWorld()
  key = world.newKey()
})
afterAll(() => world?.close())

const hi = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } }
const rpc = (body: object, keys = [key]) =>
  // The members that the schema leaves open.
  world.call(api.delegatedWallets.rpc, { body } as RouteInput<typeof api.delegatedWallets.rpc>, {
    keys,
  })

describe('POST /wallets/rpc of older clients', () => {
  test.each(['wallet_id', 'address'] as const)('signs with a server wallet by %s', async (by) => {
    const wallet = await world.createWallet({}, key)
    const named =
      by === 'wallet_id'
        ? { wallet_id: wallet.id }
        : { address: wallet.address, chain_type: 'ethereum' }

    const { status, body } = await rpc({ ...hi, ...named })
    expect([status, body.method]).toEqual([200, 'personal_sign'])
    // Addresses and signatures are 0x hex.
    const address = wallet.address as Address
    const signature = body.data?.signature as `0x${string}`
    expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
  })

  test('error: without the signature of the owner, and with that of another key', async () => {
    const wallet = await world.createWallet({}, key)
    for (const keys of [[], [world.newKey()]]) {
      const { status, body } = await rpc({ ...hi, wallet_id: wallet.id }, keys)
      expect([status, body.code]).toEqual([401, 'missing_or_invalid_token'])
    }
  })

  test('error: an id that the app does not have, and a body that names two wallets', async () => {
    const [one, two] = [await world.createWallet({}, key), await world.createWallet({}, key)]
    const unknown = await rpc({ ...hi, wallet_id: 'a'.repeat(24) })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    const both = await rpc({ ...hi, wallet_id: one.id, address: two.address })
    expect([both.status, both.body.code]).toEqual([400, 'invalid_data'])
  })

  test('error: a body that names no wallet, and an address that is not one of the app', async () => {
    expect((await rpc(hi)).body).toMatchObject({ error: 'address must be provided' })
    const { status, body } = await rpc({
      ...{ ...hi, chain_type: 'ethereum', address: `0x${'12'.repeat(20)}` },
    })
    expect([status, body.code]).toEqual([403, 'user_has_not_delegated_wallet'])
  })
})

describe('POST /apps/{app_id}/users/wallet', () => {
  const create = (body: RouteInput<typeof api.users.createWallet>['body']) =>
    world.call(api.users.createWallet, { params: { app_id: world.kit.appId }, body })

  test('creates wallets that the user owns, as server-auth asks for them', async () => {
    const { user } = await world.kit.signIn('older@example.com')
    const { status, body } = await create({
      user_id: user.id,
      create_ethereum_wallet: true,
      number_of_ethereum_wallets_to_create: 2,
      create_ethereum_smart_wallet: false,
      create_solana_wallet: true,
      wallets: [{ chain_type: 'bitcoin-segwit' }],
    })
    expect([status, body.id]).toEqual([200, user.id])
    const listed = await world.call(api.serverWallets.list, { query: { user_id: user.id } })
    expect(listed.body.data.map(({ chain_type }) => chain_type).sort()).toEqual([
      ...['bitcoin-segwit', 'ethereum', 'ethereum', 'solana'],
    ])
  })

  test('error: a smart wallet, no wallet, and a user that there is not', async () => {
    const { user } = await world.kit.signIn('none@example.com')
    const outcomes = await Promise.all([
      create({ user_id: user.id, create_ethereum_smart_wallet: true }),
      create({ user_id: user.id, create_ethereum_wallet: false, create_solana_wallet: false }),
      create({ user_id: 'did:privy:unknown', create_solana_wallet: true }),
    ])
    expect(outcomes.map(({ body }) => body.code)).toEqual([
      ...['not_supported', 'invalid_data', 'user_does_not_exist'],
    ])
  })
})
