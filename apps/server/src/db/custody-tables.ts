import type { EmbeddedChain } from '@sallyport/contract'
import type { ColumnType } from 'kysely'

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
  /** The chain of the address the root was made with, at index 0: its key vouches for everything added later. */
  confirming_chain: WalletAccountTable['chain_type']
  created_at: number
  confirmed_at: number | null
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
  /** Likewise `recover`, with the vault's key. */
  recovery_read_back: ColumnType<boolean, never, boolean>
  /** The root was made with it, or the root's key has signed for its shares. */
  vouched: boolean
  /** It made its root active. */
  confirmed_root: ColumnType<boolean, never, boolean>
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
}
