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
import type { QueryExecutorProvider } from 'kysely'
import { readRoleFacts } from './role-facts.js'

/** What is checked before a program that holds keys opens its socket in production. */
export interface Surroundings {
  process: ProcessFacts
  /** Permission bits and owner of the directory the socket is made in. */
  socketDirectory: { mode: number; uid: number }
  /** The program's own database role. */
  role: string
  /** Database roles that can read its tables. */
  readers: readonly SchemaReader[]
}

/** What the checks need to know of a program that holds keys. */
export interface KeyProgram {
  schema: string
  /** The names of its settings. */
  settings: { socket: string; kek: string; databaseUrl: string }
}

interface CheckedConfig {
  socketPath: string
  keks: readonly Uint8Array[]
  databaseAdmins: readonly string[]
}

/** Why a program must not run in production here, one sentence each; empty when it may. */
export function keyProgramProblems(
  { schema, settings }: KeyProgram,
  { config, around }: { config: Omit<CheckedConfig, 'socketPath'>; around: Surroundings },
): string[] {
  const others = around.readers.filter((reader) => reader.role !== around.role)
  const allowed = { expected: [], administrators: config.databaseAdmins }
  return [
    ...processProblems(around.process),
    weakKeyProblem(settings.kek, config.keks),
    ...socketProblems(settings.socket, around),
    ownRoleProblem(settings.databaseUrl, around.role, around.readers),
    ...readerProblems(schema, others, allowed),
  ].filter((problem) => problem !== undefined)
}

/**
 * Checks the process, its socket's directory, its keys and who can read its tables.
 *
 * @throws ConfigError with every problem when there is one.
 */
export async function checkProduction(
  program: KeyProgram,
  { config, db }: { config: CheckedConfig; db: QueryExecutorProvider },
): Promise<void> {
  const { mode, uid } = statSync(dirname(config.socketPath))
  const around = {
    process: readProcessFacts(),
    socketDirectory: { mode: mode & 0o777, uid },
    ...(await readRoleFacts(db, program.schema)),
  }
  const problems = keyProgramProblems(program, { config, around })
  if (problems.length > 0) throw new ConfigError(problems)
}

/** Why the directory of a socket, which the named setting says, is not safe. */
function socketProblems(
  name: string,
  { process, socketDirectory }: Pick<Surroundings, 'process' | 'socketDirectory'>,
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
