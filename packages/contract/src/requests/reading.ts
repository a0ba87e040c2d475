import type { EmbeddedChain } from '../chains.js'
import type { Control } from './ethereum-control.js'
import type { InertText } from './inert-text.js'
import type { LoginMessage } from './login-message.js'
import type { TypedDataReading } from './typed-data.js'

/** What an Ethereum transaction does. Addresses are whole; token amounts are base units, since the chain is not asked. */
export type EthereumAction =
  | { kind: 'send'; to: string }
  | { kind: 'send-token'; token: string; units: bigint; to: string }
  | { kind: 'move-token'; token: string; units: bigint; from: string; to: string }
  /** One item of a collection, or several like it. */
  | { kind: 'move-item'; token: string; id: bigint; units: bigint; from: string; to: string }
  | { kind: 'approve-token'; token: string; units: bigint | 'unlimited'; spender: string }
  | { kind: 'approve-all'; token: string; operator: string }
  /** Gives `party` control of `contract`. */
  | { kind: 'control'; control: Control; contract: string; party: string }
  | { kind: 'call'; to: string; selector: string }
  | { kind: 'create' }

/** An amount of a Solana token in base units. */
export interface TokenAmount {
  units: bigint
  mint: string | null
  decimals: number | null
}

/** A right over a token account (`owner`, `close`) or a mint (`mint`, `freeze`); `other` for those of Token-2022 alone. */
export type TokenRight = 'mint' | 'freeze' | 'owner' | 'close' | 'other'

/** What an instruction of the stake program does. `account` holds the stake. */
export type StakeStep =
  /** From now on `party` can withdraw it. */
  | { kind: 'stake'; act: 'initialize' | 'authorize'; account: string; party: string }
  /** `party` is the validator's vote account. */
  | { kind: 'stake'; act: 'delegate'; account: string; party: string }
  | { kind: 'stake'; act: 'deactivate'; account: string; party: null }
  /** `lamports` go to `party`. */
  | {
      kind: 'stake'
      act: 'withdraw' | 'split'
      account: string
      party: string
      lamports: bigint
    }

/** One instruction of a Solana transaction. `unread` holds its data as hex. */
export type SolanaStep =
  | { kind: 'send-sol'; from: string; to: string; lamports: bigint }
  /** `to` is a token account. Mint and decimals are there when the instruction names them, which the program checks. */
  | { kind: 'send-token'; from: string; to: string; amount: TokenAmount }
  | { kind: 'approve-token'; account: string; delegate: string; amount: TokenAmount }
  | { kind: 'create-token-account'; owner: string; mint: string }
  | { kind: 'close-token-account'; account: string; to: string }
  | { kind: 'end-approval'; account: string }
  | { kind: 'burn-token'; account: string; amount: TokenAmount }
  | { kind: 'mint-token'; to: string; amount: TokenAmount }
  /** `right` over `account`, a token account or a mint, goes to `to`; null: to no account, for ever. */
  | { kind: 'set-authority'; account: string; right: TokenRight; to: string | null }
  | { kind: 'assign'; account: string }
  /** Lamports go to a new account of the program `owner`. */
  | { kind: 'create-account'; from: string; account: string; lamports: bigint; owner: string }
  | StakeStep
  | { kind: 'durable-nonce'; account: string }
  | { kind: 'fee-settings' }
  | { kind: 'memo'; text: InertText }
  | { kind: 'unread'; program: string; data: string }

/** A Solana transaction, as far as its bytes tell. */
export interface SolanaReading {
  kind: 'solana-transaction'
  feePayer: string
  steps: readonly SolanaStep[]
  /** The accounts that it may change, as far as they are known. */
  writable: readonly string[]
  /** The program of each step; `?` for one that a table on the chain names. */
  programs: readonly string[]
  /** The most the fee payer pays the network: signatures and priority. */
  maxFeeLamports: bigint
  /** How many wallets have to sign. */
  signers: number
  /** The look-up tables on the chain that name further accounts and are not known; the bytes do not hold those. */
  tables: readonly string[]
  /** Whether a program, or an account that value or control goes to, is in a table that is not known. */
  hidesAccounts: boolean
}

/** The right to act for an account that its owner gives a contract (EIP-7702). */
export interface Authorization {
  /** All zeros end the right of any contract. */
  contract: string
  chainId: bigint
  nonce: bigint
}

/** An Ethereum transaction with all of its fields. */
export interface EthereumReading {
  kind: 'ethereum-transaction'
  action: EthereumAction
  /** The network's own currency that leaves with it. */
  valueWei: bigint
  /** This, the nonce and the gas limit are null where the network has yet to say them. */
  maxFeeWei: bigint | null
  chainId: bigint
  nonce: bigint | null
  gasLimit: bigint | null
  data: InertText | null
  /** The authorizations that a transaction of type 4 carries, of whatever account. */
  authorizations: readonly Authorization[]
}

/** What a smart wallet does in one operation (ERC-4337), read from the operation that is signed. */
export interface OperationReading {
  kind: 'user-operation'
  /** The smart wallet. */
  sender: string
  chainId: bigint
  calls: readonly { action: EthereumAction; valueWei: bigint; data: InertText | null }[]
  /** The most that the wallet pays for gas; null when a paymaster pays. */
  maxFeeWei: bigint | null
  nonce: bigint | null
}

/** An input or output of a Bitcoin transaction. `address` is null where the script has none; `script` is hex. */
export interface BitcoinPart {
  address: string | null
  script: string
  amount: bigint
  /** Locked with the key that signs: of outputs, change. */
  isOwn: boolean
}

/** A Bitcoin transaction, read from its PSBT. Amounts are satoshis. */
export interface BitcoinReading {
  kind: 'bitcoin-transaction'
  inputs: readonly BitcoinPart[]
  outputs: readonly (BitcoinPart & { isData: boolean })[]
  feeSats: bigint
  /** For each virtual byte, of the size that the signed transaction will have. */
  feeRate: bigint
  /** What the wallet has less afterwards, the fee included where it pays that. */
  leavingSats: bigint
  /** Whether it is known which parts are the wallet's; if not, all inputs count as its and no output does. */
  isOwnKnown: boolean
  /** Whether others put something in too. */
  hasForeignInputs: boolean
  /** Whether the fee is so high that it may be a mistake. */
  isFeeHigh: boolean
  /** Block or time before which the network does not take it; 0 for none. */
  lockTime: number
}

/** What will be signed, read from the very bytes that will be signed. */
export type Subject =
  | {
      kind: 'message'
      chain: EmbeddedChain
      text: InertText
      /** The parts of a login message; null in other messages. */
      login: LoginMessage | null
    }
  | { kind: 'bytes'; chain: EmbeddedChain; hex: InertText; length: number }
  | { kind: 'digest'; hex: string }
  | ({ kind: 'authorization' } & Authorization)
  | TypedDataReading
  | EthereumReading
  | OperationReading
  | SolanaReading
  | BitcoinReading
