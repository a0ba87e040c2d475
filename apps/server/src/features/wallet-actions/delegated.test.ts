import { api } from '@sallyport/contract'
import { delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import {
  addressOf,
  authorizationSignature,
  createAuthorizationKey,
  createDelegatedWorld,
  type DelegatedWorld,
  type Inhabitant,
  paymentRequest,
} from '@sallyport/testing'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let world: DelegatedWorld
let ada: Inhabitant
let id: string
beforeAll(async () => {
  world = await createDelegatedWorld()
  ada = await world.person('ada@example.com')
  await world.delegated(ada)
  const { consent_id } = await world.kit.db
    .selectFrom('delegation')
    .select('consent_id')
    .executeTakeFirstOrThrow()
  id = delegatedWalletId(consent_id)
})
afterAll(() => world?.close())

const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }

function rpc(body: object, key = world.key) {
  const url = `http://localhost:4400/api/v1/wallets/${id}/rpc`
  const signature = authorizationSignature({ url, appId: world.kit.appId, body }, key)
  return world.kit.call(
    api.walletActions.rpc,
    { params: { wallet_id: id }, body: body as Record<string, unknown> },
    { secret: world.kit.appSecret, headers: { 'privy-authorization-signature': signature } },
  )
}

describe('a delegated wallet by its id', () => {
  test('is read and signs under the calls of server wallets', async () => {
    const secret = world.kit.appSecret
    const input = { params: { wallet_id: id }, query: {} }
    const found = await world.kit.call(api.serverWallets.find, input, { secret })
    expect(found.body).toMatchObject({ id, address: await addressOf(ada), chain_type: 'ethereum' })

    const user = await world.kit.call(
      api.users.get,
      { params: { user_id: ada.session.user.id } },
      { secret },
    )
    expect(user.body.linked_accounts).toContainEqual(
      expect.objectContaining({ id, delegated: true }),
    )
    const { status, body } = await rpc(message)
    expect(status).toBe(200)
    const { signature } = body.data as { signature: `0x${string}` }
    const address = (await addressOf(ada)) as `0x${string}`
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  })

  test('sends what its user has allowed, and refuses the rest', async () => {
    const { chain_type: _, ...payment } = await paymentRequest(ada)
    const sent = await rpc(payment)
    expect([sent.status, sent.body.method]).toEqual([200, 'eth_sendTransaction'])

    const unsigned = await rpc(message, createAuthorizationKey())
    expect([unsigned.status, unsigned.body.code]).toEqual([401, 'missing_or_invalid_token'])
    const foreign = await rpc({ method: 'secp256k1_sign', params: { hash: `0x${'0'.repeat(64)}` } })
    expect([foreign.status, foreign.body.code]).toEqual([400, 'not_supported'])
    await world.revoke(ada)
    const late = await rpc(message)
    expect([late.status, late.body.code]).toEqual([404, 'not_found'])
  })
})
