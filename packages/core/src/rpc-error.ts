import { causeOf, KitError } from './kit-error.js'

/** EIP-1193, EIP-1474, EIP-5792 and node error codes a provider rejects with, and their default texts. */
export const rpcErrors = {
  3: 'Execution reverted',
  4001: 'User rejected the request',
  4100: 'The requested account has not been authorized',
  4200: 'The provider does not support the requested method',
  4900: 'The provider is disconnected from all chains',
  4901: 'Unsupported chainId',
  5700: 'Unsupported capability',
  5710: 'Unsupported chainId',
  5720: 'Duplicate id',
  5730: 'Unknown id',
  5740: 'Too many calls',
  5750: 'Upgrade rejected',
  5760: 'Not atomic',
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

/** Our own codes are {@link RpcErrorCode}; wallets and other apps have more, which are passed on as they are. */
type AnyCode = RpcErrorCode | (number & {})

/** A failed wallet request, with a numeric EIP-1193 code (4001 rejected, 4901 chain not configured …). */
export class RpcError extends KitError {
  override readonly name = 'RpcError'
  readonly code: AnyCode
  /** What a node or wallet added, for example the revert data. */
  readonly data: unknown

  constructor(code: AnyCode, options: { message?: string; data?: unknown; cause?: unknown } = {}) {
    // A code of a wallet may not be in the table.
    super(options.message ?? rpcErrors[code as RpcErrorCode] ?? `Error ${code}`, causeOf(options))
    this.code = code
    this.data = options.data
  }
}
