import { api, type RouteInput } from '@sallyport/contract'
import type { Intent } from '@sallyport/contract/wallet-api'
import { carryOutOf, finishIntents, rpcBroadcast } from '@sallyport/server'
import {
  type AuthorizationKey,
  authorizeIntent,
  createWalletWorld,
  eventsOf,
  type ShownIntent,
  signIntent,
  type WalletWorld,
  waitingIntentIn,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logEvents } from '../../testing/event-log.js'

/* Every kind of request that can wait, carried out once. */

const { intents, keyQuorums, policies, serverWallets, walletActions } = api
const recipient = `0x${'ab'.repeat(20)}`
const caip2 = 'eip155:31337'
const node = {
  /** Bytes that were sent. */
  sent: [] as string[],
  isAway: false,
}
const answers: Record<string, unknown> = {
  eth_getTransactionCount: '0x0',
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x64' },
  eth_maxPriorityFeePerGas: '0x2',
  eth_sendRawTransaction: '0x',
}
let world: WalletWorld
let keys: [AuthorizationKey, AuthorizationKey, AuthorizationKey]
let ownerId: string
beforeAll(async () => {
  const broadcast = rpcBroadcast(
    { ethereumRpcUrls: new Map([['31337', 'http://node']]), solanaRpcUrls: new Map() },
    async (_url, init) => {
      const { method, params } = JSON.parse(String(init?.body))
      if (node.isAway) throw new TypeError('fetch failed')
      if (method === 'eth_sendRawTransaction') node.sent.push(params[0])
      return Response.json({ result: answers[method] ?? null })
    },
  )
  world = await createWalletWorld({ deps: { broadcast } })
  await logEvents(world.kit)
  keys = [world.newKey(), world.newKey(), world.newKey()]
  const body = { public_keys: keys.map(({ spki }) => spki), authorization_threshold: 2 }
  ownerId = (await world.call(keyQuorums.create, { body })).body.id
})
afterAll(() => world?.close())
beforeEach(() => {
  node.sent.length = 0
  node.isAway = false
})

const allowed: RouteInput<typeof policies.addRule>['body'] = {
  name: 'Small payments',
  method: 'eth_sendTransaction',
  action: 'ALLOW',
  conditions: [
    { field_source: 'ethereum_transaction', field: 'value', operator: 'lte', value: '5' },
  ],
}
const newPolicy = async () => {
  const body: RouteInput<typeof policies.create>['body'] = {
    version: '1.0',
    name: 'Payouts',
    chain_type: 'ethereum',
    owner_id: ownerId,
    rules: [allowed],
  }
  return (await world.call(policies.create, { body })).body
}
const payment = {
  method: 'eth_sendTransaction',
  caip2,
  params: { transaction: { to: recipient, value: '0x1' } },
}
const transfer = {
  source: { asset: 'eth', chain: caip2 },
  amount: '0.5',
  destination: { address: recipient },
}

/** Both signatures that are needed. @returns the intent after the second. */
async function approve(shown: ShownIntent) {
  if (shown.intent_id === undefined) throw new Error(JSON.stringify(shown))
  expect((await authorizeIntent(world, shown, keys[2])).body.status).toBe('pending')
  return (await authorizeIntent(world, shown, keys[0])).body
}

