import { api } from '@sallyport/contract'
import { type AuthorizationKey, createWalletWorld, type WalletWorld } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const { policies, aggregations, conditionSets, walletSettings, serverWallets, walletActions } = api
const allowed = `0x${'ab'.repeat(20)}`
let world: WalletWorld
let key: AuthorizationKey
beforeAll(async () => {
  world = await createWalletWorld()
  key = world.newKey()
})
afterAll(() => world?.close())

const rule = (value: string) => ({
  name: 'Payouts',
  method: 'eth_signTransaction',
  action: 'ALLOW' as const,
  conditions: [
    { field_source: 'ethereum_transaction', field: 'to', operator: 'eq' as const, value },
  ],
})
const createPolicy = async (rules: object[] = [rule(allowed)]) => {
  const body = {
    ...{ version: '1.0', name: 'Payouts', chain_type: 'ethereum', rules },
    owner: { public_key: key.spki },
  }
  // The rules are those of a test.
  const answer = await world.call(policies.create, { body: body as never })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const transactionTo = (to: string) => ({
  method: 'eth_signTransaction',
  params: {
    transaction: {
      ...{ type: 2, to, chain_id: 1, nonce: 0, value: 1, gas_limit: 21000 },
      ...{ max_fee_per_gas: 1, max_priority_fee_per_gas: 0 },
    },
  },
})

describe('policies', () => {
  test('what looks like a mistake is noted in the answer to a creation and to a change', async () => {
    const allow = { name: 'Everything', method: '*', action: 'ALLOW' as const }
    const everything = { ...allow, conditions: [] }
    const { id, notes } = await createPolicy([everything])
    const note = expect.stringContaining('raw digests and exports of the key included')
    expect(notes).toEqual([{ path: expect.stringContaining('rules[0]'), note }])
    const found = await world.call(policies.find, { params: { policy_id: id } })
    expect(found.body).not.toHaveProperty('notes')

    const careful = await createPolicy()
    expect(careful).not.toHaveProperty('notes')
    const params = { policy_id: careful.id }
    const added = await world.call(policies.addRule, { params, body: everything }, { keys: [key] })
    expect(added.body.notes).toContainEqual({ path: expect.any(String), note })
  })

  test('error: a mistyped address, in a policy, a set of values, a dry run, a call and a proposal', async () => {
    // One letter of EIP-55's example has another case.
    const mistyped = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const { id } = await createPolicy()
    const wallet = await world.createWallet({ policy_ids: [id] }, key)
    const named = { params: { wallet_id: wallet.id } }
    const send = transactionTo(mistyped)
    const rules = [rule(mistyped)]
    const policy = { version: '1.0', name: 'Payouts', chain_type: 'ethereum', rules }
    const owner = { owner: { public_key: key.spki } }
    const set = await world.call(conditionSets.create, { body: { name: 'Staff', ...owner } })
    const items = { params: { condition_set_id: set.body.id }, body: [{ value: mistyped }] }
    const answers = [
      await world.call(policies.create, { body: policy as never }),
      await world.call(
        policies.update,
        { params: { policy_id: id }, body: { rules } as never },
        { keys: [key] },
      ),
      await world.call(policies.evaluate, {
        params: { policy_id: id },
        body: { request: send } as never,
      }),
      await world.call(conditionSets.addItems, items, { keys: [key] }),
      await world.call(walletActions.rpc, { ...named, body: send as never }, { keys: [key] }),
      await world.call(api.intents.rpc, { ...named, body: send as never }),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([
        400,
        { code: 'invalid_data', error: 'Invalid Ethereum address' },
      ])
  })

  test('a wallet with a policy signs what it allows, and says why it does not sign the rest', async () => {
    const policy = await createPolicy()
    expect(policy.rules).toMatchObject([{ ...rule(allowed), id: expect.any(String) }])
    const wallet = await world.createWallet({ policy_ids: [policy.id] }, key)
    const sign = (to: string) =>
      world.call(
        walletActions.rpc,
        { params: { wallet_id: wallet.id }, body: transactionTo(to) },
        { keys: [key] },
      )

    expect((await sign(allowed)).status).toBe(200)
    const refused = await sign(`0x${'cd'.repeat(20)}`)
    expect([refused.status, refused.body.code]).toEqual([400, 'policy_violation'])
    expect(refused.body.data).toMatchObject({ policy_id: policy.id })
    expect(String(refused.body.error).length).toBeGreaterThan(20)
  })

  test('a dry run judges and signs nothing', async () => {
    const policy = await createPolicy()
    const judge = async (to: string) => {
      const body = { request: transactionTo(to) }
      return (await world.call(policies.evaluate, { params: { policy_id: policy.id }, body })).body
    }
    expect(await judge(allowed)).toMatchObject({ allowed: true, reason: null, rule: 'Payouts' })
    const refused = await judge(`0x${'cd'.repeat(20)}`)
    expect(refused.allowed).toBe(false)
    expect(refused.reason).toEqual(expect.any(String))
  })

  test('its owner changes it, whole and by rule, and no other key', async () => {
    const policy = await createPolicy()
    const params = { policy_id: policy.id }
    const renamed = { params, body: { name: 'New' } }
    expect((await world.call(policies.update, renamed)).status).toBe(401)
    expect((await world.call(policies.update, renamed, { keys: [key] })).body.name).toBe('New')

    const added = await world.call(
      policies.addRule,
      { params, body: { ...rule(allowed), name: 'Second', action: 'DENY' } },
      { keys: [key] },
    )
    const ofRule = { ...params, rule_id: added.body.id }
    const changed = await world.call(
      policies.updateRule,
      { params: ofRule, body: { ...rule(allowed), name: 'Third' } },
      { keys: [key] },
    )
    expect([added.status, changed.body.name]).toEqual([200, 'Third'])
    expect((await world.call(policies.findRule, { params: ofRule })).body.name).toBe('Third')
    expect((await world.call(policies.listRules, { params })).body.rules.length).toBe(2)
    const removed = await world.call(policies.removeRule, { params: ofRule }, { keys: [key] })
    expect(removed.body).toEqual({ success: true })
    expect((await world.call(policies.findRule, { params: ofRule })).status).toBe(404)
    expect((await world.call(policies.remove, { params }, { keys: [key] })).status).toBe(200)
    expect((await world.call(policies.find, { params })).status).toBe(404)
  })

  test('a draft is held against what was asked before', async () => {
    const policy = await createPolicy()
    const wallet = await world.createWallet({ policy_ids: [policy.id] }, key)
    const body = transactionTo(allowed)
    await world.call(walletActions.rpc, { params: { wallet_id: wallet.id }, body }, { keys: [key] })
    const draft = { version: '1.0', name: 'None', chain_type: 'ethereum', rules: [] }
    const params = { policy_id: policy.id }
    const replayed = await world.call(policies.replay, { params, body: { draft } })
    expect([replayed.status, replayed.body]).toMatchObject([
      200,
      { newly_refused: 1, newly_allowed: 0 },
    ])
  })

  test.each([
    [{ ...rule(allowed), method: 'tron_sendTransaction' }],
    [
      {
        ...rule(allowed),
        conditions: [{ field_source: 'sui_transaction', field: 'to', operator: 'eq', value: 'x' }],
      },
    ],
  ])('error: %j names the place', async (wrong) => {
    const body = { version: '1.0', name: 'Wrong', chain_type: 'ethereum', rules: [wrong] }
    const answer = await world.call(policies.create, { body: body as never })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
    expect(String(answer.body.error)).toContain('rules[0]')
  })
})

describe('limits and sets', () => {
  test('a set of addresses and a limit hold a wallet', async () => {
    const owner = { owner: { public_key: key.spki } }
    const set = await world.call(conditionSets.create, { body: { name: 'Suppliers', ...owner } })
    const params = { condition_set_id: set.body.id }
    const add = { params, body: [{ value: allowed }] }
    expect((await world.call(conditionSets.addItems, add)).status).toBe(401)
    expect((await world.call(conditionSets.addItems, add, { keys: [key] })).status).toBe(200)
    const items = await world.call(conditionSets.listItems, { params, query: {} })
    expect(items.body).toMatchObject({ items: [{ value: allowed }], next_cursor: null })

    const limit = await world.call(aggregations.create, {
      body: {
        ...{ name: 'Three a day', method: 'eth_signTransaction', metric: { function: 'count' } },
        ...{ window: { type: 'rolling', seconds: 86_400 }, scope: 'wallet', ...owner },
      },
    })
    expect(limit.status).toBe(200)
    const policy = await createPolicy([
      {
        ...rule(allowed),
        conditions: [
          {
            ...{ field_source: 'ethereum_transaction', field: 'to' },
            ...{ operator: 'in_condition_set', value: set.body.id },
          },
          {
            ...{ field_source: 'reference', field: `aggregation.${limit.body.id}` },
            ...{ operator: 'lte', value: '3' },
          },
        ],
      },
    ])
    const wallet = await world.createWallet({ policy_ids: [policy.id] }, key)
    const sign = (nonce: number) => {
      const body = transactionTo(allowed)
      body.params.transaction.nonce = nonce
      return world.call(
        walletActions.rpc,
        { params: { wallet_id: wallet.id }, body },
        { keys: [key] },
      )
    }
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(sign))
    expect(answers.filter(({ status }) => status === 200).length).toBe(3)
    expect(answers.filter(({ body }) => body.code === 'policy_violation').length).toBe(3)
    const named = { params: { aggregation_id: limit.body.id } }
    expect((await world.call(aggregations.find, named)).body.name).toBe('Three a day')
    const item = { ...params, item_id: items.body.items[0]?.id ?? '' }
    const removed = await world.call(conditionSets.removeItem, { params: item }, { keys: [key] })
    expect(removed.body).toEqual({ success: true })
  })
})

describe('settings', () => {
  test('an app that demands owners makes no wallet without one', async () => {
    const params = { app_id: world.kit.appId }
    expect((await world.call(walletSettings.find, { params })).body.require_owner).toBe(false)
    const change = (require_owner: boolean) =>
      world.call(walletSettings.update, { params, body: { require_owner } })
    expect((await change(true)).body.require_owner).toBe(true)
    const refused = await world.call(serverWallets.create, { body: { chain_type: 'ethereum' } })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_data'])
    expect((await change(false)).status).toBe(200)
    const foreign = await world.call(walletSettings.find, { params: { app_id: 'other' } })
    expect(foreign.body.code).toBe('missing_or_invalid_privy_app_id')
  })
})
