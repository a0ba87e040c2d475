import { ClientError, type ClientErrorCode, FrameError } from './errors.js'
import { RpcError, type RpcErrorCode } from './rpc-error.js'

/** Numeric codes of client failures for callers of EIP-1193; everything else is -32603. */
const providerCodes: Partial<Record<ClientErrorCode, RpcErrorCode>> = {
  must_be_authenticated: 4100,
  login_required: 4100,
  embedded_wallet_not_found: 4100,
  offline: 4900,
  client_request_timeout: 4900,
  frame_unavailable: 4900,
  frame_request_timeout: 4900,
  invalid_message: -32602,
  insufficient_balance: -32003,
  unsupported_chain_id: 4901,
}

/** Converts `error` to an EIP-1193 error with a numeric code; the original is the `cause`. */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof FrameError && error.type === 'mfa_cancelled') {
    return new RpcError(4001, { message: error.message, cause: error })
  }
  const code = error instanceof ClientError ? (providerCodes[error.code] ?? -32603) : -32603
  const message = error instanceof Error ? { message: error.message } : {}
  return new RpcError(code, { ...message, cause: error })
}
