import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'

/**
 * Sends a sign-in code to a phone number in international form, or in the national form of the US. `captchaToken` is needed
 * when the app has captcha on.
 */
export async function sendCode(
  client: SallyportClient,
  { phoneNumber, captchaToken }: { phoneNumber: string; captchaToken?: string },
): Promise<void> {
  const token = captchaToken === undefined ? {} : { token: captchaToken }
  await call(client, pageApi.sms.init, { body: { phoneNumber, ...token } })
}

/**
 * Logs in with a code of 6 characters from a text message. `disableSignup` refuses unknown numbers.
 *
 * @throws ApiError `invalid_credentials` for a wrong or expired code, `user_does_not_exist` with `disableSignup`.
 */
export async function login(
  client: SallyportClient,
  input: { phoneNumber: string; code: string; disableSignup?: boolean },
): Promise<Login> {
  const { phoneNumber, code, disableSignup = false } = input
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  const body = { phoneNumber, code, mode } as const
  const answer = await call(client, pageApi.sms.authenticate, { body })
  return completeLogin(client, answer, {
    name: 'sms',
    // The server writes the number in its own form; a user has one phone number.
    isAccount: (account) => account.type === 'phone',
  })
}
