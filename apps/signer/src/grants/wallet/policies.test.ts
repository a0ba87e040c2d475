import { describe, expect, test } from 'vitest'
import { newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'
import { alice, mallory, send } from '../../testing/policies.js'
import { createServerWallets, type ServerWallets } from '../../testing/server-wallets.js'

/* Policies of wallets at the signer's socket: who changes them, and what they refuse. */

const { world, wallets } = await openServerWallets()

const rule = (method: string, conditions: object[] = [], action = 'ALLOW') => ({
  ...{ name: `${action} ${method}`, method, action, conditions },
})
const where = (
  field_source: string,
  field: string,
  operator: string,
  value: string | string[],
) => ({
  ...{ field_source, field, operator, value },
})
const toAlice = where('ethereum_transaction', 'to', 'eq', alice)
const whole = { nonce: 0, gas_limit: 21_000, max_fee_per_gas: 10, max_priority_fee_per_gas: 1 }
const sending = (to: string, value = 1) => send({ ...whole, to, value })
const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }

/** What becomes of a request of an owned wallet. */
async function refusalOf(
  wallet: { walletId: string; apiShare: string; address: string; ownerId: string | null },
  body: object,
  keys: Parameters<ServerWallets['signing']>[1] = [],
) {
  const { error } = await wallets.ask('signWithWallet', wallets.signing(wallet, keys, body))
  return error
}