describe('each kind of intent', () => {
  test('a payment is signed and sent', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const proposed = await world.call(intents.rpc, { params: { wallet_id: id }, body: payment })

    const done = await approve(proposed.body)
    expect(done).toMatchObject({
      ...{ intent_type: 'RPC', status: 'executed' },
      action_result: { response_body: { method: 'eth_sendTransaction', data: { caip2 } } },
    })
    expect(node.sent.length).toBe(1)
  })

  test('a transfer is sent', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const input = { params: { wallet_id: id }, body: transfer }
    const proposed = await world.call(intents.transfer, input)

    const done = await approve(proposed.body)
    expect(done).toMatchObject({
      ...{ intent_type: 'TRANSFER', status: 'executed', resource_id: id },
      action_result: { response_body: { type: 'transfer', destination_address: recipient } },
    })
    expect(node.sent.length).toBe(1)
  })

  test('a policy is changed', async () => {
    const { id } = await newPolicy()
    const input = { params: { policy_id: id }, body: { name: 'Payouts of today' } }
    const done = await approve((await world.call(intents.updatePolicy, input)).body)
    expect([done.intent_type, done.status]).toEqual(['POLICY', 'executed'])
    const found = await world.call(policies.find, { params: { policy_id: id } })
    expect(found.body.name).toBe('Payouts of today')
  })

  test('a rule is added, changed and removed', async () => {
    const policy = await newPolicy()
    const params = { policy_id: policy.id }
    const rulesNow = async () => (await world.call(policies.find, { params })).body.rules

    const added = await approve(
      (await world.call(intents.addRule, { params, body: { ...allowed, name: 'More' } })).body,
    )
    expect([added.intent_type, added.status]).toEqual(['RULE', 'executed'])
    const [, rule] = await rulesNow()
    const named = { params: { ...params, rule_id: rule?.id ?? '' } }
    const changing = { ...named, body: { ...allowed, name: 'Renamed' } }
    await approve((await world.call(intents.updateRule, changing)).body)
    expect((await rulesNow()).map(({ name }) => name)).toEqual(['Small payments', 'Renamed'])
    await approve((await world.call(intents.removeRule, named)).body)
    expect((await rulesNow()).map(({ name }) => name)).toEqual(['Small payments'])
  })

  test('a wallet gets a policy, and a quorum another threshold', async () => {
    const policy = await newPolicy()
    const { id } = await world.createWallet({ owner_id: ownerId })
    const params = { wallet_id: id }
    const body = { policy_ids: [policy.id] }
    await approve((await world.call(intents.updateWallet, { params, body })).body)
    const wallet = await world.call(serverWallets.find, { params, query: {} })
    expect(wallet.body.policy_ids).toEqual([policy.id])

    const members = { public_keys: keys.map(({ spki }) => spki), authorization_threshold: 2 }
    const quorum = (await world.call(keyQuorums.create, { body: members })).body
    const named = { key_quorum_id: quorum.id }
    const change = { params: named, body: { authorization_threshold: 1 } }
    await approve((await world.call(intents.updateKeyQuorum, change)).body)
    const found = await world.call(keyQuorums.find, { params: named })
    expect(found.body.authorization_threshold).toBe(1)
  })

  test('a waiting change shows what is there now; a rule also its policy', async () => {
    const policy = await newPolicy()
    const params = { policy_id: policy.id }
    const waiting = async (call: Promise<{ body: ShownIntent }>) => {
      const { body } = await call
      const shown = await world.call(intents.find, { params: { intent_id: body.intent_id ?? '' } })
      expect(shown.body).toEqual(body)
      return body as Intent
    }
    const renaming = world.call(intents.updatePolicy, { params, body: { name: 'Other' } })
    expect(await waiting(renaming)).toMatchObject({ current_resource_data: policy })
    const adding = await waiting(world.call(intents.addRule, { params, body: allowed }))
    expect(adding).toMatchObject({ policy })
    expect(adding).not.toHaveProperty('current_resource_data')
    const named = { params: { ...params, rule_id: policy.rules[0]?.id ?? '' } }
    const removing = await waiting(world.call(intents.removeRule, named))
    expect(removing).toMatchObject({ policy, current_resource_data: policy.rules[0] })

    const wallet = await world.createWallet({ owner_id: ownerId })
    const ofWallet = { params: { wallet_id: wallet.id }, body: { policy_ids: [policy.id] } }
    const found = await world.call(serverWallets.find, { params: ofWallet.params, query: {} })
    const changing = await waiting(world.call(intents.updateWallet, ofWallet))
    expect(changing.current_resource_data).toEqual(found.body)
    const quorum = { params: { key_quorum_id: ownerId }, body: { authorization_threshold: 3 } }
    const lowering = await waiting(world.call(intents.updateKeyQuorum, quorum))
    expect(lowering.current_resource_data).toMatchObject({
      id: ownerId,
      authorization_threshold: 2,
    })
  })

  test('what the policy refuses fails, with the reason', async () => {
    const policy = await newPolicy()
    const { id } = await world.createWallet({ owner_id: ownerId, policy_ids: [policy.id] })
    const transaction = { to: recipient, value: '0x64' }
    const body = { ...payment, params: { transaction } }
    const proposed = await world.call(intents.rpc, { params: { wallet_id: id }, body })

    const done = await approve(proposed.body)
    expect(done).toMatchObject({
      status: 'failed',
      action_result: { status_code: 400, response_body: { code: 'policy_violation' } },
    })
    expect((await eventsOf(world, done.intent_id)).at(-1)).toBe('intent.failed')
  })
})

