import type { ConnectedWallet } from '@sallyport/react'
import type { EIP1193Provider } from 'viem'
import { injected } from 'wagmi/connectors'

/**
 * A wagmi connector for a wallet of `useWallets()`: wagmi finds browser extensions itself, but not a wallet that Sallyport
 * has connected by WalletConnect.
 */
export async function connectorOf(wallet: ConnectedWallet) {
  // viem types the answer of each method, which EIP-1193 leaves open.
  const provider = (await wallet.getEthereumProvider()) as EIP1193Provider
  return injected({ target: { id: wallet.address, name: wallet.meta.name, provider } })
}
