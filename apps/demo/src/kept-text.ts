/** Texts under keys. */
interface KeptText {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
}

/**
 * Texts in a storage of the browser; where the browser refuses it, they are kept as long as the page.
 *
 * @param open  Returns the storage, for example `() => localStorage`: reading that name throws where cookies are blocked.
 */
export function keptText(open: () => Storage): KeptText {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T): T | null => {
    try {
      return work(open())
    } catch {
      // Blocked or full: the copy in memory has to do.
      return null
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    set(key, text) {
      const isKept = attempt((storage) => {
        storage.setItem(key, text)
        return true
      })
      if (isKept) memory.delete(key)
      else memory.set(key, text)
    },
    remove(key) {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
  }
}
