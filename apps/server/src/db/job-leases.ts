import { sql } from 'kysely'
import type { Db } from './connect.js'

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
}

/** Who does which job. */
export async function readLeases(db: Db): Promise<{ job: string; holder: string }[]> {
  const { rows } = await sql<{ job: string; holder: string }>`
    select job, holder from job_lease where until_ms > ${now(undefined)} order by job`.execute(db)
  return rows
}
