import { SallyportError } from '../error.js'
import type { Fetch } from './config.js'
import type { PreparedRequest } from './prepare.js'

/** An answer that was read to its end. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends a request once and reads the answer to its end.
 *
 * @throws SallyportError `timeout`, `unreachable`; the reason of `signal` when that ends it.
 */
export async function attempt(
  fetch: Fetch,
  request: PreparedRequest,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  signal?.throwIfAborted()
  const { url, method, headers, body } = request
  const ended = new AbortController()
  const abort = () => ended.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, timeoutMs)
  signal?.addEventListener('abort', abort)
  try {
    const response = await fetch(url, {
      ...{ method, headers, signal: ended.signal },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    const where = new URL(url).origin
    throw isLate
      ? failure('timeout', `${where} did not answer within ${timeoutMs} ms`, cause)
      : failure('unreachable', `${where} could not be reached`, cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function failure(code: 'timeout' | 'unreachable', message: string, cause: unknown) {
  return new SallyportError(code, { status: 503, message, cause })
}
