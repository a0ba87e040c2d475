/** Base class of this package's errors. `ApiError` of the contract is the server's answer. */
export class KitError extends Error {
  override readonly name: string = 'KitError'
}

/** EIP-1193, EIP-1474 and node error codes a provider rejects with, and their default texts. */
export const rpcErrors = {
  3: 'Execution reverted',
  4001: 'User rejected the request',
  4100: 'The requested account has not been authorized',
  4200: 'The provider does not support the requested method',
  4900: 'The provider is disconnected from all chains',
  4901: 'Unsupported chainId',
  [-32700]: 'Parse error',
  [-32600]: 'Invalid request',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params',
  [-32603]: 'Internal error',
  [-32000]: 'Invalid input',
  [-32001]: 'Resource not found',
  [-32002]: 'Resource unavailable',
  [-32003]: 'Transaction rejected',
  [-32004]: 'Method not supported',
  [-32005]: 'Limit exceeded',
} as const satisfies Record<number, string>
export type RpcErrorCode = keyof typeof rpcErrors

/** A failed wallet request, with a numeric EIP-1193 code (4001 rejected, 4901 chain not configured …). */
export class RpcError extends KitError {
  override readonly name = 'RpcError'
  readonly code: RpcErrorCode
  /** What a node added, for example the revert data. */
  readonly data: unknown

  constructor(
    code: RpcErrorCode,
    options: { message?: string; data?: unknown; cause?: unknown } = {},
  ) {
    super(options.message ?? rpcErrors[code], causeOf(options))
    this.code = code
    this.data = options.data
  }
}

/** A refusal by the wallet frame; `type` is one of the wire reference §20.5, or a type of a newer frame. */
export class FrameError extends KitError {
  override readonly name = 'FrameError'
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** A mistake in how the app uses or configures the kit; the message says how to fix it. */
export class ConfigError extends KitError {
  override readonly name = 'ConfigError'
}

/** Failures in the browser (react reference §10 and ours) with their default texts. */
export const clientErrors = {
  offline: 'The server cannot be reached. Check the connection and try again',
  client_request_timeout: 'The server took too long to respond. Try again',
  must_be_authenticated: 'Log in first',
  unknown_auth_error: 'The login failed. Try again',
  oauth_user_denied: 'The login was cancelled at the provider',
  exited_auth_flow: 'The login was closed before it was complete',
  exited_link_flow: 'Linking was closed before it was complete',
  exited_update_flow: 'The update was closed before it was complete',
  session_storage_unavailable: 'The browser blocks storage for this page',
  frame_unavailable: 'The wallet could not be loaded',
  frame_request_timeout: 'The wallet took too long to respond. Try again',
  embedded_wallet_already_exists: 'The user already has an embedded wallet on this chain',
  embedded_wallet_not_found: 'No embedded wallet found for this address',
  embedded_wallet_create_error: 'The wallet could not be created. Try again',
  unknown_embedded_wallet_error: 'The wallet request failed. Try again',
  recovery_not_supported: 'This wallet cannot be recovered here',
  insufficient_balance: 'The balance is too low for this transaction',
  transaction_failure: 'The transaction failed',
  unsupported_chain_id: 'This chain is not configured',
  not_supported: 'Not supported',
  invalid_message: 'The message cannot be signed',
  unable_to_sign: 'The wallet could not sign',
  passkey_not_allowed: 'The passkey request was closed or timed out. Try again',
  passkey_exists: 'This device already has a passkey for the account',
  passkey_wrong_domain: 'Passkeys of the app do not work on this domain',
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

/** Numeric codes of client failures for callers of EIP-1193; everything else is -32603. */
const providerCodes: Partial<Record<ClientErrorCode, RpcErrorCode>> = {
  must_be_authenticated: 4100,
  embedded_wallet_not_found: 4100,
  offline: 4900,
  client_request_timeout: 4900,
  frame_unavailable: 4900,
  frame_request_timeout: 4900,
  insufficient_balance: -32003,
  unsupported_chain_id: 4901,
}

/** Converts `error` to an EIP-1193 error with a numeric code; the original is the `cause`. */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  const code = error instanceof ClientError ? (providerCodes[error.code] ?? -32603) : -32603
  const message = error instanceof Error ? { message: error.message } : {}
  return new RpcError(code, { ...message, cause: error })
}

/**
 * The code a callback reports for `error`: the server's or client's code, the frame's type, a numeric RPC code as text,
 * or `fallback` for anything else. Looks through the numeric code at what a provider wrapped.
 */
export function errorCode(error: unknown, fallback = 'unknown_error'): string {
  if (error instanceof FrameError) return error.type
  if (error instanceof RpcError && error.cause) return errorCode(error.cause, String(error.code))
  if (error instanceof Error && 'code' in error) return String(error.code)
  return fallback
}

function causeOf(options: { cause?: unknown }): ErrorOptions | undefined {
  return options.cause === undefined ? undefined : { cause: options.cause }
}
