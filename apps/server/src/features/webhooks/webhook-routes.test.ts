import { api } from '@sallyport/contract'
import { createWebhookSender, runMaintenance } from '@sallyport/server'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicFetch } from '../../ports/public-fetch.js'

const dayMs = 86_400_000
let kit: TestKit
/** Its sender is that of production. */
let strict: TestKit
beforeAll(async () => {
  kit = await createTestKit()
  const webhookSender = createWebhookSender({ allowsPrivate: false })
  strict = await createTestKit({ deps: { webhookSender } })
})
afterAll(async () => {
  await kit?.close()
  await strict?.close()
})

const url = 'https://93.184.216.34/webhooks'
const create = (body: object, of = kit) =>
  of.call(api.webhooks.create, { body: { url, ...body } }, { secret: of.appSecret })

describe('an address', () => {
  test.each([
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1:8443/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://user:password@93.184.216.34/',
    'https://93.184.216.34/#part',
    'ftp://93.184.216.34/',
    'not a url',
  ])('%s is refused at creation, with a sentence', async (bad) => {
    const { status, body } = await create({ url: bad }, strict)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_data', error: expect.stringMatching(/^url /) })
  })

  test('is refused at a change, too, and a public one is taken', async () => {
    const { body, status } = await create({}, strict)
    expect(status).toBe(200)
    const params = { webhook_id: body.id }
    const change = { params, body: { url: 'https://127.0.0.1/' } }
    const secret = { secret: strict.appSecret }
    expect((await strict.call(api.webhooks.update, change, secret)).status).toBe(400)
  })

  test('of a private network that a name leads to later is refused at the connection', async () => {
    const sender = createWebhookSender({ allowsPrivate: false })
    const answer = await sender.post({ url: 'https://localhost:9/', headers: {}, body: '{}' })
    expect(answer).toEqual({ failure: 'private_address' })
    await expect(publicFetch('https://127.0.0.1:9/')).rejects.toThrow('Not a public address')
  })
})

describe('an endpoint', () => {
  test('shows its secret once, keeps it sealed, and is recorded', async () => {
    const { body } = await create({ description: 'Ledger' })
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const named = { params: { webhook_id: body.id } }
    const found = await kit.call(api.webhooks.find, named, { secret: kit.appSecret })
    const { secret, ...shown } = body
    expect(found.body).toEqual(shown)
    const row = await kit.db
      .selectFrom('webhook_endpoint')
      .select('secret')
      .where('webhook_id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row.secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
    expect(kit.log.join('')).not.toContain(secret)
    const audit = await kit.db
      .selectFrom('audit_event')
      .select('data')
      .where('kind', '=', 'webhook_changed')
      .execute()
    expect(audit).toContainEqual({
      data: { webhook_id: body.id, change: 'created', by: 'app' },
    })
  })

  test('of another app is not found by any call', async () => {
    const { body } = await create({})
    const other = await kit.addApp()
    const by = { appId: other.appId, secret: other.appSecret }
    const params = { webhook_id: body.id }
    const calls = [
      kit.call(api.webhooks.find, { params }, by),
      kit.call(api.webhooks.update, { params, body: { enabled: false } }, by),
      kit.call(api.webhooks.rotate, { params, body: {} }, by),
      kit.call(api.webhooks.deliveries, { params, query: {} }, by),
      kit.call(api.webhooks.resend, { params, body: { failed: true } }, by),
      kit.call(api.webhooks.remove, { params }, by),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    const found = await kit.call(api.webhooks.find, { params }, { secret: kit.appSecret })
    expect(found.status).toBe(200)
  })

  test('takes names of events that are sent, and says why others are not', async () => {
    expect((await create({ event_types: ['user.created'] })).status).toBe(200)
    const { status, body } = await create({ event_types: ['wallet.funds_deposited'] })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('is not sent: needs an index of the chain')
    expect((await create({ event_types: [] })).status).toBe(400)
  })

  test('an app has twenty at most', async () => {
    const { appId, appSecret } = await kit.addApp()
    const by = { appId, secret: appSecret }
    const answers = []
    for (let count = 0; count < 21; count += 1)
      answers.push(await kit.call(api.webhooks.create, { body: { url } }, by))
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 400])
  })
})

test('events, deliveries and attempts are kept for 30 days', async () => {
  await create({})
  await kit.signIn('kept@example.com')
  const count = async () => (await kit.db.selectFrom('app_event').select('seq').execute()).length
  const before = await count()
  kit.clock.advance(29 * dayMs)
  await runMaintenance(kit.deps)
  expect(await count()).toBe(before)
  kit.clock.advance(2 * dayMs)
  await runMaintenance(kit.deps)
  expect(await count()).toBe(0)
  const left = await kit.db.selectFrom('webhook_delivery').select('seq').execute()
  expect(left).toEqual([])
})
