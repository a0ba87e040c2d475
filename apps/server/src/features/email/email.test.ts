import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

describe('email login', () => {
  test('signs in with the code from the mail', async () => {
    const session = await kit.signIn('ada@example.com')

    expect(session.is_new_user).toBe(true)
    expect(session.user.linked_accounts).toMatchObject([
      { type: 'email', address: 'ada@example.com' },
    ])
    const me = await kit.call(api.user.me, {}, { token: session.token })
    expect(me.body.user).toEqual(session.user)
  })
})
