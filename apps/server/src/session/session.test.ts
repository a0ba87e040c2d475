import { api, headers } from '@sallyport/contract'
import { createTestKit, type SignedIn, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const day = 86_400_000
let kit: TestKit
let session: SignedIn
let people = 0
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
beforeEach(async () => {
  people += 1
  session = await kit.signIn(`person${people}@example.com`)
})

const refresh = (refreshToken: string, token?: string) =>
  kit.call(
    api.session.refresh,
    { body: { refresh_token: refreshToken } },
    token === undefined ? {} : { token },
  )
const me = (token: string) => kit.call(api.user.me, {}, { token })
const refusal = (action: string) => ({
  status: 401,
  body: { code: 'missing_or_invalid_token', data: { session_update_action: action } },
})

describe('refresh', () => {
  test('gives a new pair of tokens and the user', async () => {
    const { status, body } = await refresh(session.refresh_token, session.token)

    expect(status).toBe(200)
    expect(body).toMatchObject({ session_update_action: 'set', user: session.user })
    expect(body.refresh_token).not.toBe(session.refresh_token)
    expect((await me(body.token ?? '')).status).toBe(200)
  })

  test('takes an expired access token in the header', async () => {
    kit.clock.advance(2 * 3_600_000)
    expect((await me(session.token)).status).toBe(401)
    expect((await refresh(session.refresh_token, session.token)).status).toBe(200)
  })

  test('SES-06: 50 at once all get the same successor, and there is one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => refresh(session.refresh_token)),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    const { rows } = await sql<{ count: number }>`
      select count(*) from refresh_token t join session s on s.id = t.session_id
      where s.user_id = ${session.user.id.split(':').at(-1)}`.execute(kit.db)
    expect(rows[0]?.count).toBe(2)
  })

  test('SES-24: a retry within 30 s gets the same successor, later it ends the session', async () => {
    const first = await refresh(session.refresh_token)
    kit.clock.advance(30_000)
    const retry = await refresh(session.refresh_token)
    kit.clock.advance(1)
    const late = await refresh(session.refresh_token)

    expect(retry.body.refresh_token).toBe(first.body.refresh_token)
    expect(late).toMatchObject(refusal('clear'))
  })

  test('SES-05: error: reuse after the grace time kills the successor too', async () => {
    const next = await refresh(session.refresh_token)
    kit.clock.advance(31_000)

    expect(await refresh(session.refresh_token)).toMatchObject(refusal('clear'))
    expect(await refresh(next.body.refresh_token ?? '')).toMatchObject(refusal('clear'))
    expect((await me(next.body.token ?? '')).status).toBe(401)
    expect(kit.log.join('')).toContain('refresh_token_reused')
  })

  test('SES-07: error: the one before the predecessor ends the session even within the grace time', async () => {
    const second = await refresh(session.refresh_token)
    const third = await refresh(second.body.refresh_token ?? '')

    expect(await refresh(session.refresh_token)).toMatchObject(refusal('clear'))
    expect(await refresh(third.body.refresh_token ?? '')).toMatchObject(refusal('clear'))
  })

  test('SES-09: error: an access token of another session; both sessions live on', async () => {
    const other = await kit.signIn(`other${people}@example.com`)

    expect(await refresh(session.refresh_token, other.token)).toMatchObject(refusal('ignore'))
    expect((await refresh(session.refresh_token, session.token)).status).toBe(200)
    expect((await me(other.token)).status).toBe(200)
  })

  test.each(['x', 'A'.repeat(43), 'deprecated', '\u{1f512}'])(
    'SES-23: error: unknown token %s is ignored',
    async (unknown) => {
      expect(await refresh(unknown, session.token)).toMatchObject(refusal('ignore'))
      expect((await me(session.token)).status).toBe(200)
    },
  )

  test('error: a token of another app', async () => {
    const other = await kit.addApp()
    const answer = await kit.call(
      api.session.refresh,
      { body: { refresh_token: session.refresh_token } },
      { appId: other.appId },
    )
    expect(answer).toMatchObject(refusal('ignore'))
    expect((await refresh(session.refresh_token)).status).toBe(200)
  })

  test('error: no token in the body', async () => {
    const answer = await kit.call(api.session.refresh, { body: {} }, { token: session.token })
    expect([answer.status, answer.body.code]).toEqual([401, 'missing_or_invalid_token'])
  })

  test('error: 30 days without use', async () => {
    kit.clock.advance(30 * day - 1)
    const { body } = await refresh(session.refresh_token)
    kit.clock.advance(30 * day)
    expect(await refresh(body.refresh_token ?? '')).toMatchObject(refusal('clear'))
  })

  test('error: 90 days after login, however often it was used', async () => {
    let token = session.refresh_token
    for (const _month of [1, 2, 3]) {
      kit.clock.advance(29 * day)
      token = (await refresh(token)).body.refresh_token ?? ''
    }
    kit.clock.advance(3 * day - 1)
    token = (await refresh(token)).body.refresh_token ?? ''
    kit.clock.advance(1)
    expect(await refresh(token)).toMatchObject(refusal('clear'))
  })
})

describe('logout', () => {
  const logout = (token: string) => kit.call(api.session.logout, { body: {} }, { token })

  test('SES-10: ends access and refresh at once and says so the second time', async () => {
    const first = await logout(session.token)

    expect(first).toMatchObject({ status: 200, body: { success: true } })
    expect((await me(session.token)).body.code).toBe('missing_or_invalid_token')
    expect(await refresh(session.refresh_token)).toMatchObject(refusal('clear'))
    expect((await logout(session.token)).body.code).toBe('already_logged_out')
  })

  test('SES-10: an access token of yesterday ends its session', async () => {
    kit.clock.advance(day)

    expect((await logout(session.token)).status).toBe(200)
    expect(await refresh(session.refresh_token)).toMatchObject(refusal('clear'))
    expect((await logout(session.token)).body.code).toBe('already_logged_out')
  })

  test.each(['newest', 'used up'])('the refresh token alone ends it, %s', async (which) => {
    const next = which === 'newest' ? undefined : await refresh(session.refresh_token)
    const byToken = () =>
      kit.call(api.session.logout, { body: { refresh_token: session.refresh_token } })

    expect((await byToken()).status).toBe(200)
    const left = next?.body.refresh_token ?? session.refresh_token
    expect(await refresh(left)).toMatchObject(refusal('clear'))
    expect((await byToken()).body.code).toBe('already_logged_out')
  })

  test('an unsigned access token does not keep the refresh token from ending it', async () => {
    const input = { body: { refresh_token: session.refresh_token } }
    const answer = await kit.call(api.session.logout, input, { token: 'x.y.z' })

    expect(answer.status).toBe(200)
    expect((await me(session.token)).status).toBe(401)
  })

  test.each([
    ['nothing', {}, {}],
    ['an unknown refresh token', { refresh_token: 'A'.repeat(43) }, {}],
    ['an unsigned token', {}, { token: 'x.y.z' }],
  ])('error: %s ends nothing', async (_name, body, options) => {
    const answer = await kit.call(api.session.logout, { body }, options)

    expect([answer.status, answer.body.code]).toEqual([401, 'missing_or_invalid_token'])
    expect((await me(session.token)).status).toBe(200)
  })

  test('error: tokens of another app end nothing', async () => {
    const { appId } = await kit.addApp()
    const input = { body: { refresh_token: session.refresh_token } }
    const answer = await kit.call(api.session.logout, input, { appId, token: session.token })

    expect(answer.status).toBe(401)
    expect((await me(session.token)).status).toBe(200)
  })

  test('leaves the other sessions of the user', async () => {
    const second = await kit.signIn(`person${people}@example.com`)
    await logout(session.token)
    expect((await me(second.token)).status).toBe(200)
  })

  test.each([undefined, '{}'])('accepts the body %s', async (payload) => {
    const response = await kit.server.inject({
      method: 'POST',
      url: '/v1/sessions/logout',
      headers: {
        [headers.appId]: kit.appId,
        authorization: `Bearer ${session.token}`,
        'content-type': 'application/json',
      },
      ...(payload === undefined ? {} : { payload }),
    })
    expect(response.json()).toEqual({ success: true })
  })
})
