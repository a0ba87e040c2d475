import { isSallyportError } from '../error.js'
import { type Answer, attempt } from './attempt.js'
import type { CallOptions } from './call-options.js'
import type { CallConfig } from './config.js'
import type { Send } from './heads.js'
import { type AnyHead, type PreparedRequest, prepareRequest, type RequestParts } from './prepare.js'
import { readAnswer } from './read-answer.js'
import { type FailedAttempt, waitBeforeRetry } from './retry.js'

/** Sends calls as the app's back end: with its secret, signatures and idempotency keys, and again where that is safe. */
export function createSend(config: CallConfig): Send {
  return async (head, input, options = {}) => {
    // Every route's input consists of these parts.
    const parts = input as RequestParts
    const request = await prepareRequest(config, { head, parts, options })
    const answer = await sendUntilAnswered(config, { request, head, options })
    // The server checks every answer against the schema of its route.
    return readAnswer(answer, config.nowMs()) as never
  }
}

/** The first answer that is not sent for again. */
async function sendUntilAnswered(
  config: CallConfig,
  { request, head, options }: { request: PreparedRequest; head: AnyHead; options: CallOptions },
): Promise<Answer> {
  const { signal, timeout_ms: timeoutMs = config.timeoutMs } = options
  for (let tried = 0; ; tried += 1) {
    const ended = await attempt(config.fetch, request, { timeoutMs, signal }).catch((error) => {
      if (!isSallyportError(error)) throw error
      return error
    })
    const failed = failedAttempt(ended)
    const waitMs =
      failed &&
      waitBeforeRetry(failed, {
        attempt: tried,
        maxRetries: config.maxRetries,
        repeats: head.method === 'GET' ? 'safe' : head.repeats,
        nowMs: config.nowMs(),
        random: config.random(),
      })
    if (waitMs === undefined) {
      if (ended instanceof Error) throw ended
      return ended
    }
    await config.sleep(waitMs, signal)
  }
}

function failedAttempt(ended: Answer | Error): FailedAttempt | undefined {
  if (ended instanceof Error) return { status: undefined }
  if (ended.status < 400) return undefined
  return { status: ended.status, retryAfter: ended.headers.get('retry-after') }
}