describe('a policy of a wallet', () => {
  test('lets through what a rule allows, in any letter case, and says in words why not', async () => {
    const { policy } = await wallets.policy([rule('eth_signTransaction', [toAlice])])
    const wallet = await wallets.create({ policyIds: [policy.id] })

    expect(await refusalOf(wallet, sending(alice))).toBeUndefined()
    // WAL-18
    expect(await refusalOf(wallet, sending(alice.toUpperCase().replace('0X', '0x')))).toBe(
      undefined,
    )
    expect(await refusalOf(wallet, sending(mallory))).toMatchObject({
      code: 'policy_violation',
      details: {
        message: expect.stringContaining(`ethereum_transaction.to is ${mallory}`),
        refusal: { policyId: policy.id, policyRevision: 1, expected: alice, seen: mallory },
      },
    })
    expect(await refusalOf(wallet, message)).toMatchObject({ code: 'policy_violation' })
  })

  test('a change holds at once, also of one rule; its owner signs it', async () => {
    const owner = newKey()
    const ownership = { owner: { public_key: owner.spki } }
    const { policy } = await wallets.policy([rule('personal_sign')], ownership)
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const path = `policies/${policy.id}`
    const ids = { policyId: policy.id }
    const change = { ...ids, body: { rules: [rule('eth_signTransaction')] } }

    expect(await wallets.codeOf('updatePolicy', wallets.governing(path, change))).toBe(
      'wrong_signature',
    )
    expect(await refusalOf(wallet, message)).toBeUndefined()
    await wallets.outputOf('updatePolicy', wallets.governing(path, change, [owner]))
    expect(await refusalOf(wallet, message)).toMatchObject({ code: 'policy_violation' })

    const adding = { ...ids, method: 'POST', body: rule('personal_sign') }
    const added = wallets.governing(`${path}/rules`, adding, [owner])
    const { rule: made } = (await wallets.outputOf('addRule', added)) as unknown as {
      rule: { id: string }
    }
    expect(await refusalOf(wallet, message)).toBeUndefined()
    const removing = { ...ids, ruleId: made.id, method: 'DELETE' }
    await wallets.outputOf(
      'deleteRule',
      wallets.governing(`${path}/rules/${made.id}`, removing, [owner]),
    )
    expect(await refusalOf(wallet, message)).toMatchObject({ code: 'policy_violation' })
    await wallets.outputOf(
      'deletePolicy',
      wallets.governing(path, { ...ids, method: 'DELETE' }, [owner]),
    )
    expect(await refusalOf(wallet, sending(alice))).toMatchObject({ code: 'policy_violation' })
  })

  test('error: what cannot be compiled is refused with its place and how to mend it', async () => {
    const body = {
      ...{ version: '1.0', name: 'Bad', chain_type: 'ethereum' },
      rules: [rule('eth_signTransaction', [{ ...toAlice, field: 'recipient' }])],
    }
    const { error } = await wallets.ask('createPolicy', { appId: world.appId, body })

    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { problems: [{ path: 'rules[0].conditions[0].field' }] },
    })
  })

  test('what is suspicious about a policy is said when it is saved', async () => {
    const { notes } = (await wallets.policy([rule('*')])) as unknown as { notes: object[] }

    expect(notes).toHaveLength(1)
  })

  test('a signer beside the owner signs under its own policy', async () => {
    const [owner, agent] = [newKey(), newKey()]
    const { policy: own } = await wallets.policy([rule('eth_signTransaction')])
    const { policy: other } = await wallets.policy([rule('eth_signTransaction', [toAlice])])
    const { id } = await wallets.quorum({ public_keys: [agent.spki] })
    const wallet = await wallets.create({
      owner: { publicKey: owner.spki },
      signers: [{ quorumId: id, policyIds: [other.id] }],
      policyIds: [own.id],
    })

    expect(await refusalOf(wallet, sending(mallory), [owner])).toBeUndefined()
    expect(await refusalOf(wallet, sending(alice), [agent])).toBeUndefined()
    expect(await refusalOf(wallet, sending(mallory), [agent])).toMatchObject({
      code: 'policy_violation',
    })
  })

  test('digests are signed by a rule of their own alone', async () => {
    const digest = { method: 'secp256k1_sign', params: { hash: `0x${'ab'.repeat(32)}` } }
    const { policy } = await wallets.policy([rule('secp256k1_sign')])
    const { policy: other } = await wallets.policy([rule('personal_sign')])

    expect(await refusalOf(await wallets.create(), digest)).toMatchObject({
      code: 'policy_violation',
      details: { message: expect.stringContaining('needs a policy') },
    })
    expect(
      await refusalOf(await wallets.create({ policyIds: [policy.id] }), digest),
    ).toBeUndefined()
    expect(await refusalOf(await wallets.create({ policyIds: [other.id] }), digest)).toMatchObject({
      code: 'policy_violation',
    })
  })

  test('error: a policy of another chain is none of the wallet’s', async () => {
    const { policy } = await wallets.policy([rule('signMessage')], { chain_type: 'solana' })
    const wallet = await wallets.create()
    const change = wallets.updating(wallet, { policy_ids: [policy.id] }, [])

    expect(await wallets.codeOf('updateWallet', change)).toBe('invalid_request')
  })
})

describe('settings of an app', () => {
  test('its policy has to allow too; their owner signs changes; owners can be demanded', async () => {
    const other = await createServerWallets({
      socketPath: world.config.socketPath,
      appId: 'settings-app',
    })
    const owner = newKey()
    const free = await other.create()
    const { policy } = await other.policy([rule('eth_signTransaction', [toAlice])])
    const path = `apps/${other.appId}/wallet_settings`
    const change = (body: object, keys: Parameters<typeof other.governing>[2] = []) =>
      other.codeOf('updateWalletSettings', other.governing(path, { body }, keys))
    const codeOf = async (to: string) =>
      other.codeOf('signWithWallet', other.signing(free, [], sending(to)))
    expect(await codeOf(mallory)).toBeUndefined()

    const body = { policy_ids: [policy.id], owner: { public_key: owner.spki }, require_owner: true }
    expect(await change(body)).toBeUndefined()

    expect([await codeOf(alice), await codeOf(mallory)]).toEqual([undefined, 'policy_violation'])
    expect(await change({ policy_ids: [] })).toBe('wrong_signature')
    const wallet = { chainType: 'ethereum', owner: null, signers: [], policyIds: [] }
    const input = { appId: other.appId, wallet, sealTo: 'AAAA' }
    expect(await other.codeOf('createWallet', input)).toBe('invalid_request')
    expect(await change({ policy_ids: [] }, [owner])).toBeUndefined()
    expect(await codeOf(mallory)).toBeUndefined()
  })
})

