import { SallyportError, type SallyportErrorCode } from '../error.js'
import type { Answer } from './attempt.js'
import { readRetryAfter } from './retry.js'

/** The body of an answer; undefined for one without. @throws SallyportError for a refusal, and for what is not an answer of the API. */
export function readAnswer(answer: Answer, nowMs: number): unknown {
  const { status, text } = answer
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && text === '') return undefined
  const body = parse(text)
  if (isSuccess && body !== undefined) return body
  throw refusalOf(answer, { body, nowMs })
}

function refusalOf(
  { status, headers }: Answer,
  { body, nowMs }: { body: unknown; nowMs: number },
): SallyportError {
  const requestId = headers.get('x-request-id') ?? undefined
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), nowMs)
  const { code, error, ...rest } = isObject(body) ? body : {}
  if (typeof code !== 'string' || typeof error !== 'string')
    return new SallyportError('unexpected_answer', {
      status: 503,
      message: `The server answered ${status} with a body that is not one of the API`,
      requestId,
      retryAfterMs,
    })
  const data = { ...rest, ...(isObject(rest.data) && rest.data) }
  // A newer server may have codes that this version does not know.
  return new SallyportError(code as SallyportErrorCode, {
    ...{ status, message: error, data, requestId, retryAfterMs },
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
