import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { changeAccounts, startLink } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { User } from '../types.js'

/**
 * Sends a sign-in code to `email`. `captchaToken` is needed when the app has captcha on.
 *
 * @param input.withLink  The mail also has a link; the caller waits for it with `loginLink.awaitApproval`.
 */
export async function sendCode(
  client: SallyportClient,
  {
    email,
    captchaToken,
    withLink = false,
  }: { email: string; captchaToken?: string; withLink?: boolean },
): Promise<void> {
  const token = captchaToken === undefined ? {} : { token: captchaToken }
  const link = withLink ? { login_link: true } : {}
  await call(client, pageApi.email.init, { body: { email, ...token, ...link } })
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

/** Sends a code to an address that the signed-in user wants to link, or to have instead of another one. */
export async function sendLinkCode(
  client: SallyportClient,
  { email, captchaToken }: { email: string; captchaToken?: string },
): Promise<void> {
  const token = captchaToken === undefined ? {} : { token: captchaToken }
  await startLink(client, pageApi.email.init, { body: { email, ...token } })
}

/**
 * Links an address to the signed-in user by the code of `sendLinkCode`.
 *
 * @throws ApiError `invalid_credentials` for a wrong or expired code; `linked_to_another_user`;
 *   `account_transfer_required` with `data.nonce` for `transfer`.
 */
export function link(
  client: SallyportClient,
  { email, code }: { email: string; code: string },
): Promise<User> {
  return changeAccounts(client, pageApi.email.link, { body: { email, code } })
}

/** Unlinks an address from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(client: SallyportClient, { address }: { address: string }): Promise<User> {
  return changeAccounts(client, pageApi.email.unlink, { body: { address } })
}

/** Replaces an address of the signed-in user by the one that the code of `sendLinkCode` was sent to. */
export function update(
  client: SallyportClient,
  change: { oldAddress: string; newAddress: string; code: string },
): Promise<User> {
  return changeAccounts(client, pageApi.email.update, { body: change })
}

/** Moves an address to the signed-in user and deletes the user it belonged to, after `account_transfer_required`. */
export function transfer(
  client: SallyportClient,
  { nonce, email }: { nonce: string; email: string },
): Promise<User> {
  return changeAccounts(client, pageApi.email.transfer, { body: { nonce, email } })
}
