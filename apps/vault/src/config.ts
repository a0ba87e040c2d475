import { type TransportConfig, transportProblem } from '@sallyport/keyholder'
import {
  ConfigError,
  type Env,
  isProduction,
  readSettings,
  unencryptedProblem,
} from '@sallyport/process'
import { smtpProblem } from '@sallyport/process/mail'
import { vaultSettings } from './settings.js'

/** What a vault is started with. */
export interface VaultConfig extends TransportConfig {
  /** Path of the Unix socket; its directory exists. */
  socketPath: string
  /** Keys of 32 bytes that encrypt everything the vault stores, the newest first; no other process has them. */
  keks: readonly Uint8Array[]
  /** Connection string of the vault's own Postgres role. */
  databaseUrl: string
  /** Database roles of administrators, which may read the vault's tables. */
  databaseAdmins: readonly string[]
  /** Wallets of one app whose recovery keys are released in any 60 seconds. */
  releasesPerMinute: number
  /** Releases of one wallet's recovery key in any 24 hours. */
  releasesPerWalletPerDay: number
  /** Hours between the start of a reset of lost factors and their removal. */
  factorResetHours: number
  /** Where the vault's own notices are sent from, and where those for operators go; undefined in development, where none are sent then. */
  mail?: { url: string; from: string; operator: string } | undefined
  /** Path of the Unix socket of the metrics; undefined without one. */
  monitorSocket?: string | undefined
  production: boolean
  logLevel: string
  exitWithParent: boolean
}

/**
 * Reads the vault's configuration from the environment (docs/operate/configuration.md).
 *
 * @throws ConfigError with every problem at once; values are not repeated.
 */
export function readVaultConfig(env: Env): VaultConfig {
  const { values, problems } = readSettings(vaultSettings, env)
  const production = isProduction(env)
  const databaseUrl = values.SALLYPORT_VAULT_DATABASE_URL
  const unencrypted = unencryptedProblem('SALLYPORT_VAULT_DATABASE_URL', databaseUrl ?? '')
  if (production && unencrypted !== undefined) problems.push(unencrypted)
  const { SALLYPORT_VAULT_SMTP_URL: smtp = '', SALLYPORT_VAULT_MAIL_FROM: from = '' } = values
  const operator = values.SALLYPORT_VAULT_OPERATOR_MAIL ?? from
  const unsafe = smtpProblem('SALLYPORT_VAULT_SMTP_URL', smtp)
  if (production && unsafe !== undefined) problems.push(unsafe)
  const transport = {
    listen: values.SALLYPORT_VAULT_LISTEN,
    transportDir: values.SALLYPORT_VAULT_TRANSPORT_DIR,
  }
  const unusable = transportProblem(transport, {
    listen: 'SALLYPORT_VAULT_LISTEN',
    transportDir: 'SALLYPORT_VAULT_TRANSPORT_DIR',
  })
  if (unusable !== undefined) problems.push(unusable)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    socketPath: values.SALLYPORT_VAULT_SOCKET,
    ...transport,
    keks: values.SALLYPORT_VAULT_KEK,
    databaseUrl,
    databaseAdmins: values.SALLYPORT_DATABASE_ADMINS,
    releasesPerMinute: values.SALLYPORT_VAULT_RELEASES_PER_MINUTE,
    releasesPerWalletPerDay: values.SALLYPORT_VAULT_RELEASES_PER_WALLET,
    factorResetHours: values.SALLYPORT_VAULT_FACTOR_RESET_HOURS,
    mail: smtp === '' || from === '' ? undefined : { url: smtp, from, operator },
    monitorSocket: values.SALLYPORT_VAULT_MONITOR_SOCKET,
    production,
    logLevel: values.SALLYPORT_LOG_LEVEL,
    exitWithParent: values.SALLYPORT_EXIT_WITH_PARENT,
  }
}
