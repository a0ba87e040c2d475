import { storageKeys } from '@sallyport/contract'
import type { SallyportClient } from '@sallyport/core'
import type { LoginMethod } from './flow/screens.js'

/** How this browser last logged in to the app, kept in its storage (wire reference §6.2). */
export function recentMethod({ environment }: SallyportClient): {
  /** The method's name, maybe of a newer version; null when there is none. */
  get(): string | null
  set(method: LoginMethod): void
} {
  const key = storageKeys.recentLoginMethod(environment.appId)
  return {
    get() {
      const stored = environment.storage.get(key)
      return typeof stored === 'string' ? stored : null
    },
    set: (method) => environment.storage.set(key, method),
  }
}
