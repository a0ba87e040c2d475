import type { Logger } from 'pino'

/** A row that carries authority was not written by this server: it was added or changed in the database. */
class RowRefused extends Error {
  override readonly name = 'RowRefused'
  readonly table: AuthenticatedTable

  constructor(table: AuthenticatedTable) {
    super(`A row of ${table} is not authentic`)
    this.table = table
  }
}

/** Tables whose rows carry authority. */
type AuthenticatedTable = 'session' | 'refresh_token' | 'session_fork' | 'linked_account'

/** Logs the refusal, for alarms (`event: row_refused`), and gives the error to throw: the caller is answered `internal_error`. */
export function refuseRow(
  { logger }: { logger: Logger },
  row: { table: AuthenticatedTable; appId: string; userId?: string | undefined },
): RowRefused {
  logger.error(
    { event: 'row_refused', ...row },
    'a row was added or changed outside the server; it was refused',
  )
  return new RowRefused(row.table)
}
