'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useClientState, useKit } from './context.js'
import type { SmartWalletClient } from './smart-wallets/client.js'
import type { UserSmartWallets } from './smart-wallets/connect.js'
import { ownerAddress } from './smart-wallets/owner-address.js'

export type {
  SmartWalletClient,
  SmartWalletRequestOptions,
  SmartWalletTransaction,
  SmartWalletTypedData,
} from './smart-wallets/client.js'

/** The user's smart wallet (react-api §7). */
interface SmartWalletsState {
  /** On the chain that was switched to last; undefined until it is connected. */
  client?: SmartWalletClient
  /**
   * The smart wallet on a configured chain.
   *
   * @throws Error "Smart wallet client for chain (eip155:N) not found" while none is connected.
   */
  getClientForChain(input: { id: number }): Promise<SmartWalletClient>
}

const context = createContext<SmartWalletsState | null>(null)

/**
 * Gives users with an embedded wallet on Ethereum a smart wallet, of the kind that the app has set in its settings. Goes inside
 * `<SallyportProvider>`; needs the packages `@sallyport/smart-wallets` and `viem`.
 */
export function SmartWalletsProvider({
  config,
  children,
}: {
  config?: { paymasterContext?: Readonly<Record<string, unknown>> }
  children: ReactNode
}) {
  const { client } = useKit()
  const { user, config: appConfig } = useClientState()
  const [wallets, setWallets] = useState<UserSmartWallets | null>(null)
  const [current, setCurrent] = useState<SmartWalletClient | null>(null)
  const owner = user ? ownerAddress(client) : undefined
  const paymasterContext = config?.paymasterContext
  // biome-ignore lint/correctness/useExhaustiveDependencies: connects again for another owner or other settings
  useEffect(() => {
    let isStale = false
    setWallets(null)
    setCurrent(null)
    if (owner === undefined || appConfig === null) return
    let found: UserSmartWallets | null = null
    const switchChain = async (id: number) => {
      const next = await found?.clientFor(id)
      if (!isStale && next) setCurrent(next)
    }
    const connecting = import('./smart-wallets/connect.js').then((it) =>
      it.connectUser(client, { paymasterContext, switchChain }),
    )
    // For the requests of other apps: `connected-smart-wallets`.
    client.kept.set('smart-wallets', connecting)
    connecting.then(
      (connected) => {
        if (isStale) return
        found = connected
        setWallets(connected)
        setCurrent(connected?.client ?? null)
      },
      (error: unknown) => console.warn('[Sallyport] The smart wallet was not created.', error),
    )
    return () => {
      isStale = true
      connecting.then(
        (connected) => connected?.end(),
        () => undefined,
      )
    }
  }, [owner, appConfig, client])
  const value = useMemo(
    (): SmartWalletsState => ({
      ...(current && { client: current }),
      async getClientForChain({ id }) {
        if (wallets === null)
          throw new Error(`Smart wallet client for chain (eip155:${id}) not found`)
        return wallets.clientFor(id)
      },
    }),
    [current, wallets],
  )
  return <context.Provider value={value}>{children}</context.Provider>
}

/** The user's smart wallet. @throws Error outside of `<SmartWalletsProvider>`. */
export function useSmartWallets(): SmartWalletsState {
  const state = useContext(context)
  if (state === null) throw new Error('useSmartWallets must be used inside <SmartWalletsProvider>')
  return state
}
