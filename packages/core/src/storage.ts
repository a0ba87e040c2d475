/** Values kept as JSON text under a key, as existing clients keep them (wire reference §6.2). */
export interface JsonStorage {
  /** The value, or null when absent or not JSON. */
  get(key: string): unknown
  set(key: string, value: unknown): void
  remove(key: string): void
}

/**
 * JSON values over `storage`, by default the page's `localStorage`. Where the browser refuses storage, values live as long
 * as the page.
 */
export function jsonStorage(storage?: Storage): JsonStorage {
  const memory = new Map<string, string>()
  const place = () => storage ?? pageStorage()
  return {
    get(key) {
      const text = memory.get(key) ?? attempt(() => place()?.getItem(key))
      return text ? attempt(() => JSON.parse(text)) : null
    },
    set(key, value) {
      const text = JSON.stringify(value)
      const kept = attempt(() => {
        place()?.setItem(key, text)
        return place() !== undefined
      })
      if (kept) memory.delete(key)
      else memory.set(key, text)
    },
    remove(key) {
      memory.delete(key)
      attempt(() => place()?.removeItem(key))
    },
  }
}

/** Reading `localStorage` itself throws where cookies are blocked. */
function pageStorage(): Storage | undefined {
  return typeof window === 'undefined' ? undefined : window.localStorage
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    // Blocked or full storage is handled by the memory copy; broken JSON counts as absent.
    return null
  }
}
