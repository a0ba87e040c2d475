import { causeOf, KitError } from './kit-error.js'
import type { RpcError } from './rpc-error.js'

export { KitError } from './kit-error.js'
export * from './rpc-error.js'

/** A refusal by the wallet frame; `type` is one of the wire reference §20.5, or a type of a newer frame. */
export class FrameError extends KitError {
  override readonly name = 'FrameError'
  readonly type: string
  /** What a cloud storage did with a recovery file; undefined for other errors. */
  readonly reason: string | undefined

  constructor(type: string, message: string, reason?: string) {
    super(message)
    this.type = type
    this.reason = reason
  }
}

/** A mistake in how the app uses or configures the kit; the message says how to fix it. */
export class ConfigError extends KitError {
  override readonly name = 'ConfigError'
}

/** Failures in the browser (react reference §10 and ours) with their default texts. */
export const clientErrors = {
  offline: 'The server cannot be reached',
  insecure_page: 'The page is not on https',
  invalid_app_id: 'The appId is wrong',
  invalid_api_url: 'The apiUrl is wrong',
  client_request_timeout: 'The server took too long',
  must_be_authenticated: 'Log in first',
  login_required: 'Log in again',
  unknown_auth_error: 'The login failed',
  oauth_user_denied: 'Login cancelled',
  exited_auth_flow: 'The login was closed',
  exited_link_flow: 'Linking was closed',
  exited_update_flow: 'The update was closed',
  session_storage_unavailable: 'The browser blocks storage',
  frame_unavailable: 'The wallet could not be loaded',
  frame_request_timeout: 'The wallet took too long',
  embedded_wallet_already_exists: 'The user has such a wallet',
  embedded_wallet_not_found: 'The user has no such wallet',
  embedded_wallet_create_error: 'The wallet could not be created',
  unknown_embedded_wallet_error: 'The wallet request failed',
  recovery_not_supported: 'This wallet cannot be recovered',
  insufficient_balance: 'The balance is too low',
  transaction_failure: 'The transaction failed',
  unsupported_chain_id: 'This chain is not configured',
  not_supported: 'Not supported',
  invalid_message: 'This message cannot be signed',
  unable_to_sign: 'The wallet could not sign',
  passkey_not_allowed: 'The passkey request was closed',
  passkey_exists: 'This device has a passkey',
  passkey_wrong_domain: 'Passkeys do not work here',
  captcha_timeout: 'The captcha took too long',
  captcha_failure: 'The captcha failed',
  captcha_disabled: 'The captcha is off',
  client_destroyed: 'The client was destroyed',
} as const satisfies Record<string, string>
export type ClientErrorCode = keyof typeof clientErrors

/** A failure in the browser before, after or instead of a server answer. */
export class ClientError extends KitError {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode

  constructor(code: ClientErrorCode, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? clientErrors[code], causeOf(options))
    this.code = code
  }
}

/**
 * The code a callback reports for `error`: the server's or client's code, the frame's type, a numeric RPC code as text,
 * or `fallback` for anything else. Looks through the numeric code at what a provider wrapped.
 */
export function errorCode(error: unknown, fallback = 'unknown_error'): string {
  if (error instanceof FrameError) return error.type
  if (isRpcError(error) && error.cause) return errorCode(error.cause, String(error.code))
  if (error instanceof Error && 'code' in error) return String(error.code)
  return fallback
}

/** By its name: a page that has made no wallet request does not load the class. */
function isRpcError(error: unknown): error is RpcError {
  return error instanceof KitError && error.name === 'RpcError'
}
