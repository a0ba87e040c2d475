export {
  type CoinbaseConnectionOptions,
  type CoinbaseOptions,
  type CoinbaseSdk,
  type CreateCoinbaseSdk,
  createCoinbaseConnector,
} from '../external-wallets/coinbase.js'
export type {
  Connection,
  ConnectOptions,
  Connector,
  ConnectorFacts,
  ConnectorType,
  Eip1193Provider,
  EthereumConnection,
  EthereumConnector,
  SolanaConnection,
  SolanaConnector,
} from '../external-wallets/connector.js'
export {
  createEthereumConnector,
  type EthereumConnectorDeps,
} from '../external-wallets/ethereum-connector.js'
export { ethereumProviderOf } from '../external-wallets/ethereum-provider.js'
export {
  connectedAt,
  type ExternalWallet,
  type ExternalWallets,
  type ExternalWalletsState,
  externalWalletsOf,
} from '../external-wallets/external-wallets.js'
export {
  type KnownWallet,
  type KnownWalletName,
  knownWallets,
  type WalletListEntry,
} from '../external-wallets/known-wallets.js'
export { pairingLink } from '../external-wallets/pairing-link.js'
export { rememberedConnections } from '../external-wallets/remembered.js'
export type {
  SignClient,
  SignClientEvents,
  SignClientOptions,
  StartSignClient,
  WalletSession,
} from '../external-wallets/sign-client.js'
export { solanaWalletOf } from '../external-wallets/solana-wallet.js'
export {
  createWalletConnectConnector,
  type WalletConnectOptions,
} from '../external-wallets/walletconnect.js'
