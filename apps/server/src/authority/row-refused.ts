import { raiseAlarm } from '../audit/raise-alarm.js'
import type { Deps } from '../deps.js'

/** A row that carries authority was not written by this server: it was added or changed in the database. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused'
  readonly table: AuthenticatedTable

  constructor(table: AuthenticatedTable) {
    super(`A row of ${table} is not authentic`)
    this.table = table
  }
}

/** Tables whose rows carry authority. */
type AuthenticatedTable =
  | 'app'
  | 'session'
  | 'refresh_token'
  | 'session_fork'
  | 'user_account'
  | 'linked_account'
  | 'wallet_root'
  | 'wallet_account'
  | 'share_generation'
  | 'oauth_credentials'
  | 'account_transfer'

/** Alarms operators, logs which row, and gives the error to throw: the caller is answered `internal_error`. */
export function refuseRow(
  deps: Pick<Deps, 'db' | 'clock' | 'logger' | 'config' | 'metrics'>,
  row: { table: AuthenticatedTable; appId: string; userId?: string | undefined },
): RowRefused {
  // It never fails, and the refusal does not wait for it.
  void raiseAlarm(deps, { alarm: 'row_refused', appId: row.appId })
  deps.logger.error({ event: 'refused_row', ...row }, 'the row that was refused')
  return new RowRefused(row.table)
}
