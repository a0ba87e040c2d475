import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError, errorCode } from '../errors.js'
import { call } from '../http.js'
import { createCredential, getCredential } from '../passkeys/browser.js'
import { changeAccounts } from '../session/change-accounts.js'
import { completeLogin, type Login } from '../session/login.js'
import type { User } from '../types.js'

/** What a passkey request is doing: asking the server, waiting for the user, or being checked. */
export type PasskeyStep = 'generating-challenge' | 'awaiting-passkey' | 'submitting-response'

/** Options of every passkey request. */
export interface PasskeyOptions {
  /** Needed when the app has captcha on. */
  captchaToken?: string
  /** Ends the browser's dialog. */
  signal?: AbortSignal
  onStep?(step: PasskeyStep): void
}

/** Whether this browser has passkeys at all. */
export function isSupported(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function'
}

/** Whether this browser can suggest passkeys in the autofill of a field. */
export async function canSuggest(): Promise<boolean> {
  if (!isSupported()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

/**
 * Makes a passkey and a user of it.
 *
 * @throws ClientError `passkey_not_allowed` when the user closed the dialog or let it time out, `not_supported` without
 *   passkeys; ApiError `disallowed_login_method` when the app has no sign-up by passkey.
 */
export async function signUp(
  client: SallyportClient,
  options: PasskeyOptions = {},
): Promise<Login> {
  requireSupport()
  const { onStep, signal } = options
  onStep?.('generating-challenge')
  const init = await call(client, pageApi.passkey.registerInit, { body: tokenOf(options) })
  onStep?.('awaiting-passkey')
  const response = await useBrowser(client, () => createCredential(init.options, signal))
  onStep?.('submitting-response')
  const body = { ...partyOf(init), authenticator_response: response }
  const answer = await call(client, pageApi.passkey.register, { body })
  return completeLogin(client, answer, methodOf(response.id))
}

/**
 * Logs in with a passkey of this browser, phone or security key. With `suggest` the browser offers passkeys in the autofill
 * of a field with `autocomplete="… webauthn"` and shows no dialog; ends by `signal`.
 *
 * @throws ClientError as `signUp`; ApiError `user_does_not_exist` for a passkey that was removed.
 */
export async function login(
  client: SallyportClient,
  options: PasskeyOptions & { suggest?: boolean; credentialIds?: readonly string[] } = {},
): Promise<Login> {
  requireSupport()
  const { onStep, signal, suggest = false, credentialIds = [] } = options
  onStep?.('generating-challenge')
  const init = await call(client, pageApi.passkey.authenticateInit, { body: tokenOf(options) })
  onStep?.('awaiting-passkey')
  const how = { suggest, credentialIds, signal }
  const response = await useBrowser(client, () => getCredential(init.options, how))
  onStep?.('submitting-response')
  const { challenge } = init.options
  const body = { ...partyOf(init), challenge, authenticator_response: response }
  const answer = await call(client, pageApi.passkey.authenticate, { body })
  return completeLogin(client, answer, methodOf(response.id))
}

/**
 * Adds a passkey to the signed-in user.
 *
 * @throws ClientError as `signUp`, and `passkey_exists` when the device has one for the user.
 */
export async function link(client: SallyportClient, options: PasskeyOptions = {}): Promise<User> {
  requireSupport()
  const { onStep, signal } = options
  onStep?.('generating-challenge')
  const init = await call(client, pageApi.passkey.linkInit, { body: tokenOf(options) })
  onStep?.('awaiting-passkey')
  const response = await useBrowser(client, () => createCredential(init.options, signal))
  onStep?.('submitting-response')
  const body = { ...partyOf(init), authenticator_response: response }
  return changeAccounts(client, pageApi.passkey.link, { body })
}

/** Removes a passkey from the signed-in user. @throws ApiError `cannot_unlink_sole_account` */
export function unlink(
  client: SallyportClient,
  { credentialId }: { credentialId: string },
): Promise<User> {
  return changeAccounts(client, pageApi.passkey.unlink, { body: { credential_id: credentialId } })
}

/**
 * Gives a passkey of the signed-in user another name: 1 to 64 characters.
 *
 * @throws ApiError `invalid_data`, `linked_account_not_found`
 */
export function rename(
  client: SallyportClient,
  { credentialId, name }: { credentialId: string; name: string },
): Promise<User> {
  const body = { credential_id: credentialId, name }
  return changeAccounts(client, pageApi.passkey.rename, { body })
}

/** Tells the developer when the app's domain and the page's do not fit: the user can do nothing about it. */
async function useBrowser<T>(client: SallyportClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'passkey_wrong_domain') client.warnDeveloper(code)
    throw error
  }
}

function requireSupport(): void {
  if (isSupported()) return
  throw new ClientError('not_supported', { message: 'This browser has no passkeys' })
}

function tokenOf({ captchaToken }: PasskeyOptions) {
  return captchaToken === undefined ? {} : { token: captchaToken }
}

function partyOf({ relying_party }: { relying_party?: string | undefined }) {
  return relying_party === undefined ? {} : { relying_party }
}

function methodOf(credentialId: string) {
  return {
    name: 'passkey',
    isAccount: (account: { type: string; credentialId?: unknown }) =>
      account.type === 'passkey' && account.credentialId === credentialId,
  }
}
