import { afterEach, describe, expect, test } from 'vitest'
import { sms } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

const phoneNumber = '+12015550123'

describe('linking', () => {
  test('starts with the user’s token, shows the changed user and fetches fresh tokens', async () => {
    const { signedIn, server } = await setup()
    const client = await signedIn()
    const before = client.session.tokens.access()
    await sms.sendLinkCode(client, { phoneNumber })
    const user = await sms.link(client, { phoneNumber, code: '123456' })

    expect(user.phone?.number).toBe(phoneNumber)
    expect(client.state.user?.phone?.number).toBe(phoneNumber)
    expect(client.session.tokens.access()).not.toBe(before)
    const init = server.seen.find(({ path }) => path.endsWith('/passwordless_sms/init'))
    expect(init?.headers.authorization).toBe(`Bearer ${before}`)
    expect(server.count('POST /api/v1/sessions')).toBe(1)
  })

  test('succeeds although no fresh tokens can be fetched', async () => {
    const { signedIn, server } = await setup()
    const client = await signedIn()
    const failure = { status: 500, body: { error: 'Down', code: 'internal_error' } }
    server.failNext('POST /api/v1/sessions', failure, failure)
    const user = await sms.link(client, { phoneNumber, code: '123456' })
    expect([user.phone?.number, client.state.user?.phone?.number]).toEqual([
      phoneNumber,
      phoneNumber,
    ])
  })

  test('error: a wrong code changes nothing', async () => {
    const { signedIn } = await setup()
    const client = await signedIn()
    const linking = sms.link(client, { phoneNumber, code: '000000' })
    await expect(linking).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(client.state.user?.phone).toBeUndefined()
  })

  test('error: without a session', async () => {
    const { tab } = await setup()
    const client = tab()
    await client.start()
    const started = sms.sendLinkCode(client, { phoneNumber })
    await expect(started).rejects.toMatchObject({ code: 'must_be_authenticated' })
  })
})
