import type { Chain, RequestStep, SolanaCluster, WalletAccount } from '@sallyport/core'
import type { LoggedIn, LoginMethod, OwedChain } from '../flow/screens.js'

/**
 * All that screens may ask of the world. The provider makes one from the client; the gallery and the tests
 * make small ones. Every function throws what the client throws.
 */
export interface Services {
  /** The clock, milliseconds since 1970. */
  nowMs(): number
  /** Resolves after a delay; aborting clears it. */
  after(delayMs: number, run: () => void): () => void
  sendCode(email: string): Promise<void>
  loginWithCode(attempt: { email: string; code: string; disableSignup: boolean }): Promise<LoggedIn>
  loginAsGuest(): Promise<LoggedIn>
  /** How this browser last logged in; null when it never did. */
  lastMethod(): LoginMethod | null
  acceptTerms(): Promise<LoggedIn['user']>
  logout(): Promise<void>
  /** Opens the login once this run of the modal has gone, and ends the session that it was opened in. */
  loginAgain(): void
  createWallets(chains: readonly OwedChain[]): Promise<WalletAccount[]>
  /** Makes a wallet ready to sign: opens the frame, and recovers the keys on a new device, which `onRecovering` hears. */
  connect(address: string, onRecovering: () => void): Promise<void>
  isConnected(address: string): boolean
  /** What an Ethereum transaction will cost at most, exactly as it would be signed; amounts in wei. */
  prepare(request: EthereumRequest): Promise<{ fee: bigint; balance: bigint; likelyFails: boolean }>
  /** One JSON-RPC call to the chain's node; nothing is signed. */
  readChain(on: ChainReading): Promise<unknown>
  /** Loads the configuration again after it could not be reached. */
  reload(): Promise<void>
  copyText(text: string): Promise<void>
}

/** A transaction as an app asked for it. */
export interface EthereumRequest {
  address: string
  chain: Chain
  transaction: Record<string, unknown>
}

/** A read-only call to a node. */
export interface ChainReading {
  chain: Chain | SolanaCluster
  method: string
  params: readonly unknown[]
}

export type { RequestStep }
