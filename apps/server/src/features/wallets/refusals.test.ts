import { generateKeyPairSync } from 'node:crypto'
import { api } from '@sallyport/contract'
import { type AuthorizationKey, createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* What refusals of the wallet API say: the field, and what is known or allowed. */

const { aggregations, keyQuorums, policies, serverWallets, walletActions, walletSettings } = api
const unknown = 'a'.repeat(24)
const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64')
let world: WalletWorld
let key: AuthorizationKey
beforeAll(async () => {
  world = await createWalletWorld()
  key = world.newKey()
})
afterAll(() => world?.close())

type Answer = { status: number; body: object }
const refusalOf = ({ status, body }: Answer) => ({
  ...{ status, code: Reflect.get(body, 'code'), error: String(Reflect.get(body, 'error')) },
  field: (Reflect.get(body, 'data') as { field?: string } | undefined)?.field,
})
const create = async (fields: object) => {
  const body = { chain_type: 'ethereum', ...fields }
  return refusalOf(await world.call(serverWallets.create, { body }))
}
const policyOf = async (chain_type: string, rules: object[] = []) => {
  const body = { version: '1.0', name: 'P', chain_type, rules }
  // Also rules that no policy has.
  return world.call(policies.create, { body: body as never })
}

describe('what a body names', () => {
  test('error: a key of another curve, by its field', async () => {
    expect(await create({ owner: { public_key: secp256k1 } })).toEqual({
      ...{ status: 400, code: 'invalid_data', field: 'owner.public_key' },
      error: 'owner.public_key is not a P-256 key in base64 of its SPKI form',
    })
    const body = { public_keys: [key.spki, secp256k1] }
    const refused = refusalOf(await world.call(keyQuorums.create, { body }))
    expect([refused.status, refused.field]).toEqual([400, 'public_keys[1]'])
    expect(refused.error).toContain('public_keys[1]')
  })

  test.each<[string, object]>([
    ['owner_id', { owner_id: unknown }],
    ['policy_ids', { policy_ids: [unknown] }],
    ['additional_signers[0].signer_id', { additional_signers: [{ signer_id: unknown }] }],
    ['authorization_key_ids[0]', { authorization_key_ids: [unknown] }],
  ])('error: %s that the app does not have', async (field, fields) => {
    const refused = await create(fields)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_data', field })
    expect(refused.error).toContain(field)
    expect(refused.error).toContain(unknown)
  })

  test('error: policies of a signer, of settings and of another chain', async () => {
    const owner = { public_key: key.spki }
    const quorum = await world.call(keyQuorums.create, { body: { public_keys: [key.spki] } })
    const signer = { signer_id: quorum.body.id, override_policy_ids: [unknown] }
    expect((await create({ owner, additional_signers: [signer] })).field).toBe(
      'additional_signers[0].override_policy_ids',
    )
    const params = { app_id: world.kit.appId }
    const settings = { params, body: { policy_ids: [unknown] } }
    expect(refusalOf(await world.call(walletSettings.update, settings))).toMatchObject({
      ...{ status: 400, field: 'policy_ids' },
    })
    const solana = await policyOf('solana')
    const refused = await create({ policy_ids: [Reflect.get(solana.body, 'id')] })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_data', field: 'policy_ids' })
    expect(refused.error).toContain('solana')
  })

  test('error: a kind of chain that is not offered', async () => {
    expect(await create({ chain_type: 'tron' })).toMatchObject({
      ...{ status: 400, code: 'not_supported', field: 'chain_type' },
    })
    expect(refusalOf(await policyOf('tron'))).toMatchObject({ status: 400, field: 'chain_type' })
  })

  test('error: an unknown operator or method, with those that are known', async () => {
    const condition = { field_source: 'ethereum_transaction', field: 'value', value: '1' }
    const rule = { name: 'R', method: 'eth_sendTransaction', action: 'ALLOW', conditions: [] }
    const wrong = { ...rule, conditions: [{ ...condition, operator: 'less' }] }
    const operator = refusalOf(await policyOf('ethereum', [wrong]))
    expect(operator).toMatchObject({ status: 400, field: 'rules[0].conditions[0].operator' })
    expect(operator.error).toContain('must be one of eq, gt, gte, lt, lte, in, in_condition_set')
    const method = refusalOf(await policyOf('ethereum', [{ ...rule, method: 'eth_send' }]))
    expect(method).toMatchObject({ status: 400, field: 'rules[0].method' })
    expect(method.error).toContain('eth_sendTransaction')
    const limit = {
      ...{ name: 'Day', method: 'eth_send', metric: { function: 'count' as const } },
      window: { type: 'rolling' as const, seconds: 86_400 },
    }
    const counted = refusalOf(await world.call(aggregations.create, { body: limit }))
    expect(counted).toMatchObject({ status: 400, field: 'method' })
    expect(counted.error).toContain('eth_sendTransaction')
  })
})

describe('privy-request-expiry', () => {
  const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const hourMs = 3_600_000

  test.each<[string, (nowMs: number) => number, string]>([
    ['in the past', (nowMs) => nowMs - 1, 'is in the past: the request has expired'],
    [
      'in seconds',
      (nowMs) => Math.floor(nowMs / 1_000) + 60,
      'must be Unix milliseconds, and is in seconds',
    ],
    ['too far ahead', (nowMs) => nowMs + 73 * hourMs, 'is more than 72 hours ahead'],
  ])('error: %s is said as such, signed or not', async (_what, at, why) => {
    const wallet = await world.createWallet({}, key)
    const expiry = at(world.kit.clock.nowMs())
    const input = { params: { wallet_id: wallet.id }, body: message }
    for (const keys of [[key], []])
      expect(refusalOf(await world.call(walletActions.rpc, input, { keys, expiry }))).toEqual({
        ...{ status: 401, code: 'missing_or_invalid_token', field: 'privy-request-expiry' },
        error: `privy-request-expiry ${why}`,
      })
  })

  test('error: a request in time that is not signed says so', async () => {
    const wallet = await world.createWallet({}, key)
    const input = { params: { wallet_id: wallet.id }, body: message }
    const expiry = world.kit.clock.nowMs() + hourMs
    const refused = refusalOf(await world.call(walletActions.rpc, input, { expiry }))
    expect(refused.error).toContain('not signed by enough authorization keys')
  })
})
