import { randomBytes } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createTestKit, dumpTables, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const credential = () => randomBytes(32).toString('base64url')
const login = (guestCredential: string, appId = kit.appId) =>
  kit.call(api.guest.authenticate, { body: { guest_credential: guestCredential } }, { appId })

describe('guest login', () => {
  test('makes a guest on first sight and finds the same one again', async () => {
    const own = credential()
    const first = await login(own)
    const second = await login(own)

    expect(first.body).toMatchObject({
      is_new_user: true,
      user: { is_guest: true, linked_accounts: [] },
    })
    expect(second.body).toMatchObject({ is_new_user: false, user: { id: first.body.user?.id } })
  })

  test('50 parallel logins make one user and 50 sessions', async () => {
    const own = credential()
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(own)))

    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.user?.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.is_new_user)).toHaveLength(1)
  })

  test('GST-01: error: 42 or 44 characters, not base64url, a field too many', async () => {
    const before = await dumpTables(kit.db)
    const own = credential()
    for (const bad of [
      own.slice(1),
      `${own}A`,
      `${own.slice(0, 42)}!`,
      `${own.slice(0, 42)}=`,
      `${'A'.repeat(42)}B`,
    ]) {
      const { status, body } = await login(bad)
      expect([bad, status, body.code]).toEqual([bad, 400, 'invalid_data'])
    }
    const response = await kit.server.inject({
      method: 'POST',
      url: '/api/v1/guest/authenticate',
      headers: { 'privy-app-id': kit.appId },
      payload: { guest_credential: own, user_id: 'x' },
    })
    expect(response.json().code).toBe('invalid_data')
    expect(await dumpTables(kit.db)).toBe(before)
  })

  test('GST-04: error: guest login switched off', async () => {
    const { appId } = await kit.addApp({ settings: { guest_auth: false } })
    expect((await login(credential(), appId)).body.code).toBe('disallowed_login_method')
  })

  test('one credential in two apps is two users', async () => {
    const own = credential()
    const { appId } = await kit.addApp()
    const [here, there] = [await login(own), await login(own, appId)]
    expect(there.body.user?.id).not.toBe(here.body.user?.id)
  })
})