describe('a proposal that could never be carried out', () => {
  const unknown = 'a'.repeat(24)
  const rule = (condition: object) => ({
    ...{ name: 'Wrong', method: 'eth_sendTransaction', action: 'ALLOW' },
    conditions: [
      { field_source: 'ethereum_transaction', operator: 'lte', value: '5', ...condition },
    ],
  })
  const moved = (more: object) => ({ ...transfer, ...more })

  test.each<[string, object, string]>([
    ['a method with a slip', { ...payment, method: 'eth_sendTransactio' }, 'method'],
    [
      'an address that is none',
      { ...payment, params: { transaction: { to: '0x12', value: 'abc' } } },
      'params.transaction.to',
    ],
    [
      'an amount that is none',
      { ...payment, params: { transaction: { to: recipient, value: 'abc' } } },
      'params.transaction.value',
    ],
    ['another kind of network', { ...payment, caip2: 'solana:local' }, 'caip2'],
    ['a network without a node', { ...payment, caip2: 'eip155:999' }, 'caip2'],
    [
      'two networks',
      { ...payment, params: { transaction: { to: recipient, chain_id: 1 } } },
      'params.transaction.chain_id',
    ],
  ])('error: a request with %s is refused as the call is', async (_what, body, field) => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const input = { params: { wallet_id: id }, body: body as Record<string, unknown> }
    const proposed = await world.call(intents.rpc, input)
    const called = await world.call(walletActions.rpc, input, { keys: [keys[0], keys[1]] })

    expect([proposed.status, proposed.body.data]).toEqual([400, { field }])
    const { code, error } = proposed.body
    expect([code, error]).toEqual([called.body.code, called.body.error])
  })

  test.each<[string, object, string]>([
    ['no address', { destination: { address: 'x' } }, 'destination.address'],
    ['too many places', { amount: `0.${'0'.repeat(18)}1` }, 'amount'],
  ])('error: a transfer with %s', async (_what, more, field) => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const input = { params: { wallet_id: id }, body: moved(more) as typeof transfer }
    const { status, body } = await world.call(intents.transfer, input)

    expect([status, body.code, body.data]).toEqual([400, 'invalid_data', { field }])
  })

  test('error: changes of wallets, policies, rules and quorums say which field, in every way of asking', async () => {
    const policy = await newPolicy()
    const { id } = await world.createWallet({ owner_id: ownerId })
    const wallet = { wallet_id: id }
    const ofPolicy = { policy_id: policy.id }
    const ofRule = { ...ofPolicy, rule_id: policy.rules[0]?.id ?? '' }
    const refused = async (call: Promise<{ status: number; body: { data?: unknown } }>) => {
      const { status, body } = await call
      return [status, (body.data as { field?: string } | undefined)?.field]
    }
    const change = (body: object) =>
      refused(world.call(intents.updateWallet, { params: wallet, body }))
    const place = 'conditions[0].field'

    expect(await change({ policy_ids: [unknown] })).toEqual([400, 'policy_ids'])
    expect(await change({ owner_id: unknown })).toEqual([400, 'owner_id'])
    expect(await change({ additional_signers: [{ signer_id: unknown }] })).toEqual([
      ...[400, 'additional_signers[0].signer_id'],
    ])
    const wrong = rule({ field: 'recipient' }) as typeof allowed
    const rules = { params: ofPolicy, body: { rules: [wrong] } }
    expect(await refused(world.call(intents.updatePolicy, rules))).toEqual([
      400,
      `rules[0].${place}`,
    ])
    const adding = { params: ofPolicy, body: wrong }
    expect(await refused(world.call(intents.addRule, adding))).toEqual([400, `rules[1].${place}`])
    expect(await refused(world.call(policies.addRule, adding, { keys: [keys[0]] }))).toEqual([
      ...[400, `rules[1].${place}`],
    ])
    const changing = { params: ofRule, body: wrong }
    expect(await refused(world.call(intents.updateRule, changing))).toEqual([
      400,
      `rules[0].${place}`,
    ])
    const gone = { params: { ...ofRule, rule_id: unknown } }
    expect((await refused(world.call(intents.removeRule, gone)))[0]).toBe(404)
    const quorum = { params: { key_quorum_id: ownerId }, body: { authorization_threshold: 4 } }
    expect(await refused(world.call(intents.updateKeyQuorum, quorum))).toEqual([
      ...[400, 'authorization_threshold'],
    ])
  })
})