describe('a condition set', () => {
  const pathOf = (id: string, part = '') => `condition_sets/${id}${part}`
  const items = '/condition_set_items'

  test('is looked up, grows, shrinks and is replaced; each value is there once', async () => {
    const body = { name: 'Allowed' }
    const { id } = (await wallets.outputOf('createConditionSet', { appId: world.appId, body }))
      .conditionSet
    const inSet = where('ethereum_transaction', 'to', 'in_condition_set', id)
    const { policy } = await wallets.policy([rule('eth_signTransaction', [inSet])])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const isAllowed = async (to: string) => (await refusalOf(wallet, sending(to))) === undefined
    const change = (call: string, method: string, values: string[]) =>
      wallets.ask(
        call,
        wallets.governing(pathOf(id, items), {
          ...{ conditionSetId: id, method, body: values.map((value) => ({ value })) },
        }),
      )
    expect(await isAllowed(alice)).toBe(false)

    const upper = alice.toUpperCase().replace('0X', '0x')
    const added = (await change('addConditionSetItems', 'POST', [` ${upper} `, mallory]))
      .output as unknown as { items: { id: string }[] }
    expect([await isAllowed(alice), await isAllowed(mallory)]).toEqual([true, true])
    expect((await change('addConditionSetItems', 'POST', [alice])).error?.code).toBe(
      'invalid_request',
    )

    const itemId = added.items[1]?.id ?? ''
    const removing = { conditionSetId: id, itemId, method: 'DELETE' }
    const remove = wallets.governing(pathOf(id, `${items}/${itemId}`), removing)
    expect(await wallets.codeOf('deleteConditionSetItem', remove)).toBeUndefined()
    expect([await isAllowed(alice), await isAllowed(mallory)]).toEqual([true, false])

    await change('replaceConditionSetItems', 'PUT', [mallory])
    expect([await isAllowed(alice), await isAllowed(mallory)]).toEqual([false, true])
    const page = { appId: world.appId, conditionSetId: id, limit: 10 }
    expect(await wallets.outputOf('listConditionSetItems', page)).toMatchObject({
      items: [{ value: mallory }],
      next: null,
    })
  })
})

