/** Values that were made of rows at one version: those used last. A version that is not the newest is never asked for. */
export interface RowCache {
  /** The value of `key`, made once. What `make` throws is not kept. */
  of<T>(key: string, make: () => Promise<T>): Promise<T>
}

/** Most values that are kept. A set of 100,000 texts is one of them. */
const mostValues = 500

/** Creates an empty cache. */
export function createRowCache(): RowCache {
  const values = new Map<string, unknown>()
  return {
    of: async <T>(key: string, make: () => Promise<T>) => {
      // A key is of one kind of row, and so of one type.
      const known = values.has(key) ? (values.get(key) as T) : await make()
      values.delete(key)
      values.set(key, known)
      const [oldest] = values.keys()
      if (values.size > mostValues && oldest !== undefined) values.delete(oldest)
      return known
    },
  }
}
