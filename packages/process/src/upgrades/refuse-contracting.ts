import { type MigrationInfo, type QueryExecutorProvider, sql } from 'kysely'
import { type Heartbeat, readHeartbeats, runningMs } from './rows.js'

/**
 * Steps that remove or change what the version before uses, by name, with what that is. All others only add: programs of the version before
 * go on beside them. The end of the name tells a version that does not know the step.
 */
export type Contracting = Readonly<Record<`${string}-contracts`, string>>

/** Whether a step of any version removes something. */
export const isContracting = (name: string): name is keyof Contracting =>
  name.endsWith('-contracts')

/**
 * Finds what speaks against running the migrations now: one of them removes something, and older programs run that use it.
 *
 * @returns The sentence for the operator, or `undefined`.
 */
export function findContractingProblem(asked: {
  /** Names of the migrations that would run. */
  pending: readonly string[]
  contracting: Contracting
  running: readonly Heartbeat[]
  /** The version whose migrations these are. */
  version: string
}): string | undefined {
  const { pending, contracting, running, version } = asked
  const removed = pending.filter(isContracting).map((name) => contracting[name] ?? name)
  const older = running.filter((each) => isOlder(each.version, version))
  if (removed.length === 0 || older.length === 0) return undefined
  const programs = older.map((each) => `${each.program} ${each.version} on ${each.holder}`)
  return (
    `This version removes ${removed.join(', ')}, which older programs use: ${programs.join(', ')}. ` +
    `Stop them first; ${runningMs / 1000} seconds later the migration runs.`
  )
}

/**
 * Refuses to run migrations while programs run that could not work after them.
 *
 * @throws Error with the removed things and the programs.
 */
export async function refuseContracting(
  db: QueryExecutorProvider,
  asked: { migrations: readonly MigrationInfo[]; contracting: Contracting; version: string },
): Promise<void> {
  const pending = asked.migrations
    .filter(({ executedAt, name }) => executedAt === undefined && isContracting(name))
    .map(({ name }) => name)
  if (pending.length === 0) return
  const found = await sql<{ exists: boolean }>`
    select to_regclass('program_heartbeat') is not null as exists`.execute(db)
  if (found.rows[0]?.exists !== true) return
  const running = await readHeartbeats(db, { withinMs: runningMs })
  const problem = findContractingProblem({ ...asked, pending, running })
  if (problem !== undefined) throw new Error(problem)
}

/** Compares `1.10.2` with `1.9.0` by numbers. A version that cannot be read counts as older. */
function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((each) => each.split('.').map(Number))
  for (const [index, part] of (right ?? []).entries()) {
    const other = left?.[index] ?? Number.NaN
    if (Number.isNaN(other)) return true
    if (other !== part) return other < part
  }
  return false
}
