import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '@sallyport/process'
import type { VaultConfig } from './config.js'

/** What is checked before a production vault opens its socket. */
interface VaultSurroundings {
  /** `process.execArgv` and the words of `NODE_OPTIONS`. */
  nodeFlags: readonly string[]
  /** Permission bits of the directory the socket is made in. */
  socketDirectoryMode: number
  /** Whether the vault's database role ignores grants. */
  roleIsSuperuser: boolean
  /** Whether other database roles may use the vault's schema. */
  schemaIsShared: boolean
}

/** Why a vault must not run in production here, one sentence each; empty when it may. */
export function productionProblems(config: VaultConfig, around: VaultSurroundings): string[] {
  const problems: string[] = []
  if (new Set(config.kek).size < 8) {
    problems.push('SALLYPORT_VAULT_KEK is not random: create one with openssl rand -base64 32.')
  }
  if (around.nodeFlags.some((flag) => flag.startsWith('--inspect'))) {
    problems.push('Remove --inspect: a debugger can read every key of the vault.')
  }
  if ((around.socketDirectoryMode & 0o022) !== 0) {
    problems.push('The directory of SALLYPORT_VAULT_SOCKET must be writable by its owner only.')
  }
  if (around.roleIsSuperuser) {
    problems.push('SALLYPORT_VAULT_DATABASE_URL must not use a superuser role.')
  }
  if (around.schemaIsShared) {
    problems.push('Revoke the rights of other roles on the schema sallyport_vault.')
  }
  return problems
}

/** Reads the flags and file modes `productionProblems` looks at. */
export function processSurroundings(
  config: VaultConfig,
): Pick<VaultSurroundings, 'nodeFlags' | 'socketDirectoryMode'> {
  const options = (process.env.NODE_OPTIONS ?? '').split(/\s+/)
  return {
    nodeFlags: [...process.execArgv, ...options],
    socketDirectoryMode: statSync(dirname(config.socketPath)).mode & 0o777,
  }
}

/** @throws ConfigError with every problem when there is one. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems)
}
