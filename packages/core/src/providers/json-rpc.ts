import type { Environment } from '../environment.js'
import { ClientError, RpcError, type RpcErrorCode, rpcErrors } from '../errors.js'

const requestTimeoutMs = 20_000
let lastId = 0

/**
 * The result of one JSON-RPC call to a node. Integers of the answer stay exact only up to 2⁵³, as JSON gives them.
 *
 * @throws RpcError what the node answered, with its code, text and data; ClientError `offline` or
 *   `client_request_timeout` when nothing says whether the node got the call.
 */
export async function jsonRpc(
  environment: Environment,
  url: string,
  { method, params = [] }: { method: string; params?: unknown },
): Promise<unknown> {
  lastId += 1
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  let answer: unknown
  try {
    const response = await environment.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }, exactNumbers),
      signal: timeout,
    })
    answer = await response.json()
  } catch (cause) {
    if (timeout.aborted) throw new ClientError('client_request_timeout', { cause })
    throw new ClientError('offline', { message: 'The chain’s RPC cannot be reached', cause })
  }
  if (answer && typeof answer === 'object') {
    if ('error' in answer && answer.error) throw nodeError(answer.error)
    if ('result' in answer) return answer.result
  }
  throw new ClientError('offline', { message: 'The chain’s RPC gave no answer' })
}

/** The node's error; codes outside the table become -32603 with the original in `data`. */
function nodeError(error: object): RpcError {
  const code = 'code' in error ? Number(error.code) : -32603
  const message = 'message' in error ? String(error.message) : rpcErrors[-32603]
  const data = 'data' in error ? error.data : undefined
  if (Object.hasOwn(rpcErrors, code)) {
    // Looked up in the table on the line above.
    return new RpcError(code as RpcErrorCode, { message, data })
  }
  return new RpcError(-32603, { message, data: { code, data } })
}

function exactNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `0x${value.toString(16)}` : value
}
