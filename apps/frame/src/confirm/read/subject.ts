import type { EmbeddedChain } from '@sallyport/contract'
import type { InertText } from './inert-text.js'

/** A value of typed data, or a group of them. Names and values are inert. */
export interface Node {
  name: string
  /** Whether it says who may take how much until when. */
  isMoney: boolean
  content: string | readonly Node[]
}

/** What a message lets somebody do with the signer's tokens. */
export interface Permission {
  spender: string | null
  amount: bigint | 'unlimited' | null
  /** Unix seconds; `never` for the far future. */
  expires: bigint | 'never' | null
}

/** What an Ethereum transaction does. Addresses are whole; token amounts are base units, since the chain is not asked. */
export type EthereumAction =
  | { kind: 'send'; to: string }
  | { kind: 'send-token'; token: string; units: bigint; to: string }
  | { kind: 'move-token'; token: string; units: bigint; from: string; to: string }
  | { kind: 'approve-token'; token: string; units: bigint | 'unlimited'; spender: string }
  | { kind: 'approve-all'; token: string; operator: string }
  | { kind: 'call'; to: string; selector: string }
  | { kind: 'create' }

/** An amount of a Solana token in base units. */
export interface TokenAmount {
  units: bigint
  mint: string | null
  decimals: number | null
}

/** One instruction of a Solana transaction. `unread` holds its data as hex. */
export type SolanaStep =
  | { kind: 'send-sol'; from: string; to: string; lamports: bigint }
  /** `to` is a token account. Mint and decimals are there when the instruction names them, which the program checks. */
  | { kind: 'send-token'; from: string; to: string; amount: TokenAmount }
  | { kind: 'approve-token'; account: string; delegate: string; amount: TokenAmount }
  | { kind: 'create-token-account'; owner: string; mint: string }
  | { kind: 'close-token-account'; account: string; to: string }
  | { kind: 'set-authority'; account: string }
  | { kind: 'assign'; account: string }
  | { kind: 'durable-nonce'; account: string }
  | { kind: 'fee-settings' }
  | { kind: 'memo'; text: InertText }
  | { kind: 'unread'; program: string; data: string }

/** What will be signed, read from the very bytes that will be signed. */
export type Subject =
  | {
      kind: 'message'
      chain: EmbeddedChain
      text: InertText
      /** The site a login message says it is for (EIP-4361 and its Solana form); null in other messages. */
      loginDomain: string | null
    }
  | { kind: 'bytes'; chain: EmbeddedChain; hex: InertText; length: number }
  | { kind: 'digest'; hex: string }
  | {
      kind: 'typed-data'
      primaryType: string
      domain: readonly Node[]
      tree: readonly Node[]
      permission: Permission | null
    }
  | {
      kind: 'ethereum-transaction'
      action: EthereumAction
      /** The network's own money that leaves with it. */
      valueWei: bigint
      maxFeeWei: bigint
      chainId: bigint
      nonce: bigint
      gasLimit: bigint
      data: InertText | null
    }
  | {
      kind: 'solana-transaction'
      feePayer: string
      steps: readonly SolanaStep[]
      /** The most the fee payer pays the network: signatures and priority. */
      maxFeeLamports: bigint
      /** How many wallets have to sign. */
      signers: number
      /** Whether accounts are named by a table on the chain, which the bytes do not hold. */
      usesTables: boolean
    }

/** A subject, and the address it says it is signed by; null where the request does not say. */
export interface Reading {
  subject: Subject
  wallet: string | null
}
