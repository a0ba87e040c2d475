import { externalWallet } from '@sallyport/core'
import { useSyncExternalStore } from 'react'
import { activeWalletOf } from '../active-wallet.js'
import { connectingOf } from '../connect-actions.js'
import { useKit } from '../context.js'
import { useBitcoinList } from './bitcoin/use-bitcoin-list.js'
import { useSolanaWallets } from './solana/use-solana-wallets.js'
import { useWallets } from './use-wallets.js'

const namespaces = {
  solana: 'solana',
  'bitcoin-segwit': 'bip122',
  'bitcoin-taproot': 'bip122',
} as const

/**
 * The wallet the user works with: the one chosen by `setActiveWallet` in any component, else the one connected last, else the embedded one.
 * `network` is CAIP-2. `connect` opens the choice of wallets; `reset` disconnects the external ones first.
 */
export function useActiveWallet() {
  const kit = useKit()
  const { wallets: ethereum } = useWallets()
  const { wallets: solana } = useSolanaWallets()
  const active = activeWalletOf(kit)
  const chosen = useSyncExternalStore(active.subscribe, active.get, active.get)
  const bitcoin = useBitcoinList()
  const connected = [...ethereum, ...solana]
  const all = [...connected, ...bitcoin]
  const external = connected
    .filter((each) => each.connectorType !== 'embedded')
    .sort((left, right) => right.connectedAt - left.connectedAt)
  const wallet = all.find((each) => each.address === chosen) ?? external[0] ?? all[0]
  const network = wallet && ('chainId' in wallet ? wallet.chainId : namespaces[wallet.type])
  const connect = async ({ reset = false }: { reset?: boolean } = {}) => {
    const externals = externalWallet.externalWalletsOf(kit.client)
    if (reset)
      for (const each of [...externals.state.wallets]) await externals.disconnect(each.connector)
    connectingOf(kit).connectWallet()
  }
  const setActiveWallet = ({ address }: { address: string }) => active.set(address)
  return { wallet, network, connect, setActiveWallet }
}
