import { type Kysely, sql } from 'kysely'

const statements = [
  // Which process does a job that one at a time does, and until when by the database's clock.
  `create table job_lease (
     job text primary key,
     holder text not null,
     until_ms bigint not null
   )`,
  // Programs that have run in the last day, with their versions.
  `create table program_heartbeat (
     holder text primary key,
     program text not null,
     version text not null,
     host text not null,
     started_ms bigint not null,
     seen_ms bigint not null
   )`,
  // A row is written every few seconds by each process: rows are replaced in place.
  'alter table job_lease set (fillfactor = 50)',
  'alter table program_heartbeat set (fillfactor = 50)',
] as const

/** Adds the leases of jobs and the heartbeats of programs. */
export const leases = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