describe('members', () => {
  test('a quorum inside has one vote once its own members have signed', async () => {
    const inner = { public_keys: [keys[0].spki, keys[1].spki], authorization_threshold: 2 }
    const nested = (await world.call(keyQuorums.create, { body: inner })).body.id
    const outer = { public_keys: [keys[2].spki], key_quorum_ids: [nested] }
    const owner = (await world.call(keyQuorums.create, { body: outer })).body.id
    const { id } = await world.createWallet({ owner_id: owner })
    const { body: shown } = await world.call(intents.rpc, {
      params: { wallet_id: id },
      body: payment,
    })

    await authorizeIntent(world, shown, keys[0])
    const half = await authorizeIntent(world, shown, keys[2])
    expect(half.body.authorization_details[0]?.members).toMatchObject([
      { type: 'key', signed_at: expect.any(Number) },
      { type: 'key_quorum', key_quorum_id: nested, threshold_met: false },
    ])
    expect((await authorizeIntent(world, shown, keys[1])).body.status).toBe('executed')
  })

  test('are found by what they have yet to sign', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const { body: shown } = await world.call(intents.rpc, {
      params: { wallet_id: id },
      body: payment,
    })
    await authorizeIntent(world, shown, keys[0])
    const waitingFor = async (key: AuthorizationKey) => {
      const query = { pending_member_id: key.spki, resource_id: id }
      return (await world.call(intents.list, { query })).body.data.map((each) => each.intent_id)
    }
    expect(await waitingFor(keys[0])).toEqual([])
    expect(await waitingFor(keys[1])).toEqual([shown.intent_id])
  })
})

describe('a direct call that lacks signatures', () => {
  test('is refused with the intent that it became; another member completes it', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const ask = () =>
      world.call(
        walletActions.rpc,
        { params: { wallet_id: id }, body: payment },
        { keys: [keys[0]], idempotencyKey: `pay-${id}` },
      )
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([403, 'awaiting_approval'])
    const intent = waitingIntentIn(refused.body)
    expect(refused.body).toMatchObject({ intent_id: intent.intent_id })
    expect(intent).toMatchObject({ intent_type: 'RPC', status: 'pending', resource_id: id })
    const again = await ask()
    expect(again.body.data?.intent_id).toBe(intent.intent_id)

    const done = await authorizeIntent(world, intent, keys[1])
    expect(done.body.status).toBe('executed')
    expect(node.sent.length).toBe(1)
  })

  test('a change of a policy waits alike; without any signature nothing does', async () => {
    const { id } = await newPolicy()
    const input = { params: { policy_id: id }, body: { name: 'Later' } }
    expect((await world.call(policies.update, input)).status).toBe(401)
    const refused = await world.call(policies.update, input, { keys: [keys[1]] })
    const intent = waitingIntentIn(refused.body)
    expect([refused.body.code, intent.intent_type]).toEqual(['awaiting_approval', 'POLICY'])
    await authorizeIntent(world, intent, keys[2])
    const found = await world.call(policies.find, { params: { policy_id: id } })
    expect(found.body.name).toBe('Later')
  })
})

