import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  ConfigError,
  ownRoleProblem,
  type ProcessFacts,
  processProblems,
  readerProblems,
  readProcessFacts,
  type SchemaReader,
  weakKeyProblem,
} from '@sallyport/process'
import type { VaultConfig } from './config.js'
import { vaultSchema } from './database.js'

/** What is checked before a production vault opens its socket. */
interface VaultSurroundings {
  process: ProcessFacts
  /** Permission bits and owner of the directory the socket is made in. */
  socketDirectory: { mode: number; uid: number }
  /** The vault's own database role. */
  role: string
  /** Database roles that can read the vault's tables. */
  readers: readonly SchemaReader[]
}

/** Why a vault must not run in production here, one sentence each; empty when it may. */
export function productionProblems(config: VaultConfig, around: VaultSurroundings): string[] {
  const problems = processProblems(around.process)
  const weakKey = weakKeyProblem('SALLYPORT_VAULT_KEK', config.keks)
  if (weakKey !== undefined) problems.push(weakKey)
  return [
    ...problems,
    ...socketProblems('SALLYPORT_VAULT_SOCKET', around),
    ...roleProblems(config, around),
  ]
}

/** Why the directory of a socket, which the named setting says, is not safe. */
export function socketProblems(
  name: string,
  { process, socketDirectory }: Pick<VaultSurroundings, 'process' | 'socketDirectory'>,
): string[] {
  const problems: string[] = []
  const { mode, uid } = socketDirectory
  if (process.uid !== undefined && uid !== process.uid) {
    problems.push(
      `The directory of ${name} belongs to another user, who could replace the socket: chown it to this process’s user.`,
    )
  }
  if ((mode & 0o027) !== 0) {
    problems.push(
      `The directory of ${name} must be writable by its owner only and closed to other users: run chmod 750 on it.`,
    )
  }
  return problems
}

function roleProblems({ databaseAdmins }: VaultConfig, { role, readers }: VaultSurroundings) {
  const own = ownRoleProblem('SALLYPORT_VAULT_DATABASE_URL', role, readers)
  const others = readers.filter((reader) => reader.role !== role)
  const allowed = { expected: [], administrators: databaseAdmins }
  const shared = readerProblems(vaultSchema, others, allowed)
  return own === undefined ? shared : [own, ...shared]
}

/** Reads the facts of the process and its files that `productionProblems` looks at. */
export function processSurroundings(
  config: Pick<VaultConfig, 'socketPath'>,
): Pick<VaultSurroundings, 'process' | 'socketDirectory'> {
  const { mode, uid } = statSync(dirname(config.socketPath))
  return { process: readProcessFacts(), socketDirectory: { mode: mode & 0o777, uid } }
}

/** @throws ConfigError with every problem when there is one. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems)
}
