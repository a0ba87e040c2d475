import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { completeLogin, type Login } from '../session/login.js'

/** Sends a sign-in code to `email`. `captchaToken` is needed when the app has captcha on. */
export async function sendCode(
  client: SallyportClient,
  { email, captchaToken }: { email: string; captchaToken?: string },
): Promise<void> {
  const token = captchaToken === undefined ? {} : { token: captchaToken }
  await call(client, pageApi.email.init, { body: { email, ...token } })
}

/**
 * Logs in with an emailed code of 6 characters. `disableSignup` refuses unknown addresses.
 *
 * @throws ApiError `invalid_credentials` for a wrong or expired code, `user_does_not_exist` with `disableSignup`.
 */
export async function login(
  client: SallyportClient,
  { email, code, disableSignup = false }: { email: string; code: string; disableSignup?: boolean },
): Promise<Login> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  const answer = await call(client, pageApi.email.authenticate, { body: { email, code, mode } })
  const address = email.trim().toLowerCase()
  return completeLogin(client, answer, {
    name: 'email',
    isAccount: (account) => account.type === 'email' && account.address === address,
  })
}
