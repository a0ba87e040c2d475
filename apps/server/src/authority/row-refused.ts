import { raiseAlarm } from '../audit/raise-alarm.js'
import type { Database } from '../db/schema.js'
import type { Deps } from '../deps.js'

/** A row that carries authority was not written by this server: it was added or changed in the database. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused'
  readonly table: keyof Database

  constructor(table: keyof Database) {
    super(`A row of ${table} is not authentic`)
    this.table = table
  }
}

/** Alarms operators, logs which row, and gives the error to throw: the caller is answered `internal_error`. */
export function refuseRow(
  deps: Pick<Deps, 'db' | 'clock' | 'logger' | 'config' | 'metrics'>,
  row: { table: keyof Database; appId: string; userId?: string | undefined },
): RowRefused {
  // It never fails, and the refusal does not wait for it.
  void raiseAlarm(deps, { alarm: 'row_refused', appId: row.appId })
  deps.logger.error({ event: 'refused_row', ...row }, 'the row that was refused')
  return new RowRefused(row.table)
}
