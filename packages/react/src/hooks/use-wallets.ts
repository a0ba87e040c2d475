import {
  ClientError,
  ethereum,
  type SallyportClient,
  type WalletAccount,
  wallet,
} from '@sallyport/core'
import { useEffect, useMemo, useReducer } from 'react'
import { useClientState, useKit, useReady } from '../context.js'
import { useExternalWallets } from '../use-external-wallets.js'
import { signMessage } from '../wallet-requests.js'
import { externalEthereumWallet } from './external-ethereum-wallet.js'

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
}

/** The user's embedded Ethereum wallets, oldest first, then the external wallets that are connected to this page. */
export function useWallets(): { wallets: ConnectedWallet[]; ready: boolean } {
  const kit = useKit()
  const { client } = kit
  const external = useExternalWallets(kit)
  const { user } = useClientState()
  const ready = useReady() && external.ready
  const [switches, changed] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made from the user and the chain
  const embedded = useMemo(
    () => wallet.list(client, 'ethereum').map((each) => embeddedEthereumWallet(client, each)),
    [client, user, switches],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `linked` is read from the user
  const wallets = useMemo(
    () => [...embedded, ...external.wallets.flatMap((each) => externalEthereumWallet(kit, each))],
    [kit, embedded, external, user],
  )
  const addresses = embedded.map((each) => each.address).join()
  useEffect(() => {
    const providers =
      addresses === '' ? [] : addresses.split(',').map((each) => ethereum.getProvider(client, each))
    for (const provider of providers) provider.on('chainChanged', changed)
    return () => {
      for (const provider of providers) provider.removeListener('chainChanged', changed)
    }
  }, [client, addresses])
  return { wallets, ready }
}

/** An embedded wallet, for apps. */
export function embeddedEthereumWallet(
  client: SallyportClient,
  account: WalletAccount,
): ConnectedWallet {
  const { address, imported, walletIndex } = account
  const provider = ethereum.getProvider(client, address)
  const refuse = () => Promise.reject(new ClientError('not_supported'))
  return {
    type: 'ethereum',
    address,
    connectedAt: client.state.user?.createdAt.getTime() ?? 0,
    walletClientType: account.walletClientType ?? 'embedded',
    connectorType: account.connectorType ?? 'embedded',
    imported,
    meta: { id: 'org.sallyport.wallet', name: 'Sallyport' },
    linked: true,
    walletIndex,
    chainId: `eip155:${provider.chain.id}`,
    isConnected: async () =>
      wallet.list(client, 'ethereum').some((each) => each.address === address),
    disconnect: () => undefined,
    async switchChain(id) {
      const chainId = `0x${Number(id).toString(16)}`
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    },
    getEthereumProvider: async () => provider,
    sign: async (message) => (await signMessage(client, { message, address })).signature,
    loginOrLink: refuse,
    unlink: refuse,
  }
}
