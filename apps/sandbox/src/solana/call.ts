import { toJson } from './json.js'
import type { Ledger } from './ledger.js'
import { methods } from './methods/index.js'
import { SolanaRpcError } from './rpc-error.js'

interface Call {
  id: string | number | null
  method: string
  params: readonly unknown[]
}

/** Handles a JSON-RPC request or batch (as text) and returns the reply (as text). */
export function handleRpc(ledger: Ledger, text: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return failure(null, new SolanaRpcError(-32700, 'Parse error'))
  }
  if (!Array.isArray(parsed)) return handleOne(ledger, parsed)
  return `[${parsed.map((one) => handleOne(ledger, one)).join(',')}]`
}

/** Validates a parsed request. @throws SolanaRpcError −32600 when it is invalid. */
export function toCall(request: unknown): Call {
  // Checked key by key below.
  const { id = null, method, params = [] } = (request ?? {}) as Partial<Call>
  // The reply repeats the id, which must be one of these types (JSON-RPC 2.0, 4).
  const isId = id === null || typeof id === 'string' || typeof id === 'number'
  if (!isId || typeof method !== 'string' || !Array.isArray(params))
    throw new SolanaRpcError(-32600, 'Invalid request')
  return { id, method, params }
}

/** Formats a successful reply. */
export function success(id: unknown, result: unknown): string {
  return toJson({ jsonrpc: '2.0', id, result })
}

/** Formats an error reply. An error other than `SolanaRpcError` becomes an internal error without details. */
export function failure(id: unknown, thrown: unknown): string {
  const error =
    thrown instanceof SolanaRpcError ? thrown : new SolanaRpcError(-32603, 'Internal error')
  const { code, message, data } = error
  return toJson({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data !== undefined && { data }) },
  })
}

function handleOne(ledger: Ledger, request: unknown): string {
  let id: Call['id'] = null
  try {
    const call = toCall(request)
    id = call.id
    const method = methods.get(call.method)
    if (!method) throw new SolanaRpcError(-32601, 'Method not found')
    return success(id, method(ledger, call.params))
  } catch (error) {
    return failure(id, error)
  }
}
