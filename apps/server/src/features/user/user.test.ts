import { api } from '@sallyport/contract'
import { countQueries, createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ config: { ipPointsPerMinute: 1000 } })
})
afterAll(() => kit.close())

const me = (token: string) => kit.call(api.user.me, {}, { token })
/** Answers 200. */
const works = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200)

describe('user', () => {
  test('accepts the terms once and for all', async () => {
    const { token } = await kit.signIn()
    const accepted = await kit.call(api.user.acceptTerms, {}, { token })
    const me = await kit.call(api.user.me, {}, { token })

    expect(accepted.body.has_accepted_terms).toBe(true)
    expect(me.body.user).toEqual(accepted.body)
  })

  test('a read is one query', async () => {
    const { token } = await kit.signIn()
    await kit.call(api.user.me, {}, { token })
    expect(await countQueries(kit.db, () => works(me(token)))).toBe(1)
  })

  test('reads at once share a query, and each gets its own user or none', async () => {
    const [first, gone, last] = await Promise.all([
      kit.signIn('one@example.com'),
      kit.signIn('two@example.com'),
      kit.signIn('three@example.com'),
    ])
    await kit.call(api.session.logout, { body: {} }, { token: gone.token ?? '' })
    const read = () => Promise.all([first, gone, last, first].map((one) => me(one.token ?? '')))

    expect((await read()).map(({ body }) => body.user?.id)).toEqual([
      first.user?.id,
      undefined,
      last.user?.id,
      first.user?.id,
    ])
    // One, unless the app's own reading comes between them.
    expect(await countQueries(kit.db, read)).toBeLessThanOrEqual(2)
  })

  test('queries per call: 1 a read, 2 a refresh, 3 a code sent, 2 verified, 3 verified by a new user', async () => {
    const { refresh_token } = await kit.signIn()
    const refresh = () => kit.call(api.session.refresh, { body: { refresh_token } })
    const email = 'new@example.com'
    const send = () => kit.call(api.email.init, { body: { email } })
    const verify = () =>
      kit.call(api.email.authenticate, { body: { email, code: kit.mailbox.codeFor(email) } })

    expect(await countQueries(kit.db, () => works(refresh()))).toBe(2)
    expect(await countQueries(kit.db, () => works(send()))).toBe(3)
    expect(await countQueries(kit.db, () => works(verify()))).toBe(3)
    await send()
    expect(await countQueries(kit.db, () => works(verify()))).toBe(2)
  })
})

describe('analytics', () => {
  const record = (body: { event_name: string; payload?: Record<string, unknown> }) =>
    kit.call(api.analytics.record, { body })

  test('records an event', async () => {
    const { body } = await record({ event_name: 'sdk_initialize', payload: { a: 1 } })
    expect(body).toEqual({ success: true })
    const row = await kit.db.selectFrom('analytics_event').selectAll().executeTakeFirst()
    expect(row).toMatchObject({ event_name: 'sdk_initialize', payload: { a: 1 } })
  })

  test('drops a payload that is too long', async () => {
    await record({ event_name: 'long', payload: { text: 'a'.repeat(5000) } })
    const row = await kit.db
      .selectFrom('analytics_event')
      .select('payload')
      .where('event_name', '=', 'long')
      .executeTakeFirst()
    expect(row?.payload).toBeNull()
  })
})
