/** A `Storage` of its own, to be shared by the clients of one test as tabs share theirs. */
export function createMemoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

/** The storages of two tabs: what one writes reaches the other with the next timer, as processes of a browser do it. */
export function createTabStorages(): [Storage, Storage] {
  const [one, two] = [createMemoryStorage(), createMemoryStorage()]
  const tell = (from: Storage, to: Storage): Storage => ({
    ...from,
    removeItem(key) {
      from.removeItem(key)
      setTimeout(() => to.removeItem(key), 0)
    },
    setItem(key, value) {
      from.setItem(key, value)
      setTimeout(() => to.setItem(key, value), 0)
    },
  })
  return [tell(one, two), tell(two, one)]
}
