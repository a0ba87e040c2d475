import type { Wallet } from '../wallet-standard/types.js'
import type { KnownWalletName } from './known-wallets.js'

/** How a page reaches an external wallet; stored as `connector_type` of its account (react-api §8). */
export type ConnectorType = 'injected' | 'solana_adapter' | 'wallet_connect_v2' | 'coinbase_wallet'

/** The part of EIP-1193 that every Ethereum wallet has. */
export interface Eip1193Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: never) => void): unknown
  removeListener(event: string, listener: (value: never) => void): unknown
}

/** What is shown and stored of a wallet application. Names and icons of detected wallets come from other software. */
export interface ConnectorFacts {
  /** The same at every visit: `io.metamask`, `solana:Phantom`, `wallet_connect`. */
  id: string
  /** At most 64 characters. */
  name: string
  /** An image as a data URI; null when there is none. */
  icon: string | null
  /** For example `metamask`; stored as `wallet_client_type`, at most 64 characters. */
  walletClientType: string
  connectorType: ConnectorType
  /** The entry of the app's `walletList` it belongs to; null when it only counts as detected. */
  entry: KnownWalletName | null
}

/** How one attempt to connect is followed and ended. */
export interface ConnectOptions {
  /** Aborted when the user no longer waits. */
  signal?: AbortSignal
  /** Takes the URI that another device pairs with, for a QR code or a link; called again when it is renewed. */
  onPairingUri?(uri: string): void
}

/** A wallet application this page can connect to. */
export type Connector = EthereumConnector | SolanaConnector

/** A wallet application with Ethereum accounts. */
export interface EthereumConnector extends ConnectorFacts {
  chainType: 'ethereum'
  /** Asks the user for accounts. @throws RpcError 4001 when declined, -32002 while an earlier question is open. */
  connect(options?: ConnectOptions): Promise<EthereumConnection>
  /** The connection that the wallet still grants this page, without asking the user; null when there is none. */
  reconnect(): Promise<EthereumConnection | null>
}

/** A wallet application with Solana accounts. */
export interface SolanaConnector extends ConnectorFacts {
  chainType: 'solana'
  /** As for Ethereum. */
  connect(options?: ConnectOptions): Promise<SolanaConnection>
  /** As for Ethereum. */
  reconnect(): Promise<SolanaConnection | null>
}

interface ConnectionFacts {
  /** The accounts the wallet shares, the selected one first; empty once it shares none. */
  readonly accounts: readonly string[]
  /** CAIP-2, for example `eip155:1` or `solana:mainnet`. */
  readonly chainId: string
  /**
   * Signs a text with one of the accounts; gives the signature as the login routes take it: hex, or base64 for Solana.
   *
   * @throws RpcError 4001 when declined.
   */
  signText(input: { address: string; text: string }): Promise<string>
  /** Runs `listener` when accounts or chain have changed; gives the function that stops it. */
  subscribe(listener: () => void): () => void
  /** Ends the connection on this page, and in the wallet where it supports that. */
  disconnect(): Promise<void>
}

/** The accounts an Ethereum wallet shares with this page. */
export interface EthereumConnection extends ConnectionFacts {
  chainType: 'ethereum'
  provider: Eip1193Provider
  /** @throws RpcError 4001 when declined, 4901 when the wallet does not know the chain and it is not configured. */
  switchChain(chainId: number): Promise<void>
}

/** The accounts a Solana wallet shares with this page. */
export interface SolanaConnection extends ConnectionFacts {
  chainType: 'solana'
  /** The Wallet Standard wallet. */
  wallet: Wallet
  /** The 64-byte signature of `message`. @throws RpcError 4001 when declined. */
  signMessage(input: { address: string; message: Uint8Array }): Promise<Uint8Array>
  /** Signs wire bytes. @throws RpcError 4001 when declined, 4200 when the wallet cannot. */
  signTransaction(input: {
    address: string
    transaction: Uint8Array
    chain: SolanaChain
  }): Promise<Uint8Array>
  /** Signs and sends wire bytes; gives the signature. Throws as `signTransaction`. */
  signAndSendTransaction(input: {
    address: string
    transaction: Uint8Array
    chain: SolanaChain
  }): Promise<Uint8Array>
}

/** A connection of either chain. */
export type Connection = EthereumConnection | SolanaConnection

/** A cluster in the words of the Wallet Standard: `solana:mainnet`. */
type SolanaChain = `solana:${string}`
