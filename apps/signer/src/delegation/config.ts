import {
  ConfigError,
  type Env,
  isProduction,
  readSettings,
  unencryptedProblem,
} from '@sallyport/process'
import { delegateSettings } from './settings.js'

/** What a signer of delegated wallets is started with. */
export interface DelegateConfig {
  /** Path of the Unix socket; its directory exists. */
  socketPath: string
  /** Keys of 32 bytes that encrypt everything it stores, the newest first. */
  keks: readonly Uint8Array[]
  /** Connection string of its own Postgres role. */
  databaseUrl: string
  /** Database roles of administrators, which may read its tables. */
  databaseAdmins: readonly string[]
  /** Path of the Unix socket of the metrics; undefined without one. */
  monitorSocket?: string | undefined
  production: boolean
  logLevel: string
  exitWithParent: boolean
}

/**
 * Reads the configuration from the environment.
 *
 * @throws ConfigError with every problem at once; values are not repeated.
 */
export function readDelegateConfig(env: Env): DelegateConfig {
  const { values, problems } = readSettings(delegateSettings, env)
  const production = isProduction(env)
  const databaseUrl = values.SALLYPORT_DELEGATE_DATABASE_URL
  const unencrypted = unencryptedProblem('SALLYPORT_DELEGATE_DATABASE_URL', databaseUrl ?? '')
  if (production && unencrypted !== undefined) problems.push(unencrypted)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    socketPath: values.SALLYPORT_DELEGATE_SOCKET,
    keks: values.SALLYPORT_DELEGATE_KEK,
    databaseUrl,
    databaseAdmins: values.SALLYPORT_DATABASE_ADMINS,
    monitorSocket: values.SALLYPORT_DELEGATE_MONITOR_SOCKET,
    production,
    logLevel: values.SALLYPORT_LOG_LEVEL,
    exitWithParent: values.SALLYPORT_EXIT_WITH_PARENT,
  }
}
