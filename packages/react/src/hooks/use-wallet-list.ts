import type { LoginChain } from '@sallyport/contract'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useKit } from '../context.js'
import type { Kit } from '../kit.js'
import type { ConnectedSolanaWallet } from './solana/use-solana-wallets.js'
import type { ConnectedWallet } from './use-wallets.js'

/** The wallets of one chain type on this page. */
export interface WalletList<W> {
  wallets: W[]
  /** Whether the session was checked and wallets that were connected before have been tried. */
  ready: boolean
}

/** The wallet that hooks give, by chain type. */
export interface ListedWallet {
  ethereum: ConnectedWallet
  solana: ConnectedSolanaWallet
}

type Code = typeof import('../wallet-lists.js')

/** Kept so that a hook in a component that is mounted later has its wallets at once. */
let loaded: Code | null = null

/** The wallets of one chain type, fresh after every change. Their code is loaded after the page's first render. */
export function useWalletList<C extends LoginChain>(chainType: C): WalletList<ListedWallet[C]> {
  const kit = useKit()
  const [code, setCode] = useState(loaded)
  useEffect(() => (code ? undefined : loadCode(kit, setCode)), [kit, code])
  const { subscribe, get } = code?.walletListOf(kit, chainType) ?? unknown
  return useSyncExternalStore(subscribe, get, get)
}

/** Loads the code, and tells of it until the returned function is called. */
function loadCode({ client }: Kit, tell: (code: Code) => void): () => void {
  let isLoading = false
  let isStopped = false
  const load = async () => {
    if (isLoading) return
    isLoading = true
    try {
      loaded = await import('../wallet-lists.js')
      if (!isStopped) tell(loaded)
    } catch {
      // Out of reach: the next change of the client, such as coming back online, tries again.
      isLoading = false
    }
  }
  const stopListening = client.subscribe(() => void load())
  void load()
  return () => {
    isStopped = true
    stopListening()
  }
}

const none = { wallets: [], ready: false }
const unknown = { subscribe: () => () => undefined, get: () => none }