describe('a condition set that a limit names', () => {
  const newSet = async () =>
    (await wallets.outputOf('createConditionSet', { appId: world.appId, body: { name: 'Set' } }))
      .conditionSet.id
  const limitBody = (setId: string) => ({
    ...{ name: 'Day', method: '*', metric: { function: 'count' } },
    ...{ window: { type: 'rolling', seconds: 86_400 }, scope: 'app' },
    conditions: [where('ethereum_transaction', 'to', 'in_condition_set', setId)],
  })
  const remove = (id: string) =>
    wallets.outputOf(
      'deleteConditionSet',
      wallets.governing(`condition_sets/${id}`, { conditionSetId: id, method: 'DELETE' }),
    )

  test('error: has to be there when the limit is made', async () => {
    const gone = await newSet()
    await remove(gone)
    for (const setId of ['s'.padEnd(24, '0'), gone]) {
      const body = limitBody(setId)
      expect(await wallets.ask('createAggregation', { appId: world.appId, body })).toMatchObject({
        error: {
          code: 'invalid_request',
          details: { problems: [{ path: 'conditions[0].value' }] },
        },
      })
    }
  })

  test('stops only the rules that refer to the limit once it is gone', async () => {
    const owner = newKey()
    const setId = await newSet()
    const values = { conditionSetId: setId, method: 'POST', body: [{ value: alice }] }
    await wallets.outputOf(
      'addConditionSetItems',
      wallets.governing(`condition_sets/${setId}/condition_set_items`, values),
    )
    const limitId = await wallets.limit(limitBody(setId))
    const within = where('reference', `aggregation.${limitId}`, 'lte', '5')
    const { policy } = await wallets.policy(
      [rule('eth_signTransaction', [within]), rule('personal_sign')],
      { owner: { public_key: owner.spki } },
    )
    const fields = { owner: { publicKey: owner.spki } }
    const wallet = await wallets.create({ ...fields, policyIds: [policy.id] })
    const bare = await wallets.create(fields)
    const codesNow = async () => [
      (await refusalOf(wallet, sending(alice), [owner]))?.code,
      (await refusalOf(wallet, message, [owner]))?.code,
      (await refusalOf(bare, message, [owner]))?.code,
      (await refusalOf(bare, sending(alice), [owner]))?.code,
    ]

    expect(await codesNow()).toEqual([undefined, undefined, undefined, undefined])
    await remove(setId)
    expect(await codesNow()).toEqual(['policy_violation', undefined, undefined, undefined])
    expect(await refusalOf(wallet, sending(alice), [owner])).toMatchObject({
      details: { refusal: { limitId } },
    })
  })

  test('stops everything of a wallet whose policy names it itself', async () => {
    const setId = await newSet()
    const inSet = where('ethereum_transaction', 'to', 'in_condition_set', setId)
    const { policy } = await wallets.policy([
      rule('eth_signTransaction', [inSet], 'DENY'),
      rule('*'),
    ])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    expect(await refusalOf(wallet, message)).toBeUndefined()
    await remove(setId)
    expect(await refusalOf(wallet, message)).toMatchObject({ code: 'policy_violation' })
  })
})

