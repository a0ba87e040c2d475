import type { ProgramGrantTable } from '../db/custody-tables.js'

type Parts = Pick<
  ProgramGrantTable,
  | 'app_id'
  | 'user_id'
  | 'grant_id'
  | 'wallet_id'
  | 'chain_type'
  | 'address'
  | 'name'
  | 'public_key'
  | 'policy'
  | 'ends_at'
>

/**
 * The encryption context of the API's half of a program's key: it opens in its own row only, and only while the row says what the
 * user has allowed.
 */
export function programShareContext(row: Parts): string {
  const { app_id, user_id, grant_id, wallet_id, chain_type, address, name, public_key } = row
  const place = [app_id, user_id, grant_id, wallet_id, chain_type, address, name, public_key]
  return programShareContextOf([...place, row.policy, String(row.ends_at)])
}

/** The same, of the columns in this order, as texts. */
export function programShareContextOf(parts: readonly string[]): string {
  return JSON.stringify(['program_grant', 'app_share', ...parts])
}
