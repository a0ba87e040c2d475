import { ethereum, type SallyportClient, siwe, smartWallet, wallet } from '@sallyport/core'
import type { SmartWallets } from '@sallyport/smart-wallets'
import { createSmartWalletClient, type SmartWalletClient } from './client.js'

/** The smart wallets of the signed-in user. */
export interface UserSmartWallets {
  /** On the chain that is used by default. */
  client: SmartWalletClient
  /** On another configured chain. @throws SmartWalletError `chain_not_configured`, `client_failed` */
  clientFor(id: number): Promise<SmartWalletClient>
}

/** The address of the embedded wallet that owns smart wallets: the user's first on Ethereum; undefined without one. */
export function ownerAddress(client: SallyportClient): string | undefined {
  return wallet.primaryOf(wallet.list(client, 'ethereum'), 'ethereum')?.address
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
  const clientFor = async (id: number) => {
    const connection = await wallets.connect(id)
    return createSmartWalletClient({ client, library, connection, owner: address, switchChain })
  }
  const first = await clientFor(wallets.defaultChainId)
  void link(client, wallets)
  return { client: first, clientFor }
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
