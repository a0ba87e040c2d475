/* Loaded with the first start that fails. */
import type { SallyportClient } from './client.js'

/** In `kept` while the client starts again by itself; `destroy` removes it. */
const startsAgain = 'again'

/** Seconds between tries; the last one repeats. */
const pauses = [2, 4, 8, 15, 30, 60]

/** Reasons that pass without a change of the app or the server's settings: the others are not tried again by time. */
const passing: readonly (string | null)[] = [
  'offline',
  'client_request_timeout',
  'internal_error',
  'too_many_requests',
]

/**
 * Starts the client again until it is ready: after a while, when the browser is online again, and when the page is shown again.
 * A page that was loaded while the server restarted becomes logged in by itself. Does nothing outside a page, and while it
 * runs already.
 */
export function keepStarting(client: SallyportClient): void {
  if (typeof document === 'undefined' || client.kept.has(startsAgain)) return
  if (!hasFailed(client)) return
  const run = {}
  client.kept.set(startsAgain, run)
  const isOver = () => client.kept.get(startsAgain) !== run
  void repeat(client, isOver).finally(() => {
    if (!isOver()) client.kept.delete(startsAgain)
  })
}

async function repeat(client: SallyportClient, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver() && hasFailed(client); count += 1) {
    const pause = pauses[Math.min(count, pauses.length - 1)] ?? 60
    const waits = passing.includes(client.state.reason) ? [pauseOf(client, pause)] : []
    await Promise.race([...waits, shown()])
    // A hidden page waits until it is shown.
    while (document.visibilityState === 'hidden') await shown()
    if (!isOver() && hasFailed(client)) await client.start()
  }
}

function hasFailed({ state: { status } }: SallyportClient): boolean {
  return status === 'offline' || status === 'degraded'
}

/** Up to a quarter longer, so that the pages of a site do not return to a server all at once. */
function pauseOf({ environment }: SallyportClient, seconds: number): Promise<void> {
  const [random = 0] = environment.randomBytes(1)
  return environment.clock.wait(seconds * (1_000 + random))
}

/** Settles when the page is shown again, or the browser has a connection again. */
function shown(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      document.removeEventListener('visibilitychange', end)
      globalThis.window?.removeEventListener('online', end)
      resolve()
    }
    document.addEventListener('visibilitychange', end)
    globalThis.window?.addEventListener('online', end)
  })
}
