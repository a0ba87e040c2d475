import { sql } from 'kysely'
import type { Db } from './connect.js'

/** A process that does jobs. */
interface Holder {
  /** Its place: a process that is started again there goes on at once with what the one before it held. */
  holder: string
  program: string
  version: string
  host: string
  startedMs: number
}

/** A program that has been seen. */
type Heartbeat = Omit<Holder, 'startedMs'> & { seenMs: number }

/** After a day a program that ended is not listed any more. */
const forgetMs = 86_400_000

/** The database's clock: those of hosts may differ. Tests give the time instead. */
const now = (nowMs: number | undefined) =>
  sql`coalesce(${nowMs ?? null}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint)`

/**
 * Takes or renews leases: those that are free, whose time is over, or that this holder has.
 *
 * @returns The jobs that are this holder's for `leaseMs` from now on.
 */
export async function takeLeases(
  db: Db,
  lease: { jobs: readonly string[]; holder: string; leaseMs: number; nowMs?: number | undefined },
): Promise<string[]> {
  const { jobs, holder, leaseMs, nowMs } = lease
  const { rows } = await sql<{ job: string }>`
    insert into job_lease (job, holder, until_ms)
    select job, ${holder}, ${now(nowMs)} + ${leaseMs}::bigint from unnest(${[...jobs].sort()}::text[]) as job
    on conflict (job) do update set holder = excluded.holder, until_ms = excluded.until_ms
    where job_lease.holder = excluded.holder or job_lease.until_ms <= ${now(nowMs)}
    returning job`.execute(db)
  return rows.map(({ job }) => job)
}

/** Gives the leases of a holder back, so that another process takes them at once. */
export async function dropLeases(db: Db, holder: string): Promise<void> {
  await sql`delete from job_lease where holder = ${holder}`.execute(db)
  await sql`delete from program_heartbeat where holder = ${holder}`.execute(db)
}

/** Notes that a program is running. */
export async function beat(db: Db, { holder, program, version, host, startedMs }: Holder) {
  await sql`
    insert into program_heartbeat (holder, program, version, host, started_ms, seen_ms)
    values (${holder}, ${program}, ${version}, ${host}, ${startedMs}::bigint, ${now(undefined)})
    on conflict (holder) do update set program = excluded.program, version = excluded.version,
      host = excluded.host, started_ms = excluded.started_ms, seen_ms = excluded.seen_ms`.execute(
    db,
  )
}

/** Forgets programs that were last seen a day ago. */
export async function forgetOldHeartbeats(db: Db): Promise<void> {
  await sql`delete from program_heartbeat where seen_ms < ${now(undefined)} - ${forgetMs}::bigint`.execute(
    db,
  )
}

/** Programs that were seen in the last `withinMs`, with the age of their last sign. */
export async function readHeartbeats(
  db: Db,
  { withinMs }: { withinMs: number },
): Promise<Heartbeat[]> {
  const { rows } = await sql<Heartbeat>`
    select holder, program, version, host, seen_ms as "seenMs" from program_heartbeat
    where seen_ms >= ${now(undefined)} - ${withinMs}::bigint order by holder`.execute(db)
  return rows
}

/** Who does which job. */
export async function readLeases(db: Db): Promise<{ job: string; holder: string }[]> {
  const { rows } = await sql<{ job: string; holder: string }>`
    select job, holder from job_lease where until_ms > ${now(undefined)} order by job`.execute(db)
  return rows
}
