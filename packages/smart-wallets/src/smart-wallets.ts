import type { Chain, LocalAccount } from 'viem'
import type { OwnerOperation } from './accounts/account.js'
import { connectSmartWallet, type SmartWalletConnection } from './client.js'
import { SmartWalletError } from './errors.js'
import { chainOf, type SmartWalletSettings } from './network.js'

/** What the smart wallets of a user are made of. */
export interface SmartWalletsInput {
  settings: SmartWalletSettings
  /** The user's embedded wallet, which owns them. */
  owner: LocalAccount
  signOperation?: ((operation: OwnerOperation) => Promise<`0x${string}`>) | undefined
  /** The chains that the app lists, the default one first. */
  chains: readonly Chain[]
  pollingInterval?: number
}

/** A user's smart wallet, on each chain that the app has configured. */
export interface SmartWallets {
  /** The chain that is used unless another one is named. */
  readonly defaultChainId: number
  /**
   * The smart wallet on a chain, connected once.
   *
   * @throws SmartWalletError `chain_not_configured`, `client_failed` (specification §8).
   */
  connect(chainId: number): Promise<SmartWalletConnection>
}

/**
 * Creates the smart wallets of a user, without any call.
 *
 * @throws SmartWalletError `no_configured_chain` when the app's settings name none of its chains.
 */
export function createSmartWallets(input: SmartWalletsInput): SmartWallets {
  const { settings, chains, owner, signOperation, pollingInterval } = input
  const networkOf = (id: number) => settings.networks.find(({ chainId }) => chainId === id)
  const listed = chains.find(({ id }) => networkOf(id) !== undefined)
  const first =
    listed?.id ?? settings.networks.find((network) => chainOf(network) !== null)?.chainId
  if (first === undefined)
    throw new SmartWalletError(
      'no_configured_chain',
      `Could not find smart wallets chain configurations for any of the ${chains.length} configured chains`,
    )
  const connections = new Map<number, Promise<SmartWalletConnection>>()
  const start = async (id: number) => {
    const network = networkOf(id)
    const chain = chains.find((each) => each.id === id) ?? (network ? chainOf(network) : null)
    if (!network || !chain)
      throw new SmartWalletError(
        'chain_not_configured',
        `The chain ${chain?.name ?? 'of this id'} (eip155:${id}) must be configured in the smart wallet configuration in your dashboard`,
      )
    try {
      const { type, version } = settings
      return await connectSmartWallet({
        ...{ type, version, chain, network, owner, signOperation, pollingInterval },
      })
    } catch (cause) {
      if (cause instanceof SmartWalletError) throw cause
      throw new SmartWalletError(
        'client_failed',
        `Failed to create smart wallet client for chain ${chain.name} (eip155:${id})`,
        { cause },
      )
    }
  }
  return {
    defaultChainId: first,
    connect(id) {
      const connection = connections.get(id) ?? start(id)
      connections.set(id, connection)
      // The next call tries again.
      connection.catch(() => connections.delete(id))
      return connection
    },
  }
}
