import { api, type RouteInput } from '@sallyport/contract'
import { carryOutOf, finishIntents } from '@sallyport/server'
import {
  type AuthorizationKey,
  authorizationSignature,
  authorizeIntent,
  createWalletWorld,
  eventsOf,
  type ShownIntent,
  signIntent,
  type WalletWorld,
  waitingIntentIn,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logEvents } from '../../testing/event-log.js'

/* What signatures of one request are good for: that request, once, while its members are members. */

const { intents, keyQuorums, policies, serverWallets, walletActions } = api
let world: WalletWorld
let keys: [AuthorizationKey, AuthorizationKey, AuthorizationKey]
beforeAll(async () => {
  world = await createWalletWorld()
  await logEvents(world.kit)
  keys = [world.newKey(), world.newKey(), world.newKey()]
})
afterAll(() => world?.close())

const newOwner = async () => {
  const body = { public_keys: keys.map(({ spki }) => spki), authorization_threshold: 2 }
  return (await world.call(keyQuorums.create, { body })).body.id
}
const message = (text: string) => ({
  method: 'personal_sign',
  params: { message: text, encoding: 'utf-8' },
})

async function propose(text = 'hello', owner?: string) {
  const owner_id = owner ?? (await newOwner())
  const wallet = await world.createWallet({ owner_id })
  const input = { params: { wallet_id: wallet.id }, body: message(text) }
  return { owner_id, wallet, shown: (await world.call(intents.rpc, input)).body }
}
const find = async ({ intent_id }: ShownIntent) =>
  (await world.call(intents.find, { params: { intent_id } })).body

describe('signatures of an intent', () => {
  test('error: a replayed one counts once', async () => {
    const { shown } = await propose()
    const signature = signIntent(world, shown, keys[0])
    expect((await authorizeIntent(world, shown, { signature })).status).toBe(200)
    const again = await authorizeIntent(world, shown, { signature })
    expect([again.status, again.body.code]).toEqual([400, 'invalid_data'])
    // The same member by another signature, which is not the same bytes.
    const other = await authorizeIntent(world, shown, keys[0])
    expect([400, 401]).toContain(other.status)
    expect((await find(shown)).status).toBe('pending')
  })

  test('error: one for another intent, another body or another app counts nothing', async () => {
    const { shown } = await propose('pay Ada')
    const other = (await propose('pay Bob')).shown
    const { url } = shown.request_details
    const body = message('pay Bob')
    const wrong = [
      signIntent(world, other, keys[1]),
      authorizationSignature({ url, appId: world.kit.appId, body }, keys[1]),
      authorizationSignature({ url, appId: 'another-app', body: message('pay Ada') }, keys[1]),
    ]
    await authorizeIntent(world, shown, keys[0])
    for (const signature of wrong) {
      const refused = await authorizeIntent(world, shown, { signature })
      expect([refused.status, refused.body.code]).toEqual([401, 'missing_or_invalid_token'])
    }
    expect((await find(shown)).status).toBe('pending')
  })

  test('error: another body behind the first signature makes it count no more', async () => {
    const { shown } = await propose('pay Ada')
    await authorizeIntent(world, shown, keys[0])
    // What code in the API could do.
    await world.kit.db
      .updateTable('wallet_intent')
      .where('intent_id', '=', shown.intent_id)
      .set({ body: JSON.stringify(message('pay Eve')) })
      .execute()

    const late = await authorizeIntent(world, shown, keys[1])
    expect(late.status).toBe(401)
    const changed = await find(shown)
    expect((await authorizeIntent(world, changed, keys[1])).body.status).toBe('pending')
  })

  test('error: a member who was removed in between votes no more; a new one does', async () => {
    const { shown, owner_id } = await propose()
    await authorizeIntent(world, shown, keys[0])
    const added = world.newKey()
    const members = [keys[1], keys[2], added].map(({ spki }) => spki)
    const change = { params: { key_quorum_id: owner_id }, body: { public_keys: members } }
    const { status } = await world.call(keyQuorums.update, change, { keys: [keys[1], keys[2]] })
    expect(status).toBe(200)

    expect((await authorizeIntent(world, shown, keys[1])).body.status).toBe('pending')
    expect((await authorizeIntent(world, shown, added)).body.status).toBe('executed')
  })

  test('error: after its time, and after a rejection, no signature carries it out', async () => {
    const { shown } = await propose()
    await authorizeIntent(world, shown, keys[0])
    world.kit.clock.advance(72 * 3_600_000 + 1)
    await finishIntents(world.kit.deps, carryOutOf(world.kit.deps))
    expect((await authorizeIntent(world, shown, keys[1])).body.code).toBe('invalid_data')
    expect(await eventsOf(world, shown.intent_id)).toEqual([
      ...['intent.created', 'approval.asked', 'intent.authorized', 'intent.expired'],
    ])

    const other = (await propose()).shown
    await authorizeIntent(world, other, keys[0])
    await world.call(intents.reject, { params: { intent_id: other.intent_id } })
    expect((await authorizeIntent(world, other, keys[1])).body.code).toBe('invalid_data')
  })

  test('error: those of an intent that was carried out do nothing again as a direct call', async () => {
    const owner_id = await newOwner()
    const wallet = await world.createWallet({ owner_id })
    const params = { wallet_id: wallet.id }
    const other = await newOwner()
    const body = { additional_signers: [{ signer_id: other }] }
    const shown = (await world.call(intents.updateWallet, { params, body })).body
    const signatures = [0, 1].map((at) => signIntent(world, shown, keys[at] ?? keys[0]))
    for (const signature of signatures) await authorizeIntent(world, shown, { signature })
    const undo = { params, body: { additional_signers: [] } }
    expect(
      (await world.call(serverWallets.update, undo, { keys: [keys[0], keys[1]] })).status,
    ).toBe(200)

    const replayed = await world.call(serverWallets.update, { params, body }, { signatures })
    expect(replayed.status).toBe(401)
    const found = await world.call(serverWallets.find, { params, query: {} })
    expect(found.body.additional_signers).toEqual([])
  })
})

