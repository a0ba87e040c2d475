import type { JSONColumnType } from 'kysely'

/** An account that was removed or replaced, as its row was, for the link by which its user undoes that. */
export interface AccountUndoTable {
  /** What the token of the link is derived from. */
  id: string
  /** SHA-256 of the token. */
  token_hash: Buffer
  app_id: string
  user_id: string
  /** The event whose notice carries the link. */
  event_id: number
  /** Addresses whose notice carries it: those of logins that counted as the user's. */
  addresses: JSONColumnType<string[], string, string>
  expires_at: number
  type: string
  key: string
  data: JSONColumnType<object, string, string>
  credential: JSONColumnType<object, string, string> | null
  account_mac: Buffer | null
  verified_email: string | null
  email_mac: Buffer | null
  first_verified_at: number
  is_first: boolean
  age_mac: Buffer | null
  latest_verified_at: number
  /** See `authenticRows.accountUndo`. */
  mac: Buffer
}
