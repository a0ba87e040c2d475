/** A JSON-RPC error. */
export class SolanaRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Creates the error for invalid parameters (JSON-RPC −32602). */
export function invalidParams(reason: string): SolanaRpcError {
  return new SolanaRpcError(-32602, `Invalid params: ${reason}`)
}
