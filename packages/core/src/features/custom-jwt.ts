import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { changeAccounts } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { User } from '../types.js'

/**
 * Logs in with a token of the app's own login. `disableSignup` refuses unknown users.
 *
 * @throws ApiError `invalid_credentials` for a token that the app's settings do not accept.
 */
export async function login(
  client: SallyportClient,
  { token, disableSignup = false }: { token: string; disableSignup?: boolean },
): Promise<Login> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up'
  const answer = await call(client, pageApi.customJwt.authenticate, { body: { token, mode } })
  return completeLogin(client, answer, {
    name: 'custom',
    isAccount: (account) => account.type === 'custom_auth',
  })
}

/** Links the account that a token of the app's own login names to the signed-in user. */
export function link(client: SallyportClient, { token }: { token: string }): Promise<User> {
  return changeAccounts(client, pageApi.customJwt.link, { body: { token } })
}