describe('trying policies', () => {
  test('a dry run judges as a signature would be judged, by a draft too, and takes nothing', async () => {
    const limitId = await wallets.limit({ metric: { function: 'count' } })
    const within = where('reference', `aggregation.${limitId}`, 'lte', '1')
    const { policy } = await wallets.policy([rule('eth_signTransaction', [toAlice, within])])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const evaluate = async (body: object, draft?: object) => {
      const input = { appId: world.appId, policyId: policy.id, walletId: wallet.walletId, body }
      const output = await wallets.outputOf('evaluatePolicy', { ...input, ...(draft && { draft }) })
      return (output as unknown as { evaluation: { allowed: boolean; limits: object[] } })
        .evaluation
    }

    for (let time = 0; time < 3; time += 1)
      expect(await evaluate(sending(alice))).toMatchObject({
        allowed: true,
        limits: [{ id: limitId, most: '1', left: '1', asked: '1' }],
      })
    expect(await evaluate(sending(mallory))).toMatchObject({
      allowed: false,
      refusal: { seen: mallory },
    })
    const draft = { rules: [rule('eth_signTransaction')] }
    expect(await evaluate(sending(mallory), draft)).toMatchObject({ allowed: true })
    expect(await refusalOf(wallet, sending(alice))).toBeUndefined()
    expect(await evaluate(sending(alice))).toMatchObject({
      allowed: false,
      refusal: { limitId, left: '0' },
    })
  })

  test('a dry run lists the limits of its own policies, by name, and the rule that allows', async () => {
    const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'value' }
    const foreign = await wallets.limit({ metric, name: 'Of another policy' })
    const day = await wallets.limit({ metric, name: 'Ten a day' })
    const calls = await wallets.limit({ metric: { function: 'count' }, name: 'Calls' })
    const within = where('reference', `aggregation.${day}`, 'lte', '10')
    const rarely = where('reference', `aggregation.${calls}`, 'lt', '9')
    const { policy } = await wallets.policy([
      { ...rule('eth_signTransaction', [toAlice, within]), name: 'To Alice' },
      { ...rule('eth_sendTransaction', [rarely]), name: 'Sends' },
    ])
    await wallets.policy([
      rule('eth_signTransaction', [where('reference', `aggregation.${foreign}`, 'lte', '100')]),
    ])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    const evaluate = async (body: object) => {
      const input = { appId: world.appId, policyId: policy.id, walletId: wallet.walletId, body }
      return (await wallets.outputOf('evaluatePolicy', input)) as unknown as { evaluation: object }
    }
    expect(await refusalOf(wallet, sending(alice, 10))).toBeUndefined()

    const ofDay = { id: day, name: 'Ten a day', scope: 'app', most: '10', left: '0' }
    const ofCalls = { id: calls, name: 'Calls', scope: 'app', most: '8', left: '7' }
    expect((await evaluate(sending(alice, 0))).evaluation).toEqual({
      ...{ allowed: true, rule: 'To Alice', refusal: null },
      limits: [
        { ...ofDay, asked: '0' },
        { ...ofCalls, asked: '1' },
      ],
    })
    expect((await evaluate(sending(alice, 1))).evaluation).toMatchObject({
      ...{ allowed: false, rule: null },
      limits: [{ ...ofDay, asked: '1' }, ofCalls],
    })
    expect((await evaluate(sending(mallory, 2))).evaluation).toMatchObject({
      ...{ allowed: false, refusal: { rule: 'To Alice' } },
      limits: [{ ...ofDay, asked: '2' }, ofCalls],
    })
  })

  test('a request that is only judged is not signed, and takes and remembers nothing', async () => {
    const metric = { function: 'sum', field_source: 'ethereum_transaction', field: 'value' }
    const limitId = await wallets.limit({ metric })
    const within = where('reference', `aggregation.${limitId}`, 'lte', '10')
    const { policy } = await wallets.policy([rule('eth_signTransaction', [toAlice, within])])
    const owner = newKey()
    const wallet = await wallets.create({
      owner: { publicKey: owner.spki },
      policyIds: [policy.id],
    })
    const judge = (body: object, keys = [owner]) =>
      wallets.ask('signWithWallet', { ...wallets.signing(wallet, keys, body), isTrial: true })

    for (const value of [10, 10])
      expect((await judge(sending(alice, value))).output).toMatchObject({ data: {} })
    expect((await judge(sending(alice, 11))).error).toMatchObject({ code: 'policy_violation' })
    expect((await judge(sending(alice, 10), [])).error).toMatchObject({ code: 'wrong_signature' })
    expect(await refusalOf(wallet, sending(alice, 10), [owner])).toBeUndefined()
    expect(await refusalOf(wallet, sending(alice, 1), [owner])).toMatchObject({
      code: 'policy_violation',
    })
  })

  test('the requests of 31 days say what a draft would have changed', async () => {
    const { policy } = await wallets.policy([rule('eth_signTransaction', [toAlice])])
    const wallet = await wallets.create({ policyIds: [policy.id] })
    for (const body of [sending(alice, 1), sending(alice, 100), sending(mallory)]) {
      await refusalOf(wallet, body)
      world.clock.ms += 1
    }
    const replay = (rules: object[]) =>
      wallets.outputOf('replayPolicy', {
        ...{ appId: world.appId, policyId: policy.id, draft: { rules } },
      })
    const small = where('ethereum_transaction', 'value', 'lt', '10')

    expect(await replay([rule('eth_signTransaction', [toAlice])])).toMatchObject({
      ...{ judged: 3, newlyRefused: 0, newlyAllowed: 0 },
    })
    expect(await replay([rule('eth_signTransaction', [small])])).toMatchObject({
      ...{ judged: 3, newlyRefused: 1, newlyAllowed: 1 },
      changes: [
        { wasAllowed: true, reason: expect.stringContaining('value is 100') },
        { wasAllowed: false, reason: null },
      ],
    })
    world.clock.ms += 32 * 86_400_000
    expect(await replay([rule('eth_signTransaction')])).toMatchObject({ judged: 0 })
  })
})
