import type { EmbeddedChain, LoginChain } from '@sallyport/contract'
import type { ColumnType, JSONColumnType } from 'kysely'

/*
 * The tables of embedded wallets. Everything is keyed by app and user first, so that no query can reach another
 * user's rows by a wallet id alone.
 */

/** One secret of a user, with the addresses derived from it. */
export interface WalletRootTable {
  app_id: string
  user_id: string
  /** A UUID the frame draws. */
  wallet_id: string
  /** `stored` until both recovery paths were used, `abandoned` when that did not happen within a day. */
  state: 'stored' | 'active' | 'abandoned'
  imported: boolean
  /** As on the linked account. */
  recovery_method: string
  /** What the frame needs to find the user's secret again; null with automatic recovery. */
  recovery_locator: ColumnType<string | null, string | null, string | null>
  /** When another method took the place of the one before; null for the first. */
  recovery_set_at: ColumnType<number | null, never, number>
  /** When a recovery by the present method was last answered. */
  recovery_used_at: ColumnType<number | null, never, number | null>
  /** The chain of the address the root was made with, at index 0: its key vouches for everything added later. */
  confirming_chain: WalletAccountTable['chain_type']
  /** Address of the key that signs for the root's shares and addresses; null for a root from before there was one. */
  custody_key: string | null
  created_at: number
  confirmed_at: number | null
  /** See `authenticRows.walletRoot`. */
  mac: Buffer | null
  /** See `authenticRows.walletAge`. */
  age_mac: Buffer | null
}

/** The shares of one device. A revoked generation keeps its row and, after a month, loses its shares. */
export interface ShareGenerationTable {
  app_id: string
  user_id: string
  wallet_id: string
  generation_id: string
  state: 'stored' | 'active' | 'revoked'
  /** SPKI of an ECDSA P-256 key. */
  device_public_key: Buffer
  /** Encrypted under the deployment's key. */
  auth_share: Buffer | null
  /** As the frame sent it: encrypted under the recovery key, which only the vault holds. */
  encrypted_recovery_share: Buffer | null
  device_hash: Buffer
  auth_hash: Buffer
  recovery_hash: Buffer
  created_at: number
  /** Exact to the hour. */
  last_used_at: number
  revoked_at: number | null
  /** `authShare` was answered for it before it was confirmed. */
  auth_read_back: ColumnType<boolean, never, boolean>
  /** The call that stored it answered the recovery share, and the recovery key by the vault. */
  recovery_read_back: boolean
  /** The root was made with it, or the root's key has signed for its shares. */
  vouched: boolean
  /** It made its root active. */
  confirmed_root: ColumnType<boolean, never, boolean>
  /** Names the key of the recovery share in the vault. */
  recovery_key_id: string
  /** How its recovery key is made: as the root's, or as the root's will be once this device is confirmed. */
  recovery_method: string
  recovery_locator: string | null
  /** A key that is to take its place, and the recovery share under it. */
  next_recovery_key_id: ColumnType<string | null, never, string | null>
  next_encrypted_recovery_share: ColumnType<Buffer | null, never, Buffer | null>
  /** The session that last used it; null before the first use. */
  session_id: ColumnType<string | null, never, string>
  /** When its user ended that session: its device is refused, and the wallet can still be restored from it. */
  ended_at: ColumnType<number | null, never, number>
  /** See `authenticRows.shareGeneration`. */
  mac: Buffer | null
}

/** Every recovery key that the vault was asked to store, so that it can be asked to delete those that are not needed. */
export interface RecoveryKeyRefTable {
  app_id: string
  user_id: string
  wallet_id: string
  key_id: string
  /** Last time the vault was asked to store it. */
  stored_at: number
  /** Another key has taken its place in a generation. */
  retired_at: number | null
  /** No share needs it; the vault has deleted it once `vault_deleted`. */
  deleted_at: number | null
  vault_deleted: boolean
}

/** An address of a root; it is on the user as a linked account once the root is active. */
export interface WalletAccountTable {
  app_id: string
  user_id: string
  wallet_id: string
  chain_type: EmbeddedChain
  wallet_index: number
  address: string
  public_key: string | null
  /** See `authenticRows.walletAccount`. */
  mac: Buffer | null
}

/** A delegated address, and the API's half of its key. */
export interface DelegationTable {
  app_id: string
  user_id: string
  /** A UUID that the signer drew. */
  consent_id: string
  wallet_id: string
  chain_type: LoginChain
  wallet_index: number
  /** In the one spelling of accounts. */
  address: string
  /** What is the same for every spelling of it. */
  address_key: string
  /** Encrypted under the deployment's key for shares. */
  app_share: Buffer
  /** What the user has allowed, as JSON; the half is bound to it. Empty for delegations of before. */
  policy: string
  created_at: number
  last_used_at: ColumnType<number | null, never, number>
}

/** A program that asks for access to a wallet (RFC 8628). It goes when its time is over. */
export interface ProgramRequestTable {
  app_id: string
  /** Keyed hashes of the codes, in hex. */
  device_code_hash: string
  user_code_hash: string
  name: string
  /** P-256 SPKI in base64. */
  public_key: string
  /** What it asks for, as JSON. */
  asked: string
  state: 'open' | 'granted' | 'denied' | 'used'
  /** Of the grant that was given. */
  grant_id: string | null
  interval_seconds: number
  polled_at: ColumnType<number | null, never, number>
  created_at: number
  expires_at: number
  /** See `authenticRows.programRequest`. */
  mac: Buffer | null
}

/** What a user lets a program do with a wallet. `app_share` is bound to all that it says. */
export interface ProgramGrantTable {
  app_id: string
  user_id: string
  /** The id of the consent. */
  grant_id: string
  wallet_id: string
  chain_type: LoginChain
  wallet_index: number
  address: string
  name: string
  public_key: string
  policy: string
  /** The API's half of the key, encrypted under the deployment's key for shares; nothing, encrypted likewise, where the program reads only. */
  app_share: Buffer
  created_at: number
  ends_at: number
  last_used_at: ColumnType<number | null, never, number>
}

/** A consent that a user is giving. It goes when it is given, and when the user ends delegations. */
interface OpenConsentTable {
  app_id: string
  user_id: string
  /** A UUID that the signer drew. */
  consent_id: string
  opened_at: number
}

/** A request of a back end with an idempotency key (wire.md 29). */
interface IdempotentRequestTable {
  app_id: string
  /** SHA-256 of the key. */
  key_digest: Buffer
  /** SHA-256 of the key and the request: without the key it tells nothing of the request. */
  request_digest: Buffer
  /** When it was last begun. */
  started_at: number
  is_running: boolean
  /** The answer that a repeated request gets; null while none may be kept. */
  answer: JSONColumnType<object | null, string | null, string | null>
}

/** What back ends may do with wallets of users. */
export interface DelegationTables {
  delegation: DelegationTable
  program_request: ProgramRequestTable
  program_grant: ProgramGrantTable
  open_consent: OpenConsentTable
  idempotent_request: IdempotentRequestTable
}
