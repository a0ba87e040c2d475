import type { ethereum } from '@sallyport/core'
import type { FundWalletOptions } from '../funding-calls.js'
import { useWalletList, type WalletList } from './use-wallet-list.js'

/** An Ethereum wallet of this page (react-api §8). */
export interface ConnectedWallet {
  type: 'ethereum'
  address: string
  /** Milliseconds since 1970. */
  connectedAt: number
  walletClientType: string
  connectorType: string
  imported: boolean
  meta: { id: string; name: string; icon?: string }
  /** Whether the user who is logged in has linked it. */
  linked: boolean
  walletIndex: number | null
  /** CAIP-2, for example `eip155:1`. */
  chainId: string
  isConnected(): Promise<boolean>
  /** Ends the connection of an external wallet, with all its accounts. Embedded wallets stay connected until logout. */
  disconnect(): void
  /** @throws RpcError 4901 for a chain that is not configured. */
  switchChain(id: number | `0x${string}`): Promise<void>
  getEthereumProvider(): Promise<ReturnType<typeof ethereum.getProvider>>
  /** The EIP-191 signature of a text. */
  sign(message: string): Promise<string>
  /**
   * Has the wallet sign, and logs in with it, or links it to the user who is logged in.
   *
   * @throws ClientError `not_supported` for an embedded wallet; RpcError 4001 when the user declines.
   */
  loginOrLink(): Promise<void>
  /** @throws ClientError `not_supported` for an embedded wallet; ApiError `cannot_unlink_sole_account`. */
  unlink(): Promise<void>
  /** Lets the user add money to the wallet; resolves when the screens are closed. As `useFundWallet`. */
  fund(options?: FundWalletOptions): Promise<void>
}

/** The user's embedded Ethereum wallets, oldest first, then the external wallets that are connected to this page. */
export function useWallets(): WalletList<ConnectedWallet> {
  return useWalletList('ethereum')
}