describe('what an intent is about', () => {
  test('an archived wallet dismisses it', async () => {
    const { shown, wallet } = await propose()
    await world.call(serverWallets.archive, { params: { wallet_id: wallet.id } })
    expect(await find(shown)).toMatchObject({
      ...{ status: 'dismissed', dismissed_at: expect.any(Number) },
      dismissal_reason: expect.stringContaining('gone'),
    })
    expect((await authorizeIntent(world, shown, keys[0])).body.code).toBe('invalid_data')
    expect(await eventsOf(world, shown.intent_id)).toEqual([
      ...['intent.created', 'approval.asked', 'intent.dismissed'],
    ])
  })

  test('a change is dismissed once what it changes was changed otherwise', async () => {
    const owner_id = await newOwner()
    const params = { key_quorum_id: owner_id }
    const proposed = { params, body: { authorization_threshold: 1 } }
    const { body: shown } = await world.call(intents.updateKeyQuorum, proposed)
    await authorizeIntent(world, shown, keys[0])
    const change = { params, body: { authorization_threshold: 3 } }
    await world.call(keyQuorums.update, change, { keys: [keys[1], keys[2]] })

    expect(await find(shown)).toMatchObject({
      status: 'dismissed',
      dismissal_reason: expect.stringContaining('changed'),
    })
  })

  test.each(['change', 'removal'] as const)(
    'a %s of a rule is dismissed once the rule was changed otherwise; a new rule is not',
    async (kind) => {
      const owner_id = await newOwner()
      const ruleOf = (value: string): RouteInput<typeof policies.addRule>['body'] => ({
        ...{ name: 'At most', method: 'eth_sendTransaction', action: 'ALLOW' },
        conditions: [
          { field_source: 'ethereum_transaction', field: 'value', operator: 'lte', value },
        ],
      })
      const { body: policy } = await world.call(policies.create, {
        body: {
          ...{ version: '1.0', name: 'P', chain_type: 'ethereum', owner_id },
          rules: [ruleOf('100')],
        },
      })
      const params = { policy_id: policy.id, rule_id: policy.rules[0]?.id ?? '' }
      const raised = { params, body: ruleOf('1000') }
      const { body: shown } =
        kind === 'change'
          ? await world.call(intents.updateRule, raised)
          : await world.call(intents.removeRule, { params })
      const more = { params: { policy_id: policy.id }, body: ruleOf('5') }
      const { body: added } = await world.call(intents.addRule, more)
      await authorizeIntent(world, shown, keys[0])
      const lowered = { params, body: ruleOf('1') }
      await world.call(policies.updateRule, lowered, { keys: [keys[0], keys[1]] })

      expect(await find(shown)).toMatchObject({
        status: 'dismissed',
        dismissal_reason: expect.stringContaining('changed'),
      })
      expect((await authorizeIntent(world, shown, keys[1])).body.code).toBe('invalid_data')
      expect((await find(added)).status).toBe('pending')
    },
  )

  test('error: another app can neither see nor sign it', async () => {
    const { shown } = await propose()
    const other = await world.kit.addApp()
    const named = { params: { intent_id: shown.intent_id } }
    const as = { appId: other.appId, secret: other.appSecret }
    expect((await world.call(intents.find, named, as)).status).toBe(404)
    const body = { signature: signIntent(world, shown, keys[0]), timestamp: 0 }
    expect((await world.call(intents.authorize, { ...named, body }, as)).status).toBe(404)
  })

  test('error: one member who calls directly twice is still one', async () => {
    const { wallet } = await propose()
    const input = { params: { wallet_id: wallet.id }, body: message('direct') }
    const refused = await world.call(walletActions.rpc, input, { keys: [keys[0], keys[0]] })
    expect(refused.body.code).toBe('awaiting_approval')
    const intent = waitingIntentIn(refused.body)
    const signed = intent.authorization_details[0]?.members.filter(
      (each) => each.type !== 'key_quorum' && each.signed_at !== null,
    )
    expect(signed?.length).toBe(1)
  })
})
