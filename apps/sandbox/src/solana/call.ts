import { toJson } from './json.js'
import type { Ledger } from './ledger.js'
import { methods } from './methods/index.js'
import { SolanaRpcError } from './rpc-error.js'

interface Call {
  id: string | number | null
  method: string
  params: readonly unknown[]
}

/** Answers the text of a JSON-RPC request, or of a batch of them, with the text of the reply. */
export function answer(ledger: Ledger, text: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return failure(null, new SolanaRpcError(-32700, 'Parse error'))
  }
  if (!Array.isArray(parsed)) return answerOne(ledger, parsed)
  return `[${parsed.map((one) => answerOne(ledger, one)).join(',')}]`
}

/** The call in a parsed request. @throws SolanaRpcError −32600 when it is none. */
export function toCall(request: unknown): Call {
  // Checked key by key below.
  const { id = null, method, params = [] } = (request ?? {}) as Partial<Call>
  // An id comes back in the reply; nothing but these can (JSON-RPC 2.0, 4).
  const isId = id === null || typeof id === 'string' || typeof id === 'number'
  if (!isId || typeof method !== 'string' || !Array.isArray(params))
    throw new SolanaRpcError(-32600, 'Invalid request')
  return { id, method, params }
}

/** The text of a successful reply. */
export function success(id: unknown, result: unknown): string {
  return toJson({ jsonrpc: '2.0', id, result })
}

/** The text of a refusal; anything but a `SolanaRpcError` is an internal error without detail. */
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

function answerOne(ledger: Ledger, request: unknown): string {
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
