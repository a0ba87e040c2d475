import type { Kit } from './kit.js'

/** The address that `setActiveWallet` chose; every `useActiveWallet` of one provider has the same. */
interface ActiveWallet {
  get(): string | null
  set(address: string): void
  /** Gives the function that stops `listener`. */
  subscribe(listener: () => void): () => void
}

const known = new WeakMap<Kit, ActiveWallet>()

/** The choice of one kit; nothing is chosen at first. */
export function activeWalletOf(kit: Kit): ActiveWallet {
  const active = known.get(kit) ?? createActiveWallet()
  known.set(kit, active)
  return active
}

function createActiveWallet(): ActiveWallet {
  const listeners = new Set<() => void>()
  let chosen: string | null = null
  return {
    get: () => chosen,
    set(address) {
      chosen = address
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
