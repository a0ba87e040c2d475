import type { Kit } from './kit.js'

/** What another app asks, for a login that leaves the page: in this tab, and no longer than a request is valid. */
const storageKey = 'sallyport:cross-app'
const keptMs = 10 * 60_000

/** Keeps the fragment of an address for the page that the login comes back to. */
export function keep({ client }: Kit, hash: string): void {
  const at = client.environment.clock.nowMs()
  attempt(() => sessionStorage.setItem(storageKey, JSON.stringify({ hash, at })))
}

/** What was kept, once; empty when nothing was, or too long ago. */
export function takeKept({ client }: Kit): string {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
  forget()
  const isFresh = kept !== null && client.environment.clock.nowMs() - kept.at < keptMs
  return isFresh ? String(kept.hash) : ''
}

/** Forgets what was kept. */
export const forget = (): unknown => attempt(() => sessionStorage.removeItem(storageKey))

/** Goes on with what another app had asked before a login left the page, unless this page was itself opened by another app. */
export async function resumeKeptArrival(kit: Kit): Promise<void> {
  if (location.hash.startsWith('#sallyport-cross-app=')) return
  if (attempt(() => sessionStorage.getItem(storageKey)) === null) return
  const code = await import('./features/cross-app/take-arrival.js')
  await code.resumeArrival(kit)
}

/** Browsers can refuse storage: then a login that leaves the page ends the visit. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
