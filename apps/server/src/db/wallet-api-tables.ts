import type { ChainType } from '@sallyport/contract'
import type { IntentStatus, TransactionStatus, Wallet } from '@sallyport/contract/wallet-api'
import type { AuthorizedRequest } from '@sallyport/protocols/signer'
import type { ColumnType, JSONColumnType } from 'kysely'

/*
 * The wallet API as its calls show it. What wallets may do is in the signer's own rows: nothing here is believed by it.
 */

type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A server wallet, with the API's half of its secret. */
export interface ServerWalletTable {
  app_id: string
  /** As the signer drew it. */
  wallet_id: string
  /** `pending` until both halves were read back, its address is not known before; `abandoned` when that did not happen. */
  state: 'pending' | 'active' | 'archived' | 'abandoned'
  chain_type: ChainType
  address: Nullable<string>
  /** What is the same for every spelling of the address. */
  address_key: Nullable<string>
  public_key: Nullable<string>
  owner_id: Nullable<string>
  additional_signers: JSONColumnType<Wallet['additional_signers'], string, string>
  policy_ids: JSONColumnType<string[], string, string>
  /** Of the older form, with keys and a threshold. */
  authorization_threshold: Nullable<number>
  display_name: Nullable<string>
  external_id: Nullable<string>
  entity: JSONColumnType<WalletEntity | null, string | null, string | null>
  /** The user whom it was made for, without prefix. */
  user_id: Nullable<string>
  /** Encrypted under the deployment's key for shares; null once it was abandoned. */
  api_share: ColumnType<Buffer | null, Buffer, Buffer | null>
  created_at: number
  imported_at: Nullable<number>
  exported_at: Nullable<number>
  archived_at: Nullable<number>
}

/** What a wallet is tied to, by the app's own id. */
interface WalletEntity {
  id: string
  type: 'user' | 'organization'
  row_id: string
  created_at: number
  updated_at: number
}

/** A key quorum. */
export interface WalletQuorumTable {
  app_id: string
  quorum_id: string
  display_name: string | null
  threshold: number
  public_keys: JSONColumnType<string[], string, string>
  /** With prefix, as the signer and the wire have them. */
  user_ids: JSONColumnType<string[], string, string>
  key_quorum_ids: JSONColumnType<string[], string, string>
  created_at: number
}

/** Something that a wallet sends, from before it is signed until the network will not forget it. */
export interface WalletTransactionTable {
  app_id: string
  transaction_id: string
  wallet_id: string
  /** SHA-256 of what names the request: the same request again finds its transaction. */
  request_digest: Buffer
  chain_type: ChainType
  caip2: string
  /** Lower case on Ethereum. */
  sender: string
  /** Of an account on Ethereum. */
  nonce: Nullable<number>
  /** The last nonce that it takes: one more than its own where the wallet authorizes a contract in it (EIP-7702). */
  last_nonce: Nullable<number>
  /** Outputs that a Bitcoin transaction spends, `txid:index`. */
  outpoints: JSONColumnType<string[] | null, string | null, string | null>
  /** What the server has built before it was signed, beside `filled`. */
  draft: JSONColumnType<SendDraft | null, string | null, string | null>
  /** The request that the signer has signed it for; null where another signature takes its place by no means. */
  signed_by: JSONColumnType<SignedBy | null, string | null, string | null>
  /** Everything that was signed for it, in order: with one nonce, so that one of them gets into a block at most. */
  attempts: JSONColumnType<SendAttempt[], string, string>
  /** What the server has filled in before the signer judged, as text of JSON. */
  filled: JSONColumnType<Record<string, string> | null, string | null, string | null>
  /** What goes to the network, of the newest attempt: the same bytes however often. */
  signed: Nullable<string>
  /** Of the newest attempt, or of the one that is in a block. Null for an operation of a smart wallet that is in none. */
  hash: Nullable<string>
  /** Whether the app's paymaster pays for it. */
  sponsored: ColumnType<boolean, boolean | undefined, boolean>
  user_operation_hash: Nullable<string>
  status: TransactionStatus
  reference_id: Nullable<string>
  /** What a transfer says of itself; null for other sends. */
  transfer: JSONColumnType<TransferFacts | null, string | null, string | null>
  /** Why it failed, for the app. */
  failure: Nullable<string>
  created_at: number
  updated_at: number
  /** The block that has it. */
  block_number: Nullable<number>
  /** Another process does not look at it before. */
  looked_at: number
  /** When fees are raised at the earliest. */
  next_attempt_at: Nullable<number>
  /** Since when nothing more can happen to it: it is not followed any more. */
  settled_at: Nullable<number>
}

