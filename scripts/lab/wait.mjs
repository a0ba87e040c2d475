import { setTimeout as wait } from 'node:timers/promises'

/** Tries until it does not throw. @returns what it returned. @throws Error that names what was waited for. */
export async function until(what, attempt, ms) {
  const endMs = performance.now() + ms
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      if (performance.now() > endMs)
        throw new Error(`${what} was not ready within ${ms / 1000} s: ${cause.message}`, { cause })
      await wait(250)
    }
  }
}

/** Asks a URL. @throws Error unless it answers 200. */
export async function answers(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  return answer
}
