import { storageKeys } from '@sallyport/contract'
import type { SallyportClient } from '@sallyport/core'
import type { LoginMethod } from './flow/screens.js'

/** How this browser last logged in to the app, kept in its storage (wire reference §6.2). */
export function recentMethod({ environment }: SallyportClient): {
  /** The method's name, maybe of a newer version; null when there is none. */
  get(): string | null
  /** The masked address or name of that login; null when it had none. */
  address(): string | null
  set(method: LoginMethod): void
  setAddress(masked: string): void
} {
  /** Ours; other clients keep no address. */
  const addressKey = `sallyport:recent-login:${environment.appId}`
  const key = storageKeys.recentLoginMethod(environment.appId)
  const read = (name: string) => {
    const stored = environment.storage.get(name)
    return typeof stored === 'string' ? stored : null
  }
  return {
    get: () => read(key),
    address: () => read(addressKey),
    set(method) {
      environment.storage.set(key, method)
      environment.storage.remove(addressKey)
    },
    setAddress: (masked) => environment.storage.set(addressKey, masked),
  }
}
