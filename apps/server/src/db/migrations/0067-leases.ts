import { heartbeatMigration } from '@sallyport/process/upgrades'
import { type Kysely, sql } from 'kysely'

const statements = [
  // Which process does a job that one at a time does, and until when by the database's clock.
  `create table job_lease (
     job text primary key,
     holder text not null,
     until_ms bigint not null
   )`,
  'alter table job_lease set (fillfactor = 50)',
] as const

/** Adds the leases of jobs and the heartbeats of programs. */
export const leases = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    await heartbeatMigration.up(db)
  },
}
