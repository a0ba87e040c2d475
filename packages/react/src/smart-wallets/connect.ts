import { ethereum, type SallyportClient, siwe, smartWallet } from '@sallyport/core'
import type { SmartWallets } from '@sallyport/smart-wallets'
import {
  type Connected,
  createSmartWalletClient,
  type SmartWalletClient,
  type SmartWalletProvider,
} from './client.js'
import { ownerAddress } from './owner-address.js'

/** The smart wallets of the signed-in user. */
export interface UserSmartWallets {
  /** On the chain that is used by default. */
  client: SmartWalletClient
  /** On another configured chain. @throws SmartWalletError `chain_not_configured`, `client_failed` */
  clientFor(id: number): Promise<SmartWalletClient>
  /** Ends its EIP-1193 provider, which other libraries on the page may hold. */
  end(): void
}

/**
 * Connects the user's smart wallet, and links it unless one is linked: silently, by a message for this page. A failure to link is
 * logged and prevents nothing (specification §4).
 *
 * @returns null while the app has no smart wallets or the user no embedded wallet.
 * @throws SmartWalletError, or an error of viem when the chain's node does not answer.
 */
export async function connectUser(
  client: SallyportClient,
  options: {
    paymasterContext?: Readonly<Record<string, unknown>> | undefined
    switchChain: (id: number) => Promise<void>
  },
): Promise<UserSmartWallets | null> {
  const config = smartWallet.config(client)
  const address = ownerAddress(client)
  if (!config.enabled || address === undefined) return null
  const [library, { createOwner }] = await Promise.all([
    import('./library.js'),
    // It holds what is needed of viem.
    import('./owner.js'),
  ])
  const settings = library.readSettings(config)
  if (settings === null) return null
  const { paymasterContext, switchChain } = options
  const networks = settings.networks.map((network) =>
    paymasterContext ? { ...network, paymasterContext } : network,
  )
  const owner = createOwner(client, address)
  const wallets = library.createSmartWallets({
    settings: { ...settings, networks },
    owner: owner.account,
    signOperation: owner.signOperation,
    // viem's chains have what ours have.
    chains: ethereum.chainsOf(client.options) as never,
  })
  const connect = async (id: number): Promise<Connected> => {
    return { client, library, connection: await wallets.connect(id), owner: address }
  }
  const clientFor = async (id: number): Promise<SmartWalletClient> =>
    createSmartWalletClient({ ...(await connect(id)), switchChain, getEthereumProvider })
  const offered = lazily(async () => {
    const { connection } = await connect(wallets.defaultChainId)
    const { offerProvider } = await import('./provider.js')
    const others = networks.map(({ chainId }) => chainId)
    const chainIds = [...new Set([wallets.defaultChainId, ...others])]
    const smartAddress = connection.account.address
    return offerProvider({ client, address: smartAddress, chainIds, connect, clientFor })
  })
  const getEthereumProvider = async (): Promise<SmartWalletProvider> => (await offered()).provider
  const first = await clientFor(wallets.defaultChainId)
  void link(client, wallets)
  // Out of reach: who asks for the provider tries again.
  offered().catch(() => undefined)
  return {
    client: first,
    clientFor,
    end: () =>
      void offered().then(
        ({ end }) => end(),
        () => undefined,
      ),
  }
}

async function link(client: SallyportClient, wallets: SmartWallets): Promise<void> {
  const config = smartWallet.config(client)
  if (!config.enabled || smartWallet.linkedAddress(client) !== undefined) return
  try {
    const { account, chain } = await wallets.connect(wallets.defaultChainId)
    const { address } = account
    const message = await siwe.createMessage(client, { address, chainId: `eip155:${chain.id}` })
    await smartWallet.link(client, {
      message,
      signature: await account.signMessage({ message }),
      type: config.smart_wallet_type,
      version: config.smart_wallet_version,
    })
  } catch (error) {
    console.warn('[Sallyport] The smart wallet was not linked.', error)
  }
}

/** A function that runs `work` once; after a failure the next call runs it again. */
function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= work().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}
