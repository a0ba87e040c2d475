import { isFresh } from '@sallyport/process'

/** A cache in front of a source that is asked by key. */
export interface Lookup<T> {
  /** The value, from memory while it is fresh; undefined when the source has none. */
  get(key: string, ask: () => Promise<T | undefined>): Promise<T | undefined>
  /** Whether `get` would answer without asking about a key it has never seen. */
  has(key: string): boolean
  delete(key: string): void
  clear(): void
}

/** Times in milliseconds. */
interface LookupOptions {
  /** An answer is asked for anew after this long. */
  freshMs: number
  /** A value serves for this long while the source fails or is slow. */
  staleMs: number
  /** How long the source may take while an older value is there. */
  slowMs: number
  /** Values kept, and missing keys kept: neither evicts the other. */
  maxEntries: number
  nowMs: () => number
  wait: (ms: number) => Promise<unknown>
}

/**
 * A least-recently-used cache. Requests for one key that come together ask once, a failure is not kept, and keys that
 * the source does not have cannot push out those it has (T-21).
 */
export function createLookup<T>(options: LookupOptions): Lookup<T> {
  const { freshMs, staleMs, slowMs, maxEntries, nowMs, wait } = options
  const values = new Map<string, { value: T; atMs: number }>()
  const missingAtMs = new Map<string, number>()
  const pending = new Map<string, Promise<T | undefined>>()

  const isNew = (atMs: number | undefined) => isFresh(atMs, { nowMs: nowMs(), forMs: freshMs })
  const store = (key: string, value: T | undefined) => {
    values.delete(key)
    missingAtMs.delete(key)
    if (value === undefined) putNewest(missingAtMs, { key, value: nowMs(), maxEntries })
    else putNewest(values, { key, value: { value, atMs: nowMs() }, maxEntries })
  }
  const request = (key: string, ask: () => Promise<T | undefined>) => {
    const running = pending.get(key)
    if (running !== undefined) return running
    const asked = ask().then((value) => {
      // Not when the key was deleted meanwhile: the value may be older than the deletion.
      if (pending.get(key) === asked) store(key, value)
      return value
    })
    pending.set(key, asked)
    const forget = () => {
      if (pending.get(key) === asked) pending.delete(key)
    }
    asked.then(forget, forget)
    return asked
  }

  return {
    get: async (key, ask) => {
      const known = values.get(key)
      if (known === undefined) {
        return isNew(missingAtMs.get(key)) ? undefined : request(key, ask)
      }
      putNewest(values, { key, value: known, maxEntries })
      if (isNew(known.atMs)) return known.value
      const asked = request(key, ask)
      if (!isFresh(known.atMs, { nowMs: nowMs(), forMs: staleMs })) return asked
      const older = () => known.value
      return Promise.race([asked.catch(older), wait(slowMs).then(older)])
    },
    has: (key) => values.has(key) || isNew(missingAtMs.get(key)),
    delete: (key) => {
      values.delete(key)
      missingAtMs.delete(key)
      pending.delete(key)
    },
    clear: () => {
      values.clear()
      missingAtMs.clear()
      pending.clear()
    },
  }
}

/** Makes the entry the newest of a Map and removes the oldest when there are too many. */
export function putNewest<V>(
  entries: Map<string, V>,
  { key, value, maxEntries }: { key: string; value: V; maxEntries: number },
): void {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= maxEntries) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
