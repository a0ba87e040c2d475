import { afterEach, describe, expect, test } from 'vitest'
import { sms } from '../index.js'
import { cleanUp, setup } from '../test-kit/setup.js'

afterEach(cleanUp)

describe('login by SMS', () => {
  test('sends a code to the number as given and logs in with it', async () => {
    const { tab, server } = await setup()
    const client = tab()
    await client.start()
    await sms.sendCode(client, { phoneNumber: '+1 2015550123', captchaToken: 'captcha' })
    const login = await sms.login(client, { phoneNumber: '+1 2015550123', code: '123456' })

    expect(login).toMatchObject({
      loginMethod: 'sms',
      loginAccount: { type: 'phone', phoneNumber: '+12015550123' },
      user: { phone: { number: '+12015550123' } },
    })
    const bodies = server.seen.filter(({ path }) => path.includes('sms')).map(({ body }) => body)
    expect(bodies).toEqual([
      { phoneNumber: '+1 2015550123', token: 'captcha' },
      { phoneNumber: '+1 2015550123', code: '123456', mode: 'login-or-sign-up' },
    ])
  })

  test('error: a wrong code does not log in', async () => {
    const { tab } = await setup()
    const client = tab()
    await client.start()
    const attempt = { phoneNumber: '+12015550123', code: '000000', disableSignup: true }

    await expect(sms.login(client, attempt)).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(client.state.user).toBeNull()
  })
})
