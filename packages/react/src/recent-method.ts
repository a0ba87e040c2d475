import { storageKeys } from '@sallyport/contract'
import type { SallyportClient } from '@sallyport/core'
import { type LoginMethod, loginMethods } from './flow/screens.js'

/** How this browser last logged in to the app, kept in its storage (wire reference §6.2). */
export function recentMethod({ environment }: SallyportClient): {
  get(): LoginMethod | null
  set(method: LoginMethod): void
} {
  const key = storageKeys.recentLoginMethod(environment.appId)
  return {
    get() {
      const stored = environment.storage.get(key)
      return loginMethods.find((method) => method === stored) ?? null
    },
    set: (method) => environment.storage.set(key, method),
  }
}