describe('carrying out', () => {
  test('50 authorizations at once carry it out once', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const { body: shown } = await world.call(intents.rpc, {
      params: { wallet_id: id },
      body: payment,
    })
    const signatures = keys.map((key) => signIntent(world, shown, key))
    const given = Array.from({ length: 50 }, (_, at) => signatures[at % 3] ?? '')
    const all = await Promise.all(
      given.map((signature) => authorizeIntent(world, shown, { signature })),
    )

    expect(all.filter(({ status }) => status === 200).length).toBe(2)
    const others = all.map(({ status }) => status).filter((status) => status !== 200)
    expect([...new Set(others)].filter((status) => status !== 400 && status !== 401)).toEqual([])
    expect(node.sent.length).toBe(1)
    expect(await eventsOf(world, shown.intent_id)).toEqual([
      ...['intent.created', 'approval.asked', 'intent.authorized', 'intent.authorized'],
      ...['approval.given', 'intent.executed'],
    ])
  })

  test('what a restart has interrupted is finished once, by one of several processes', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const { body: shown } = await world.call(intents.rpc, {
      params: { wallet_id: id },
      body: payment,
    })
    await authorizeIntent(world, shown, keys[0])
    // As a process leaves it that was killed after it had signed and sent, and before it noted that.
    const sql = world.kit.db.updateTable('wallet_intent').where('intent_id', '=', shown.intent_id)
    await authorizeIntent(world, shown, keys[1])
    await sql.set({ status: 'processing', result: null, lease_until: 0 }).execute()

    const { deps } = world.kit
    await Promise.all([1, 2, 3].map(() => finishIntents(deps, carryOutOf(deps))))
    const found = await world.call(intents.find, { params: { intent_id: shown.intent_id } })
    expect(found.body).toMatchObject({ status: 'executed', action_result: { status_code: 200 } })
    expect(new Set(node.sent).size).toBe(1)
  })

  test('a change that was carried out before the restart counts as executed', async () => {
    const policy = await newPolicy()
    const params = { policy_id: policy.id }
    const body = { ...allowed, name: 'Once' }
    const done = await approve((await world.call(intents.addRule, { params, body })).body)
    await world.kit.db
      .updateTable('wallet_intent')
      .where('intent_id', '=', done.intent_id)
      .set({ status: 'processing', result: null, lease_until: 0 })
      .execute()

    await finishIntents(world.kit.deps, carryOutOf(world.kit.deps))
    const found = await world.call(intents.find, { params: { intent_id: done.intent_id } })
    expect(found.body.status).toBe('executed')
    const rules = (await world.call(policies.find, { params })).body.rules
    expect(rules.filter(({ name }) => name === 'Once').length).toBe(1)
  })

  test('while the network’s node is away it waits, and is carried out later', async () => {
    const { id } = await world.createWallet({ owner_id: ownerId })
    const { body: shown } = await world.call(intents.rpc, {
      params: { wallet_id: id },
      body: payment,
    })
    await authorizeIntent(world, shown, keys[0])
    node.isAway = true
    const waiting = await authorizeIntent(world, shown, keys[1])
    expect(waiting.body.status).toBe('processing')
    node.isAway = false
    world.kit.clock.advance(130_000)
    await finishIntents(world.kit.deps, carryOutOf(world.kit.deps))
    const found = await world.call(intents.find, { params: { intent_id: shown.intent_id } })
    expect(found.body.status).toBe('executed')
    expect(new Set(node.sent).size).toBe(1)
  })
})
