import pg from 'pg'

/** The database could not be reached, did not answer in time, or is not taking work; a statement may or may not be done. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/**
 * States that say something about the database and nothing about the statement (Postgres, appendix A): connection (08),
 * read only after a failover (25006), too little of something (53), cancelled or shutting down (57), lock time-out,
 * serialization and deadlock.
 */
const passingStates = /^(08|53|57)|^(25006|40001|40P01|55P03)$/

/** The error a statement or connection ended with; `DatabaseUnavailable` when trying again may help. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    return passingStates.test(error.code ?? '') ? unavailable(error) : error
  }
  // An error that is not an answer of Postgres comes from the network or the driver, but for a wrong argument.
  return error instanceof TypeError ? error : unavailable(error)
}

function unavailable(cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable('The database gives no answer', { cause })
}

/** Postgres gave up one statement for another's lock, and takes the next one on the same connection. */
const givenUp = ['40001', '40P01', '55P03']

/** Whether Postgres itself ended a statement, so that its connection can still roll back. */
export function endedByPostgres(error: unknown): boolean {
  return error instanceof pg.DatabaseError && givenUp.includes(error.code ?? '')
}
