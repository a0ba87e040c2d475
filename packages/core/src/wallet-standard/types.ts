/*
 * The Wallet Standard's types, as far as this package uses them (github.com/wallet-standard/wallet-standard, and Solana's extensions of it). They
 * are written here because the packages that have them demand a later Node than this package does; values of those types fit these.
 */

/** `namespace:reference`. */
export type IdentifierString = `${string}:${string}`

/** Bytes that are read alone. */
interface ReadonlyBytes
  extends Omit<Uint8Array, 'copyWithin' | 'fill' | 'reverse' | 'set' | 'sort'> {
  readonly [index: number]: number
}

export interface WalletAccount {
  readonly address: string
  readonly publicKey: ReadonlyBytes
  readonly chains: readonly IdentifierString[]
  /** Features that this account has. */
  readonly features: readonly IdentifierString[]
  readonly label?: string
  readonly icon?: WalletIcon
}

type WalletIcon = `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`

/** A wallet application, as it registers itself. */
export interface Wallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: WalletIcon
  readonly chains: readonly IdentifierString[]
  /** By name; each is looked for before it is used. */
  readonly features: Readonly<Record<IdentifierString, unknown>>
  /** Accounts that the page may use. */
  readonly accounts: readonly WalletAccount[]
}

/** What takes wallets in. Gives what takes them out again. */
export interface WalletRegister {
  register(...wallets: Wallet[]): () => void
}

type Method<I, O> = (...inputs: readonly I[]) => Promise<readonly O[]>
interface SignTransactionInput {
  readonly account: WalletAccount
  readonly transaction: Uint8Array
  readonly chain?: IdentifierString
  readonly options?: {
    readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
    readonly minContextSlot?: number
  }
}
interface SendTransactionInput extends SignTransactionInput {
  readonly chain: IdentifierString
  readonly options?: NonNullable<SignTransactionInput['options']> & {
    readonly commitment?: 'processed' | 'confirmed' | 'finalized'
    readonly skipPreflight?: boolean
    readonly maxRetries?: number
  }
}

export type SolanaSignMessageMethod = Method<
  { readonly account: WalletAccount; readonly message: Uint8Array },
  { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }
>
export type SolanaSignTransactionMethod = Method<
  SignTransactionInput,
  { readonly signedTransaction: Uint8Array }
>
export type SolanaSignAndSendTransactionMethod = Method<
  SendTransactionInput,
  { readonly signature: Uint8Array }
>

/** The features that pages use of Solana wallets, where the wallet has them. */
export interface SolanaFeatures {
  readonly 'standard:connect'?: {
    connect(input?: {
      readonly silent?: boolean
    }): Promise<{ readonly accounts: readonly WalletAccount[] }>
  }
  readonly 'standard:disconnect'?: { disconnect(): Promise<void> }
  readonly 'standard:events'?: {
    on(
      event: 'change',
      listener: (change: { readonly accounts?: readonly WalletAccount[] }) => void,
    ): () => void
  }
  readonly 'solana:signMessage'?: { readonly signMessage: SolanaSignMessageMethod }
  readonly 'solana:signTransaction'?: { readonly signTransaction: SolanaSignTransactionMethod }
  readonly 'solana:signAndSendTransaction'?: {
    readonly signAndSendTransaction: SolanaSignAndSendTransactionMethod
  }
}
