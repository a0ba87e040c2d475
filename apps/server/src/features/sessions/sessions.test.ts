import { api, userIdPrefix } from '@sallyport/contract'
import {
  createTestKit,
  listFactor,
  type SignedIn,
  storeStepUp,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) AppleWebKit Version/26.0 Safari/604.1'
const on = (userAgent: string, clientId: string) => ({
  headers: { 'user-agent': userAgent, 'privy-ca-id': clientId },
})

let kit: TestKit
let people = 0
let laptop: SignedIn
let phone: SignedIn
let address: string
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
beforeEach(async () => {
  address = `many${++people}@example.com`
  laptop = await kit.signIn(address, on(firefox, 'laptop'))
  kit.clock.advance(60_000)
  phone = await kit.signIn(address, on(iphone, 'phone'))
})

const list = async ({ token }: SignedIn) =>
  (await kit.call(api.sessions.list, {}, { token })).body.sessions
type Which = { session_id: string } | { others: true }
const revoke = ({ token }: SignedIn, body: Which) =>
  kit.call(api.sessions.revoke, { body }, { token })
const me = ({ token }: SignedIn) => kit.call(api.user.me, {}, { token })
const refresh = ({ refresh_token }: SignedIn) =>
  kit.call(api.session.refresh, { body: { refresh_token } })

describe('sessions of the user', () => {
  test('are listed with their devices, the last used first', async () => {
    const [first, second] = await list(phone)
    expect(first).toMatchObject({
      device: { name: 'Safari on iOS', browser: 'Safari', os: 'iOS' },
      is_current: true,
    })
    expect(second).toMatchObject({ device: { name: 'Firefox on Linux' }, is_current: false })

    kit.clock.advance(60_000)
    await refresh(laptop)
    const [usedLast] = await list(phone)
    expect(usedLast?.id).toBe(second?.id)
    expect((usedLast?.last_used_at ?? 0) - (usedLast?.created_at ?? 0)).toBe(120)
  })

  test('SES-22: one that is ended is refused at once, with its access and refresh token', async () => {
    const other = (await list(phone)).find(({ is_current }) => !is_current)
    expect((await revoke(phone, { session_id: other?.id ?? '' })).body).toEqual({ success: true })

    const answers = [
      await me(laptop),
      await refresh(laptop),
      await revoke(laptop, { others: true }),
    ]
    expect(answers.map(({ status, body }) => [status, 'code' in body && body.code])).toEqual(
      Array(3).fill([401, 'missing_or_invalid_token']),
    )
    expect((await me(phone)).status).toBe(200)
    expect(await list(phone)).toHaveLength(1)
  })

  test('SES-22: all others can be ended at once', async () => {
    const third = await kit.signIn(address, on(firefox, 'laptop'))
    expect((await revoke(phone, { others: true })).status).toBe(200)
    expect((await Promise.all([laptop, phone, third].map(me))).map(({ status }) => status)).toEqual(
      [401, 200, 401],
    )
  })

  test('SES-22 MFA-01: a user who has a factor proves it to end others, and logs out without', async () => {
    await listFactor(kit, phone.user.id)
    const needsFactor = { status: 401, body: { code: 'missing_or_invalid_mfa' } }
    const other = (await list(phone)).find(({ is_current }) => !is_current)
    expect(await revoke(phone, { others: true })).toMatchObject(needsFactor)
    expect(await revoke(phone, { session_id: other?.id ?? '' })).toMatchObject(needsFactor)
    expect((await me(laptop)).status).toBe(200)

    await storeStepUp(kit, { appId: kit.appId, atMs: kit.clock.nowMs() })
    expect((await revoke(phone, { others: true })).status).toBe(200)
    expect((await me(laptop)).status).toBe(401)

    await storeStepUp(kit, { appId: kit.appId, atMs: null })
    const { token } = phone
    expect((await kit.call(api.session.logout, { body: {} }, { token })).status).toBe(200)
  })

  test('error: a session of another user, or of no one, is not ended', async () => {
    const stranger = await kit.signIn(`stranger${people}@example.com`)
    const [theirs] = await list(stranger)
    for (const session_id of [theirs?.id ?? '', 'unknown']) {
      const { status, body } = await revoke(phone, { session_id })
      expect([status, body]).toMatchObject([400, { code: 'invalid_data' }])
    }
    expect((await me(stranger)).status).toBe(200)
  })
})

describe('what happened', () => {
  test('the user reads it of themselves, in pages', async () => {
    await revoke(phone, { others: true })
    const read = async (query: { cursor?: string; limit?: number }) =>
      (await kit.call(api.sessions.activity, { query }, { token: phone.token })).body
    const first = await read({ limit: 2 })
    expect(first.data.map(({ kind }) => kind)).toEqual([
      'other_sessions_ended',
      'logged_in_on_new_device',
    ])
    const rest = await read({ cursor: first.next_cursor ?? '' })
    expect([rest.data.map(({ kind }) => kind), rest.next_cursor]).toEqual([['signed_up'], null])
    expect(rest.data[0]).toMatchObject({ data: { method: 'email', browser: 'Firefox' } })
  })

  test("the app's back end reads it of one user, and of the app", async () => {
    const params = { app_id: kit.appId }
    const secret = { secret: kit.appSecret }
    const user_id = phone.user.id
    const ofUser = await kit.call(api.sessions.auditEvents, { params, query: { user_id } }, secret)
    expect(ofUser.body.data.map((event) => event.user_id)).toEqual([user_id, user_id])

    await kit.call(api.adminApp.update, { body: { name: 'Other' } }, secret)
    const ofApp = await kit.call(api.sessions.auditEvents, { params, query: {} }, secret)
    expect(ofApp.body.data[0]).toMatchObject({
      kind: 'settings_changed',
      user_id: null,
      data: { settings: ['name'], by: 'app' },
    })
    expect(JSON.stringify(ofApp.body)).not.toContain('Other')
  })

  test('error: with another app, without the secret, with a cursor that is not ours', async () => {
    const call = (appId: string, cursor: string, options: object) =>
      kit.call(
        api.sessions.auditEvents,
        { params: { app_id: appId }, query: { cursor, user_id: `${userIdPrefix}x` } },
        options,
      )
    const other = await kit.addApp()
    const secret = { secret: kit.appSecret }
    const statuses = [
      await call(other.appId, '', secret),
      await call(kit.appId, '', {}),
      await call(kit.appId, 'x', secret),
    ].map(({ status }) => status)
    expect(statuses).toEqual([400, 401, 400])
  })
})