/** What was built for a send before it was signed: a server that stopped in between goes on with the same. */
export interface SendDraft {
  /** Body of rpc that carries a transfer out. */
  rpc?: Record<string, unknown>
  /** What was filled into an operation of a smart wallet. */
  operation?: Record<string, string>
}

/** How the signer is asked again for what it has signed, with other fees. */
export interface SignedBy {
  call: 'signWithWallet' | 'signTransfer'
  request: AuthorizedRequest
  /** Of the asset of a transfer. */
  decimals?: number
}

/** A signature for a send. */
interface SendAttempt {
  /** A `bump` pays more for the same; a `cancel` takes its nonce and does nothing. */
  kind: 'send' | 'bump' | 'cancel'
  hash: string
  signed: string
  at: number
  /** Decimal text of what was filled in as fees; null where the app has chosen them. */
  fees: Record<string, string> | null
}

/** A transfer beside what is sent for it. */
export interface TransferFacts {
  chain: string
  asset: string | null
  asset_address: string | null
  decimals: number
  amount: string
  raw: string
  destination: string
}

/** Who may choose the next nonce of an account on a chain. */
interface WalletLaneTable {
  caip2: string
  sender: string
  holder: string
  until: number
}

/** A request that waits for signatures. */
export interface WalletIntentTable {
  app_id: string
  intent_id: string
  intent_type: 'RPC' | 'TRANSFER' | 'WALLET' | 'POLICY' | 'RULE' | 'KEY_QUORUM'
  status: IntentStatus
  resource_id: string
  method: 'POST' | 'PATCH' | 'DELETE'
  url: string
  body: JSONColumnType<Record<string, unknown> | null, string | null, string | null>
  expires_at: number
  /** As the client sent it: it is part of what members sign. */
  custom_expiry: Nullable<string>
  signatures: JSONColumnType<IntentSignature[], string, string>
  result: JSONColumnType<
    { status_code: number; executed_at: number; response_body: unknown } | null,
    string | null,
    string | null
  >
  created_at: number
  updated_at: number
  rejected_at: Nullable<number>
  dismissed_at: Nullable<number>
  dismissal_reason: Nullable<string>
  /** Of a direct call that became an intent: it is part of what members sign. */
  idempotency_key: Nullable<string>
  /** Names the direct call that became an intent; null for one that was proposed. */
  request_name: Nullable<string>
  /** How often its resource had been changed when it was made; null for what a change does not touch. */
  resource_revision: Nullable<number>
  /** How often the row was changed: of two changes at once, one is made on what the other has left. */
  revision: ColumnType<number, number | undefined, number>
  /** How often it was begun to be carried out. */
  attempts: ColumnType<number, number | undefined, number>
  /** Another process carries it out after that. */
  lease_until: ColumnType<number, number | undefined, number>
}

/** A member's signature of an intent's request. */
interface IntentSignature {
  /** The key or the user who has signed. */
  public_key: string
  signature: string
  signed_at: number
}

/** Tables of the wallet API. */
export interface WalletApiTables {
  server_wallet: ServerWalletTable
  wallet_quorum: WalletQuorumTable
  wallet_transaction: WalletTransactionTable
  wallet_lane: WalletLaneTable
  wallet_intent: WalletIntentTable
}
