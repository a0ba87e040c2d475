import { setTimeout as wait } from 'node:timers/promises'

/** What a client tries again: no answer, and answers that say that the service is not there for now. */
const passing = [429, 502, 503, 504]
const attempts = 25

/**
 * Calls the API as a client of the kit: retries with a growing pause, the other entry when one does not answer.
 *
 * @param lab  `urls`, `appId`, `appSecret`, `origin`; `onAttempt` is told the status of each attempt (0 for none) and its milliseconds.
 */
export function createClient({ urls, appId, appSecret, origin, onAttempt }) {
  let at = 0
  const basic = `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}`

  const once = async (path, { body, token, isBackEnd, key }) => {
    const startedMs = performance.now()
    const headers = {
      'privy-app-id': appId,
      ...(body && { 'content-type': 'application/json' }),
      ...(isBackEnd ? { authorization: basic } : { origin }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'privy-idempotency-key': key }),
    }
    const request = { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) }
    try {
      const answer = await fetch(urls[at] + path, {
        ...request,
        signal: AbortSignal.timeout(8_000),
      })
      const text = await answer.text()
      onAttempt({
        path,
        status: answer.status,
        ms: performance.now() - startedMs,
        retryAfter: answer.headers.get('retry-after'),
        text,
      })
      return { status: answer.status, answer: text === '' ? undefined : JSON.parse(text) }
    } catch (error) {
      onAttempt({
        path,
        status: 0,
        ms: performance.now() - startedMs,
        text: String(error.cause?.code ?? error.name),
      })
      at = (at + 1) % urls.length
      return { status: 0 }
    }
  }

  /** The answer of a call that was let through; throws for any other. */
  return async (path, given) => {
    for (let attempt = 1; ; attempt += 1) {
      const { status, answer } = await once(path, given)
      if (status >= 200 && status < 300) return answer
      if (attempt === attempts || (status !== 0 && !passing.includes(status)))
        throw Object.assign(new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`), {
          status,
        })
      await wait(Math.min(4_000, 250 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2))
    }
  }
}
