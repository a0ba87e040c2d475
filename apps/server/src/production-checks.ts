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
import { readAddresses, socketPathsOf } from '@sallyport/process/transport'
import { CompiledQuery, sql } from 'kysely'
import type { ServerConfig } from './config.js'
import { apiSchema, type Db } from './db/connect.js'

/** Schemas of the vault's and the delegated signer's tables, which no role of the API may read. */
const vaultSchema = 'sallyport_vault'
const signerSchema = 'sallyport_delegate'

/** Who owns a socket: undefined while nothing listens there, `closed` when its folder cannot be entered. */
type SocketOwner = number | undefined | 'closed'

/** What is checked before a production server listens. */
interface ServerSurroundings {
  process: ProcessFacts
  /** Of the vault's socket. */
  vaultUid: SocketOwner
  /** Of the socket of the signer; undefined where there is none. */
  signerUid?: SocketOwner
  /** The server's own database role. */
  role: string
  /** Database roles that can read each schema. */
  readers: Record<'api' | 'vault' | 'signer', readonly SchemaReader[]>
}

/** Why a server must not run in production here, one sentence each; empty when it may. */
export function productionProblems(
  { databaseAdmins }: Pick<ServerConfig, 'databaseAdmins'>,
  { process, vaultUid, signerUid, role, readers }: ServerSurroundings,
): string[] {
  const own = ownRoleProblem('DATABASE_URL', role, readers.api)
  const others = (list: readonly SchemaReader[]) =>
    own === undefined ? list : list.filter((reader) => reader.role !== role)
  const allowed = { expected: [role], administrators: databaseAdmins }
  return [
    ...processProblems(process),
    ...(isOwn(vaultUid, process) ? [oneUser] : []),
    ...(isOwn(signerUid, process) ? [oneUserSigner] : []),
    ...(vaultUid === 'closed' ? [closedFolder('SALLYPORT_VAULT_SOCKET')] : []),
    ...(signerUid === 'closed' ? [closedFolder('SALLYPORT_SIGNER_SOCKET')] : []),
    ...(own === undefined ? [] : [own]),
    ...readerProblems(apiSchema, others(readers.api), allowed),
    ...readerProblems(vaultSchema, others(readers.vault), { ...allowed, expected: [] }),
    // Roles that read everything are named above.
    ...readerProblems(
      signerSchema,
      others(readers.signer).filter((reader) => !reader.readsEverything),
      { ...allowed, expected: [] },
    ),
  ]
}

const oneUser =
  'The API and the recovery vault run as the same user, who can read the keys of both: give the API a user of its own (docs/operate/deploy.md).'

const oneUserSigner =
  'The API and the signer run as the same user, who can read the keys of both: give each a user of its own (docs/features/delegation.md).'

const closedFolder = (setting: string) =>
  `The directory of ${setting} cannot be entered: make this program’s user a member of the group that owns it.`

const isOwn = (owner: SocketOwner, process: ProcessFacts) =>
  owner !== undefined && owner === process.uid

/** Reads what `productionProblems` looks at. */
export async function readSurroundings(
  { vaultSocket, signerSocket }: Pick<ServerConfig, 'vaultSocket' | 'signerSocket'>,
  db: Db,
): Promise<ServerSurroundings> {
  const own = await sql<{ role: string }>`select current_user as role`.execute(db)
  return {
    process: readProcessFacts(),
    vaultUid: readOwner(vaultSocket),
    signerUid: signerSocket === undefined ? undefined : readOwner(signerSocket),
    role: own.rows[0]?.role ?? '',
    readers: {
      api: await readersOf(apiSchema, db),
      vault: await readersOf(vaultSchema, db),
      signer: await readersOf(signerSchema, db),
    },
  }
}

/** The owner of the first socket that is there; none where all addresses are on other hosts. */
function readOwner(addresses: string): SocketOwner {
  try {
    const owners = socketPathsOf(readAddresses(addresses)).map(
      (path) => statSync(path, { throwIfNoEntry: false })?.uid,
    )
    return owners.find((owner) => owner !== undefined)
  } catch {
    return 'closed'
  }
}

async function readersOf(schema: string, db: Db): Promise<readonly SchemaReader[]> {
  const query = CompiledQuery.raw(schemaReadersSql, [schema])
  return (await db.executeQuery<SchemaReader>(query)).rows
}
