import type { EmbeddedChain } from '@sallyport/contract'
import type { BitcoinNetwork } from '@sallyport/contract/requests'
import type { CallsStatus } from './calls/call-methods.js'
import type { Chain, SolanaCluster } from './types.js'

/** A signature or transaction the user is asked to approve. Rejecting = `RpcError` 4001. */
export type ConfirmRequest =
  | {
      kind: 'sign-message'
      chainType: EmbeddedChain
      address: string
      /** UTF-8 text, or 0x hex when it is not text. */
      message: string
      /** The embedded wallet that signs for the smart wallet at `address`. */
      owner?: string
    }
  | {
      /** 32 bytes signed as they are: they may stand for anything, a transaction included. */
      kind: 'sign-digest'
      address: string
      /** 0x hex. */
      digest: string
    }
  | {
      /** A contract gets control of the account on one chain (EIP-7702). */
      kind: 'sign-authorization'
      address: string
      chain: Chain
      contract: `0x${string}`
      nonce: number
    }
  | {
      kind: 'sign-typed-data'
      address: string
      /** The chain the wallet is on. */
      chainId?: number
      /** See `sign-message`. */
      owner?: string
      typedData: {
        domain: Record<string, unknown>
        types: Record<string, { name: string; type: string }[]>
        primaryType: string
        message: Record<string, unknown>
      }
    }
  | {
      kind: 'sign-transaction' | 'send-transaction'
      address: string
      chain: Chain
      transaction: Record<string, unknown>
    }
  | {
      /** Calls of a smart wallet, signed as one operation (ERC-4337), and sent unless they are only signed. */
      kind: 'sign-operation' | 'send-operation'
      address: string
      /** See `sign-message`. */
      owner: string
      chain: Chain
      calls: readonly OperationCall[]
      /** Asks bundler and paymaster what it costs. */
      quote(): Promise<OperationQuote>
    }
  | {
      kind: 'sign-solana-transaction' | 'send-solana-transaction'
      address: string
      cluster: SolanaCluster
      /** Wire bytes, base64. */
      transaction: string
    }
  | {
      kind: 'sign-bitcoin-transaction' | 'send-bitcoin-transaction'
      address: string
      chainType: 'bitcoin-segwit' | 'bitcoin-taproot'
      network: BitcoinNetwork
      /** Hex. */
      psbt: string
    }

/** A call that a smart wallet makes. */
export interface OperationCall {
  to: `0x${string}`
  data?: `0x${string}` | undefined
  /** In wei. */
  value?: bigint | undefined
}

/** What an operation costs. */
interface OperationQuote {
  /** The most that it can cost, also where the app pays. */
  maxCostWei: bigint
  /** Whether the app's paymaster pays. */
  isSponsored: boolean
  /** Of the smart wallet. */
  balanceWei: bigint
  /** The calls would fail. */
  likelyFails: boolean
}

/** Texts and switches an app may give one request (react-api §4). */
export interface RequestUiOptions {
  showWalletUIs?: boolean
  /** The older name of `showWalletUIs`, with the opposite meaning; `showWalletUIs` wins where both are given. */
  noPromptOnSignature?: boolean
  title?: string
  description?: string
  buttonText?: string
  iconUrl?: string
  transactionInfo?: {
    title?: string
    action?: string
    contractInfo?: {
      url?: string
      name?: string
      imgUrl?: string
      imgAltText?: string
      imgSize?: 'sm' | 'lg'
    }
  }
  successHeader?: string
  successDescription?: string
  /** Options of the screens that add money, which are offered when the wallet holds too little. */
  fundWalletConfig?: object
}

/**
 * How the modal takes part in a request. `run` performs it (connect, recover if needed, sign, broadcast) and reports
 * progress; the modal calls it after the user approved, and may call it again after a retryable failure: what was signed
 * is broadcast again, never signed twice. For transactions `run` resolves at `submitted`; the steps `confirmed`, `failed`,
 * `replaced` and `timed-out` (after 180 s) come later through `report`.
 */
export interface ConfirmRequests {
  /** Resolves with what `run` gave once the user approved; rejects with `RpcError` 4001 when refused or closed. */
  request<T>(job: {
    request: ConfirmRequest
    ui: RequestUiOptions
    run(report: (step: RequestStep) => void, choice?: ApprovalChoice): Promise<T>
  }): Promise<T>
  /** Shows how a batch of calls stands (EIP-5792); `read` asks anew. Absent: the transaction is opened in the chain's explorer. */
  showCalls?(read: () => Promise<CallsStatus>): void
}

/** What the user chose while approving an Ethereum transaction; other requests ignore it. */
export interface ApprovalChoice {
  /** Call data in place of the request's, such as an approval with a lower limit. */
  data?: `0x${string}`
  /** Send it although a simulation failed; the user was told that it will probably fail. */
  sendsAnyway?: boolean
  /** The highest network fee that was shown, in wei: one more than twice as high is not signed. */
  shownMaxFeeWei?: bigint
  /** Sign it although fee, gas or nonce are far from usual; the user was told, or the wallet frame tells them. */
  acceptsUnusual?: boolean
}
export type RequestStep =
  | { step: 'connecting' | 'recovering' | 'signing' }
  | { step: 'submitted'; hash: string }
  | { step: 'confirmed'; hash: string }
  | { step: 'failed'; hash: string; reason: string }
  /** Another transaction of the wallet took the nonce of this one, which can no longer happen. */
  | { step: 'replaced'; hash: string; replacement: TransactionReplacement }
  | { step: 'timed-out'; hash: string }

/** What a block holds in place of a sent transaction. */
export interface TransactionReplacement {
  hash: string
  /** `repriced`: the same call with another fee. `cancelled`: a transfer of nothing to the wallet itself. */
  reason: 'repriced' | 'cancelled' | 'replaced'
  /** How the replacing transaction itself ended. */
  outcome: 'confirmed' | 'failed'
}
