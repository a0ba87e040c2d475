import type { JSONColumnType } from 'kysely'

/** An account whose owner would be deleted by linking it: proven, and waiting for the user's consent (ruling 18). */
export interface AccountTransferTable {
  app_id: string
  /** SHA-256 of the nonce. */
  nonce_hash: Buffer
  /** Who proved the account and may receive it. */
  user_id: string
  /** Who has it. */
  source_user_id: string
  type: string
  key: string
  data: JSONColumnType<Record<string, unknown>, string, string>
  expires_at: number
  /** See `authenticRows.accountTransfer`. */
  mac: Buffer | null
}
