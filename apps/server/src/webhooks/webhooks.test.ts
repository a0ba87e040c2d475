import { api } from '@sallyport/contract'
import { verifyWebhook, type WebhookTrust } from '@sallyport/contract/webhooks'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runMaintenance } from '../maintenance.js'
import { type Receiver, startReceiver } from '../testing/webhook-receiver.js'

let kit: TestKit
let receiver: Receiver
beforeAll(async () => {
  kit = await createTestKit()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.close()
  await kit?.close()
})
afterEach(async () => {
  const { body } = await kit.call(api.webhooks.list, {}, secret())
  for (const { id } of body.data)
    await kit.call(api.webhooks.remove, { params: { webhook_id: id } }, secret())
  receiver.received.length = 0
  receiver.answerWith(() => ({ status: 200 }))
})

const secret = () => ({ secret: kit.appSecret })
const hourMs = 3_600_000

async function addEndpoint(more: object = {}) {
  const body = { url: receiver.url, ...more }
  const answer = await kit.call(api.webhooks.create, { body }, secret())
  expect(answer.status).toBe(200)
  return answer.body
}
const typesOf = () => receiver.received.map(({ json }) => json.type)
const find = async (webhook_id: string) =>
  (await kit.call(api.webhooks.find, { params: { webhook_id } }, secret())).body
const list = async (webhook_id: string) =>
  (await kit.call(api.webhooks.deliveries, { params: { webhook_id }, query: {} }, secret())).body
    .data

