import { RpcError } from '../errors.js'
import type { Chain } from '../types.js'
import type {
  ConnectOptions,
  ConnectorFacts,
  Eip1193Provider,
  EthereumConnector,
} from './connector.js'
import { openEthereumConnection, readAccounts, request } from './ethereum-connection.js'

/** How the provider of a wallet is obtained. Detected wallets have it at once, others open it. */
export interface EthereumConnectorDeps extends ConnectorFacts {
  chains: readonly Chain[]
  /** The provider, ready to be asked for accounts. */
  open(options: ConnectOptions): Promise<Eip1193Provider>
  /** The provider of a connection that still stands, without asking the user; null when there is none. */
  reopen(): Promise<Eip1193Provider | null>
  /** What ends the connection besides `wallet_revokePermissions`. */
  close?(): Promise<void>
}

/** A connector over an EIP-1193 provider: for extensions, WalletConnect and Coinbase Wallet alike. */
export function createEthereumConnector(deps: EthereumConnectorDeps): EthereumConnector {
  const { chains, open, reopen, close, ...facts } = deps
  const connectionOf = (provider: Eip1193Provider, accounts: unknown) =>
    openEthereumConnection(
      { provider, chains, ...(close === undefined ? {} : { close }) },
      accounts,
    )
  return {
    ...facts,
    chainType: 'ethereum',
    async connect(options = {}) {
      const provider = await open(options)
      const accounts = await request(provider, { method: 'eth_requestAccounts' })
      options.signal?.throwIfAborted()
      if (readAccounts(accounts).length === 0) throw new RpcError(4001)
      return connectionOf(provider, accounts)
    },
    async reconnect() {
      const provider = await reopen()
      if (provider === null) return null
      const accounts = await request(provider, { method: 'eth_accounts' })
      return readAccounts(accounts).length === 0 ? null : connectionOf(provider, accounts)
    },
  }
}
