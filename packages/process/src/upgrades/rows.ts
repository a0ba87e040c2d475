import { type Kysely, type Migration, type QueryExecutorProvider, sql } from 'kysely'

/** A process as it names itself. */
export interface Program {
  /** Its place: a process that is started again there replaces the one before it. */
  holder: string
  program: string
  version: string
  host: string
  startedMs: number
}

/** A program that has been seen, and when by the database's clock. */
export type Heartbeat = Omit<Program, 'startedMs'> & { seenMs: number }

/** A program that was not seen for so long has ended, in milliseconds. */
export const runningMs = 15_000

/** After a day a program that ended is not listed any more. */
const forgetMs = 86_400_000

const table = [
  `create table program_heartbeat (
     holder text primary key,
     program text not null,
     version text not null,
     host text not null,
     started_ms bigint not null,
     seen_ms bigint not null
   )`,
  // A row is written every few seconds by each process: rows are replaced in place.
  'alter table program_heartbeat set (fillfactor = 50)',
] as const

/** Makes the table: a step of each program that has a database. */
export const heartbeatMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of table) await sql.raw(statement).execute(db)
  },
}

/* The database's clock: those of hosts may differ. */
const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Notes that a program is running. @returns The database's clock, in Unix milliseconds. */
export async function beat(db: QueryExecutorProvider, own: Program): Promise<number> {
  const { holder, program, version, host, startedMs } = own
  const { rows } = await sql<{ seenMs: string | number }>`
    insert into program_heartbeat (holder, program, version, host, started_ms, seen_ms)
    values (${holder}, ${program}, ${version}, ${host}, ${startedMs}::bigint, ${now})
    on conflict (holder) do update set program = excluded.program, version = excluded.version,
      host = excluded.host, started_ms = excluded.started_ms, seen_ms = excluded.seen_ms
    returning seen_ms as "seenMs"`.execute(db)
  return Number(rows[0]?.seenMs)
}

/** Notes that a program has stopped. */
export async function forgetHeartbeat(db: QueryExecutorProvider, holder: string): Promise<void> {
  await sql`delete from program_heartbeat where holder = ${holder}`.execute(db)
}

/** Forgets programs that were last seen a day ago. */
export async function forgetOldHeartbeats(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from program_heartbeat where seen_ms < ${now} - ${forgetMs}::bigint`.execute(db)
}

/** Programs that were seen in the last `withinMs`, ordered by their place. */
export async function readHeartbeats(
  db: QueryExecutorProvider,
  { withinMs }: { withinMs: number },
): Promise<Heartbeat[]> {
  const { rows } = await sql<Omit<Heartbeat, 'seenMs'> & { seenMs: string | number }>`
    select holder, program, version, host, seen_ms as "seenMs" from program_heartbeat
    where seen_ms >= ${now} - ${withinMs}::bigint order by holder`.execute(db)
  return rows.map((row) => ({ ...row, seenMs: Number(row.seenMs) }))
}

/** How many programs run on the database, by version. */
export async function countRunning(
  db: QueryExecutorProvider,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ version: string; count: string | number }>`
    select version, count(*) as count from program_heartbeat
    where seen_ms >= ${now} - ${runningMs}::bigint group by version order by version`.execute(db)
  return Object.fromEntries(rows.map(({ version, count }) => [version, Number(count)]))
}
