import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createTestKit, dumpTables, encodingsOf, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

test('INS-01 INS-02: no code, token, credential or key is in a log line or a table, raw, hex or base64', async () => {
  const canaries: Record<string, string> = { 'app secret': kit.appSecret }
  const email = 'canary@example.com'
  await kit.call(api.email.init, { body: { email } })
  const code = kit.mailbox.codeFor(email)
  canaries.code = code
  await kit.call(api.email.authenticate, {
    body: { email, code: code === '000000' ? '000001' : '000000' },
  })
  const { body: login } = await kit.call(api.email.authenticate, { body: { email, code } })
  const { body: next } = await kit.call(api.session.refresh, {
    body: { refresh_token: login.refresh_token },
  })
  canaries['guest credential'] = randomBytes(32).toString('base64url')
  const { body: guest } = await kit.call(api.guest.authenticate, {
    body: { guest_credential: canaries['guest credential'] },
  })
  for (const [name, session] of Object.entries({ login, next, guest })) {
    canaries[`${name} access token`] = session.token ?? ''
    canaries[`${name} refresh token`] = session.refresh_token ?? ''
    canaries[`${name} identity token`] = session.identity_token ?? ''
  }
  kit.clock.advance(60_000)
  await kit.call(api.session.refresh, { body: { refresh_token: login.refresh_token } })
  await kit.call(api.app.config, { params: { app_id: kit.appId } }, { secret: kit.appSecret })
  await kit.server.inject(`/api/v1/nothing?token=${next.token}`)
  const app = await kit.deps.apps.find(kit.appId)
  canaries['signing key'] = String(app?.key.privateKey.export({ format: 'jwk' }).d)

  const places = { log: kit.log.join('\n'), tables: await dumpTables(kit.db) }

  expect(places.log).toContain('refresh_token_reused')
  expect(places.tables).toContain(email)
  for (const [name, secret] of Object.entries(canaries)) {
    expect(secret.length).toBeGreaterThanOrEqual(6)
    for (const [place, text] of Object.entries(places)) {
      const found = encodingsOf(secret).filter((form) => text.includes(form))
      expect([name, place, found]).toEqual([name, place, []])
    }
  }
})

test('an unexpected failure is a 500 without detail, and its cause is in the log', async () => {
  const clock = {
    nowMs: () => {
      throw new Error('the clock says no')
    },
  }
  const broken = await createTestKit({ deps: { clock } })
  const answer = await broken.call(api.email.init, { body: { email: 'a@example.com' } })
  const log = broken.log.join('\n')
  await broken.close()

  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    ...{ error: 'Something went wrong. Try again', code: 'internal_error' },
    request_id: expect.any(String),
  })
  expect(log).toContain('the clock says no')
})
