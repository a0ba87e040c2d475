import { statSync } from 'node:fs'
import {
  ownRoleProblem,
  type ProcessFacts,
  processProblems,
  readerProblems,
  readProcessFacts,
  type SchemaReader,
  schemaReadersSql,
} from '@sallyport/process'
import { CompiledQuery, sql } from 'kysely'
import type { ServerConfig } from './config.js'
import { apiSchema, type Db } from './db/connect.js'

/** Schema of the vault's tables, which no role of the API may read. */
const vaultSchema = 'sallyport_vault'

/** What is checked before a production server listens. */
interface ServerSurroundings {
  process: ProcessFacts
  /** User that owns the vault's socket; undefined while the vault is not running, `closed` when the folder cannot be entered. */
  vaultUid: number | undefined | 'closed'
  /** The server's own database role. */
  role: string
  /** Database roles that can read each schema. */
  readers: Record<'api' | 'vault', readonly SchemaReader[]>
}

/** Why a server must not run in production here, one sentence each; empty when it may. */
export function productionProblems(
  { databaseAdmins }: Pick<ServerConfig, 'databaseAdmins'>,
  { process, vaultUid, role, readers }: ServerSurroundings,
): string[] {
  const own = ownRoleProblem('DATABASE_URL', role, readers.api)
  const others = (list: readonly SchemaReader[]) =>
    own === undefined ? list : list.filter((reader) => reader.role !== role)
  const allowed = { expected: [role], administrators: databaseAdmins }
  return [
    ...processProblems(process),
    ...(vaultUid !== undefined && vaultUid === process.uid ? [oneUser] : []),
    ...(vaultUid === 'closed' ? [closedFolder] : []),
    ...(own === undefined ? [] : [own]),
    ...readerProblems(apiSchema, others(readers.api), allowed),
    ...readerProblems(vaultSchema, others(readers.vault), { ...allowed, expected: [] }),
  ]
}

const oneUser =
  'The API and the recovery vault run as the same user, who can read the keys of both: give the API a user of its own (docs/deploy.md).'

const closedFolder =
  'The directory of SALLYPORT_VAULT_SOCKET cannot be entered: make this program’s user a member of the group that owns it.'

/** Reads what `productionProblems` looks at. */
export async function readSurroundings(
  { vaultSocket }: Pick<ServerConfig, 'vaultSocket'>,
  db: Db,
): Promise<ServerSurroundings> {
  const own = await sql<{ role: string }>`select current_user as role`.execute(db)
  return {
    process: readProcessFacts(),
    vaultUid: readOwner(vaultSocket),
    role: own.rows[0]?.role ?? '',
    readers: {
      api: await readersOf(apiSchema, db),
      vault: await readersOf(vaultSchema, db),
    },
  }
}

function readOwner(path: string): number | undefined | 'closed' {
  try {
    return statSync(path, { throwIfNoEntry: false })?.uid
  } catch {
    return 'closed'
  }
}

async function readersOf(schema: string, db: Db): Promise<readonly SchemaReader[]> {
  const query = CompiledQuery.raw(schemaReadersSql, [schema])
  return (await db.executeQuery<SchemaReader>(query)).rows
}
