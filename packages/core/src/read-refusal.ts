import { AnswerError, isErrorCode } from '@sallyport/contract'

/*
 * How the server's refusals become errors. Loaded with the first of them: the list of codes is not part of what a page
 * loads first.
 */

/** Returns the server's refusal as the class it threw (wire reference §7.1); unknown codes become `internal_error`. */
export function readRefusal(status: number, text: string): AnswerError {
  const body = parse(text)
  const requestId = typeof body.request_id === 'string' ? body.request_id : undefined
  const message = typeof body.error === 'string' ? body.error : unreadableText
  if (!isErrorCode(body.code)) {
    return Object.assign(new AnswerError('internal_error', { status, message, data: body }), {
      requestId,
    })
  }
  const data = body.data
  // The wire reference gives `data` as an object where present.
  const extra = data && typeof data === 'object' ? { data: data as Record<string, unknown> } : {}
  return Object.assign(new AnswerError(body.code, { status, message, ...extra }), { requestId })
}

/** Of an answer without a text. */
const unreadableText = 'Something went wrong. Try again'

/** Returns the error for an answer that is not JSON, such as a proxy's page. */
export function unreadable(cause: unknown): AnswerError {
  return new AnswerError('internal_error', { status: 500, message: unreadableText, cause })
}

function parse(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    // Checked to be an object on the same line.
    return body && typeof body === 'object' ? (body as Record<string, unknown>) : {}
  } catch {
    // A proxy's HTML page: the status alone is what is known.
    return {}
  }
}
