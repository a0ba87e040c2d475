import { api } from '@sallyport/contract'
import {
  type AuthorizationKey,
  authorizationSignature,
  createWalletWorld,
  type WalletWorld,
} from '@sallyport/testing'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logEvents } from '../../testing/event-log.js'

const { intents, keyQuorums, serverWallets } = api
let world: WalletWorld
let readEvents: Awaited<ReturnType<typeof logEvents>>
let keys: [AuthorizationKey, AuthorizationKey, AuthorizationKey]
let ownerId: string
beforeAll(async () => {
  world = await createWalletWorld()
  readEvents = await logEvents(world.kit)
  keys = [world.newKey(), world.newKey(), world.newKey()]
  const body = { public_keys: keys.map(({ spki }) => spki), authorization_threshold: 2 }
  ownerId = (await world.call(keyQuorums.create, { body })).body.id
})
afterAll(() => world?.close())

const message = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }

interface Shown {
  intent_id: string
  custom_expiry: boolean
  expires_at: number
  request_details: { method: string; url: string; body?: unknown }
}

/** Signs what an intent shows, as a member does with the client's own signer. */
function authorize(shown: Shown, key: AuthorizationKey) {
  const { method, url, body } = shown.request_details
  const expiry = shown.custom_expiry ? String(shown.expires_at) : undefined
  const request = { method, url, appId: world.kit.appId, body: (body ?? {}) as object, expiry }
  const signature = authorizationSignature(request, key)
  return world.call(intents.authorize, {
    params: { intent_id: shown.intent_id },
    body: { signature, timestamp: world.kit.clock.nowMs() },
  })
}

async function proposeMessage(expiry?: number) {
  const wallet = await world.createWallet({ owner_id: ownerId })
  const proposed = await world.call(
    intents.rpc,
    { params: { wallet_id: wallet.id }, body: message },
    expiry === undefined ? {} : { expiry },
  )
  if (proposed.status !== 200) throw new Error(JSON.stringify(proposed.body))
  return { wallet, intent: proposed.body }
}

describe('intents', () => {
  test('a request waits for two members, and is carried out by the second signature', async () => {
    const { wallet, intent } = await proposeMessage(world.kit.clock.nowMs() + 3_600_000)
    expect(intent).toMatchObject({
      ...{ intent_type: 'RPC', status: 'pending', resource_id: wallet.id, custom_expiry: true },
      authorization_details: [{ threshold: 2, members: [{ signed_at: null }, {}, {}] }],
    })

    const first = await authorize(intent, keys[0])
    expect([first.status, first.body.status]).toEqual([200, 'pending'])
    const twice = await authorize(intent, keys[0])
    expect([401, 400]).toContain(twice.status)
    const last = await authorize(intent, keys[2])
    expect(last.body).toMatchObject({ status: 'executed', action_result: { status_code: 200 } })
    const answer = last.body.action_result?.response_body as { data: { signature: `0x${string}` } }
    const address = wallet.address as `0x${string}`
    const { signature } = answer.data
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    const events = await readEvents()
    const own = events.filter(({ data }) => data.intent_id === intent.intent_id)
    expect(own.map(({ type }) => type)).toEqual([
      ...['intent.created', 'approval.asked', 'intent.authorized'],
      ...['intent.authorized', 'approval.given', 'intent.executed'],
    ])
    const late = await authorize(intent, keys[1])
    expect([late.status, late.body.code]).toEqual([400, 'invalid_data'])
  })

  test('a change of a wallet and of a quorum are proposed alike', async () => {
    const wallet = await world.createWallet({ owner_id: ownerId })
    const change = { params: { wallet_id: wallet.id }, body: { display_name: 'Approved' } }
    const proposed = await world.call(intents.updateWallet, change)
    for (const key of keys.slice(0, 2)) await authorize(proposed.body, key)
    const named = { params: { wallet_id: wallet.id }, query: {} }
    expect((await world.call(serverWallets.find, named)).body.display_name).toBe('Approved')

    const single = world.newKey()
    const quorum = await world.call(keyQuorums.create, { body: { public_keys: [single.spki] } })
    const params = { key_quorum_id: quorum.body.id }
    const renamed = await world.call(intents.updateKeyQuorum, {
      params,
      body: { display_name: 'Q' },
    })
    expect((await authorize(renamed.body, single)).body.status).toBe('executed')
    expect((await world.call(keyQuorums.find, { params })).body.display_name).toBe('Q')
  })

  test('ends after 72 hours, and by a rejection', async () => {
    const { intent } = await proposeMessage()
    world.kit.clock.advance(73 * 3_600_000)
    const params = { intent_id: intent.intent_id }
    expect((await world.call(intents.find, { params })).body.status).toBe('expired')
    expect((await authorize(intent, keys[0])).body.code).toBe('invalid_data')

    const other = (await proposeMessage()).intent
    const named = { params: { intent_id: other.intent_id } }
    expect((await world.call(intents.reject, named)).body.status).toBe('rejected')
    expect((await world.call(intents.reject, named)).body.code).toBe('invalid_data')
    const query = { status: 'rejected', resource_id: other.resource_id } as const
    const listed = await world.call(intents.list, { query })
    expect(listed.body.data.map((each) => each.intent_id)).toEqual([other.intent_id])
  })

  test('error: a thing without owner, a time too far ahead, a stranger’s signature', async () => {
    const open = await world.createWallet()
    const ownerless = await world.call(intents.rpc, {
      params: { wallet_id: open.id },
      body: message,
    })
    expect([ownerless.status, ownerless.body.code]).toEqual([400, 'invalid_data'])
    const wallet = await world.createWallet({ owner_id: ownerId })
    const far = await world.call(
      intents.rpc,
      { params: { wallet_id: wallet.id }, body: message },
      { expiry: world.kit.clock.nowMs() + 80 * 3_600_000 },
    )
    expect(far.body.code).toBe('invalid_data')
    const { intent } = await proposeMessage()
    const stranger = await authorize(intent, world.newKey())
    expect([stranger.status, stranger.body.code]).toEqual([401, 'missing_or_invalid_token'])
    const unknown = await world.call(intents.find, { params: { intent_id: 'a'.repeat(24) } })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  })
})
