import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import { changeAccounts, startLink } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { User } from '../types.js'

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

/** Sends a code to a number that the signed-in user wants to link, or to have instead of another one. */
export async function sendLinkCode(
  client: SallyportClient,
  { phoneNumber, captchaToken }: { phoneNumber: string; captchaToken?: string },
): Promise<void> {
  const token = captchaToken === undefined ? {} : { token: captchaToken }
  await startLink(client, pageApi.sms.init, { body: { phoneNumber, ...token } })
}

/**
 * Links a number to the signed-in user by the code of `sendLinkCode`.
 *
 * @throws ApiError `invalid_credentials` for a wrong or expired code; `linked_to_another_user`;
 *   `account_transfer_required` with `data.nonce` for `transfer`.
 */
export function link(
  client: SallyportClient,
  { phoneNumber, code }: { phoneNumber: string; code: string },
): Promise<User> {
  return changeAccounts(client, pageApi.sms.link, { body: { phoneNumber, code } })
}

/** Unlinks a number from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(
  client: SallyportClient,
  { phoneNumber }: { phoneNumber: string },
): Promise<User> {
  return changeAccounts(client, pageApi.sms.unlink, { body: { phoneNumber } })
}

/** Replaces a number of the signed-in user by the one that the code of `sendLinkCode` was sent to. */
export function update(
  client: SallyportClient,
  change: { oldPhoneNumber: string; newPhoneNumber: string; code: string },
): Promise<User> {
  const { oldPhoneNumber, newPhoneNumber, code } = change
  const body = { old_phone_number: oldPhoneNumber, new_phone_number: newPhoneNumber, code }
  return changeAccounts(client, pageApi.sms.update, { body })
}

/** Moves a number to the signed-in user and deletes the user it belonged to, after `account_transfer_required`. */
export function transfer(
  client: SallyportClient,
  { nonce, phoneNumber }: { nonce: string; phoneNumber: string },
): Promise<User> {
  return changeAccounts(client, pageApi.sms.transfer, { body: { nonce, phoneNumber } })
}
