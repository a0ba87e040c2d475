import type { Wallet, WalletRegister } from './types.js'

/** The wallets that this page's extensions and libraries have registered. */
interface PageWallets {
  get(): readonly Wallet[]
  /** Calls `listener` at every change; gives what stops it. */
  subscribe(listener: () => void): () => void
}

let found: PageWallets | undefined

/**
 * The Wallet Standard wallets of this page, one list for all callers: those that are there already answer the event that a page is ready, later
 * ones announce themselves (Wallet Standard, window events).
 */
export function pageWallets(): PageWallets {
  found ??= listen()
  return found
}

function listen(): PageWallets {
  const wallets = new Set<Wallet>()
  const listeners = new Set<() => void>()
  // A listener that throws is not the wallet's fault, which is in the middle of registering.
  const tell = () => {
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (error) {
        console.error(error)
      }
    }
  }
  const api: WalletRegister = Object.freeze({
    register: (...given: Wallet[]) => {
      const added = given.filter((each) => !wallets.has(each))
      for (const each of added) wallets.add(each)
      if (added.length > 0) tell()
      return () => {
        for (const each of added) wallets.delete(each)
        if (added.length > 0) tell()
      }
    },
  })
  if (typeof window !== 'undefined') {
    window.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent<(api: WalletRegister) => void>).detail(api),
    )
    window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  }
  return {
    get: () => [...wallets],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