describe('a delivery', () => {
  test('a sign-up and a login arrive in order, with the user and the account', async () => {
    await addEndpoint()
    const { user } = await kit.signIn('first@example.com')
    await kit.signIn('first@example.com')
    await kit.deliverWebhooks()
    expect(typesOf()).toEqual(['user.created', 'user.authenticated', 'user.authenticated'])
    const [created, first] = receiver.received
    expect(created?.json).toEqual({ type: 'user.created', user })
    expect(first?.json).toEqual({
      type: 'user.authenticated',
      user,
      account: user.linked_accounts[0],
    })
  })

  test('both sets of headers verify by standardwebhooks, svix and our own verifier, from the same secret', async () => {
    const endpoint = await addEndpoint()
    await kit.signIn('verified@example.com')
    await kit.deliverWebhooks()
    const [webhook] = receiver.received
    if (webhook === undefined) throw new Error('Nothing arrived')
    const { body, json } = webhook
    const nowMs = kit.clock.nowMs()
    expect(await verifyWebhook(webhook, endpoint, { nowMs })).toEqual(json)
    const own = headersFrom(webhook.headers, 'webhook')
    const svix = headersFrom(webhook.headers, 'svix')
    // Both libraries know no clock but the machine's.
    withDate(nowMs, () => {
      expect(new StandardWebhook(endpoint.secret).verify(body, own)).toEqual(json)
      expect(new SvixWebhook(endpoint.secret).verify(body, svix)).toEqual(json)
      expect(new SvixWebhook(endpoint.secret).verify(body, own)).toEqual(json)
      expect(() => new StandardWebhook(`whsec_${'A'.repeat(43)}=`).verify(body, own)).toThrow()
    })
    expect(JSON.stringify(JSON.parse(body))).toBe(body)
  })

  test('with ed25519 it verifies by the keys that the app publishes, also after a rotation', async () => {
    const { id } = await addEndpoint({ ed25519: true })
    const params = { app_id: kit.appId }
    await kit.call(api.webhooks.rotate, { params: { webhook_id: id }, body: {} }, secret())
    await kit.signIn('keys@example.com')
    await kit.deliverWebhooks()
    const [webhook] = receiver.received
    if (webhook === undefined) throw new Error('Nothing arrived')
    const { body: jwks } = await kit.call(api.webhooks.keys, { params })
    expect(jwks.keys).toHaveLength(2)
    const nowMs = kit.clock.nowMs()
    for (const key of jwks.keys)
      expect(await verifyWebhook(webhook, { jwks: { keys: [key] } }, { nowMs })).toEqual(
        webhook.json,
      )
  })

  test('a rotation signs by both secrets for the overlap, and then by the new one alone', async () => {
    const before = await addEndpoint()
    const params = { webhook_id: before.id }
    const body = { overlap_seconds: 3_600 }
    const { body: after } = await kit.call(api.webhooks.rotate, { params, body }, secret())
    const trusted = async (email: string) => {
      receiver.received.length = 0
      await kit.signIn(email)
      await kit.deliverWebhooks()
      const [webhook] = receiver.received
      if (webhook === undefined) throw new Error('Nothing arrived')
      const by = (trust: WebhookTrust) =>
        verifyWebhook(webhook, trust, { nowMs: kit.clock.nowMs() }).then(
          () => true,
          () => false,
        )
      return { old: await by(before), new: await by(after) }
    }
    expect(await trusted('both@example.com')).toEqual({ old: true, new: true })
    kit.clock.advance(hourMs + 1_000)
    expect(await trusted('new@example.com')).toEqual({ old: false, new: true })
  })

  test('an app without an endpoint keeps its events for three days: a later endpoint is sent a range', async () => {
    kit.clock.advance(1_000)
    const at = kit.clock.nowMs()
    await kit.signIn('unheard@example.com')
    kit.clock.advance(3 * 24 * hourMs - 1_000)
    await runMaintenance(kit.deps)
    const { id } = await addEndpoint()
    const params = { webhook_id: id }
    const resent = await kit.call(api.webhooks.resend, { params, body: { since: at } }, secret())
    expect(resent.body).toEqual({ resent: 2 })
    await kit.deliverWebhooks()
    expect(typesOf()).toEqual(['user.created', 'user.authenticated'])
  })

  test('without an endpoint, what is older is forgotten, and an app that wants so keeps nothing', async () => {
    const events = async () => (await kit.db.selectFrom('app_event').select('seq').execute()).length
    await kit.signIn('forgotten@example.com')
    kit.clock.advance(3 * 24 * hourMs + 1_000)
    await runMaintenance(kit.deps)
    expect(await events()).toBe(0)
    const set = (webhook_unheard_days: number) =>
      kit.call(api.adminApp.update, { body: { webhook_unheard_days } }, secret())
    expect((await set(0)).body).toMatchObject({ webhook_unheard_days: 0 })
    await kit.signIn('forgotten-at-once@example.com')
    expect(await events()).toBe(0)
    expect((await set(3)).status).toBe(200)
  })

  test('an endpoint gets the events that it names', async () => {
    await addEndpoint({ event_types: ['user.created'] })
    await kit.signIn('filtered@example.com')
    await kit.deliverWebhooks()
    expect(typesOf()).toEqual(['user.created'])
  })
})

