import { api } from '@sallyport/contract'
import {
  asSignedIn,
  createTestKit,
  type SignedIn,
  storeStepUp,
  type TestKit,
} from '@sallyport/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let kit: TestKit
let session: SignedIn
let people = 0
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
beforeEach(async () => {
  people += 1
  session = await kit.signIn(`forker${people}@example.com`)
})

const fork = ({ token, refresh_token }: { token: string; refresh_token: string }) =>
  kit.call(api.session.fork, { body: { refresh_token } }, { token })
const recover = (refreshToken: string, appId?: string) =>
  kit.call(
    api.session.recover,
    { body: { refresh_token: refreshToken } },
    appId === undefined ? {} : { appId },
  )
const me = (token: string) => kit.call(api.user.me, {}, { token })

describe('fork', () => {
  test('rotates the session and opens another one of the same user', async () => {
    const { body: forked } = await fork(session)
    const { status, body } = await recover(forked.new_session_refresh_token)
    const other = asSignedIn(body)

    expect([status, other.user.id, other.is_new_user]).toEqual([200, session.user.id, false])
    expect((await me(forked.token)).status).toBe(200)
    expect((await me(other.token)).status).toBe(200)
    // One ends without the other.
    await kit.call(api.session.logout, { body: { refresh_token: forked.refresh_token } })
    expect([(await me(forked.token)).status, (await me(other.token)).status]).toEqual([401, 200])
  })

  test('SES-13: error: a fork works once, also when 50 come at once', async () => {
    const { body: forked } = await fork(session)
    const token = forked.new_session_refresh_token
    const answers = await Promise.all(Array.from({ length: 50 }, () => recover(token)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort()
    expect(codes).toEqual(['ok', ...Array(49).fill('token_already_used')])
  })

  test('SES-13: error: after 60 s, in another app, unknown, after logout', async () => {
    const next = async () => {
      const { body } = await fork(session)
      session = { ...session, token: body.token, refresh_token: body.refresh_token }
      return body.new_session_refresh_token
    }
    const other = await kit.addApp()
    const foreign = await next()
    expect((await recover(foreign, other.appId)).body.code).toBe('invalid_credentials')
    expect((await recover(foreign)).status).toBe(200)

    const late = await next()
    kit.clock.advance(60_000)
    expect((await recover(late)).body.code).toBe('invalid_credentials')
    expect((await recover('A'.repeat(43))).body.code).toBe('invalid_credentials')

    const ended = await next()
    await kit.call(api.session.logout, { body: {} }, { token: session.token })
    expect((await recover(ended)).body.code).toBe('invalid_credentials')
  })

  test('error: the token of a fork is not a refresh token', async () => {
    const { body } = await fork(session)
    const refresh_token = body.new_session_refresh_token
    const answer = await kit.call(api.session.refresh, { body: { refresh_token } })
    expect([answer.status, answer.body.data]).toEqual([401, { session_update_action: 'ignore' }])
    expect((await recover(refresh_token)).status).toBe(200)
  })

  test('error: a fork is not forked again, and no session has more than 3 open forks', async () => {
    const { body: forked } = await fork(session)
    const other = asSignedIn((await recover(forked.new_session_refresh_token)).body)
    expect((await fork(other)).body.code).toBe('not_supported')

    let current: { token: string; refresh_token: string } = forked
    for (const expected of [200, 200, 200, 400]) {
      const { status, body } = await fork(current)
      expect(status).toBe(expected)
      if (status === 200) current = body
    }
  })

  test("error: with another session's refresh token", async () => {
    const other = await kit.signIn(`other${people}@example.com`)
    const { status } = await fork({ token: session.token, refresh_token: other.refresh_token })
    expect(status).toBe(401)
    expect((await me(other.token)).status).toBe(200)
  })

  test('SES-14: the fork says what was proven and when, without a second factor', async () => {
    const sid = JSON.parse(
      Buffer.from(session.token.split('.')[1] ?? '', 'base64url').toString(),
    ).sid
    await storeStepUp(kit, { appId: kit.appId, atMs: kit.clock.nowMs() })
    const { auth_time } = await kit.db
      .selectFrom('session')
      .select('auth_time')
      .where('id', '=', sid)
      .executeTakeFirstOrThrow()
    kit.clock.advance(30_000)
    const { body: forked } = await fork(session)
    await recover(forked.new_session_refresh_token)
    const row = await kit.db
      .selectFrom('session')
      .select(['amr', 'auth_time', 'mfa_at_ms'])
      .where('user_id', '=', session.user.id.replace('did:privy:', ''))
      .where('id', '<>', sid)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      amr: ['email', expect.stringMatching(/^by:/), 'fork'],
      auth_time,
      mfa_at_ms: null,
    })
  })
})