describe('a receiver that fails', () => {
  test('is tried again with the same id, another time and its own signature; what comes after for the user waits', async () => {
    const { id } = await addEndpoint()
    receiver.answerWith(() => ({ status: 500, body: 'no database' }))
    await kit.signIn('later@example.com')
    await kit.deliverWebhooks()
    expect(typesOf()).toEqual(['user.created'])
    receiver.answerWith(() => ({ status: 204 }))
    kit.clock.advance(10_000)
    await kit.deliverWebhooks()
    expect(typesOf()).toEqual(['user.created', 'user.created', 'user.authenticated'])
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
    const [, created] = await list(id)
    const params = { webhook_id: id, event_id: created?.event_id ?? '' }
    const { body } = await kit.call(api.webhooks.delivery, { params }, secret())
    expect(body).toMatchObject({ state: 'delivered', attempts: 2, body: first?.body })
    expect(body.attempt_list).toMatchObject([
      { status: 500, failure: null, response: 'no database' },
      { status: 204, response: '' },
    ])
  })

  test('does not hold up another user', async () => {
    await addEndpoint({ event_types: ['user.created'] })
    const refused = 'refused@example.com'
    receiver.answerWith(({ body }) => ({ status: body.includes(refused) ? 500 : 200 }))
    await kit.signIn(refused)
    await kit.signIn('other@example.com')
    await kit.deliverWebhooks()
    expect(receiver.received).toHaveLength(2)
  })

  test('is given up after three days, switched off with a mail and an alarm, and gets what it missed when it is on again', async () => {
    const { id } = await addEndpoint({ contact_email: 'ops@example.com' })
    receiver.answerWith(() => ({ status: 503 }))
    await kit.signIn('lost@example.com')
    for (let hours = 0; hours < 100 && (await find(id)).enabled; hours += 1) {
      await kit.deliverWebhooks()
      kit.clock.advance(hourMs)
    }
    expect(await find(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    expect((await list(id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    await kit.deliverNotices()
    expect(kit.mailbox.mails.filter(({ to }) => to === 'ops@example.com')).toMatchObject([
      { subject: expect.stringContaining('were switched off') },
    ])
    expect(kit.log.join('')).toContain('"event":"webhook_disabled"')
    await kit.signIn('missed@example.com')
    receiver.answerWith(() => ({ status: 200 }))
    receiver.received.length = 0
    const params = { webhook_id: id }
    await kit.call(api.webhooks.update, { params, body: { enabled: true } }, secret())
    const since = { since: kit.clock.nowMs() - hourMs }
    const resent = await kit.call(api.webhooks.resend, { params, body: since }, secret())
    expect(resent.body).toEqual({ resent: 2 })
    await kit.call(api.webhooks.resend, { params, body: { failed: true } }, secret())
    await kit.deliverWebhooks()
    expect(typesOf().sort()).toEqual([
      ...['user.authenticated', 'user.authenticated'],
      ...['user.created', 'user.created'],
    ])
  })

  test('that answers 410 is switched off at once', async () => {
    const { id } = await addEndpoint()
    receiver.answerWith(() => ({ status: 410 }))
    await kit.signIn('gone@example.com')
    await kit.deliverWebhooks()
    expect(await find(id)).toMatchObject({ enabled: false, disabled_reason: 'gone' })
    expect(receiver.received).toHaveLength(1)
  })

  test('that redirects is not followed', async () => {
    const { id } = await addEndpoint({ event_types: ['user.created'] })
    receiver.answerWith(() => ({ status: 307, headers: { location: receiver.url } }))
    await kit.signIn('redirected@example.com')
    await kit.deliverWebhooks()
    const [delivery] = await list(id)
    const params = { webhook_id: id, event_id: delivery?.event_id ?? '' }
    const { body } = await kit.call(api.webhooks.delivery, { params }, secret())
    expect(body.attempt_list).toMatchObject([{ status: null, failure: 'redirect' }])
    expect(receiver.received).toHaveLength(1)
  })
})

describe('what is sent again', () => {
  test('one event, by its id', async () => {
    const { id } = await addEndpoint()
    await kit.signIn('again@example.com')
    await kit.deliverWebhooks()
    const [login] = await list(id)
    const body = { event_id: login?.event_id ?? '' }
    const params = { webhook_id: id }
    const answer = await kit.call(api.webhooks.resend, { params, body }, secret())
    expect(answer.body).toEqual({ resent: 1 })
    await kit.deliverWebhooks()
    expect(typesOf()).toEqual(['user.created', 'user.authenticated', 'user.authenticated'])
    const [, first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
  })
})

function headersFrom(headers: Record<string, string | string[] | undefined>, prefix: string) {
  const own = Object.entries(headers).filter(([name]) => name.startsWith(`${prefix}-`))
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}

function withDate(nowMs: number, run: () => void): void {
  const { now } = Date
  const Real = Date
  try {
    globalThis.Date = class extends Real {
      constructor(...given: [] | [number]) {
        super(given.length === 0 ? nowMs : given[0])
      }
      static override now = () => nowMs
    } as DateConstructor
    run()
  } finally {
    globalThis.Date = Real
    Date.now = now
  }
}
