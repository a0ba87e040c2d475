import { type TransportConfig, transportProblem } from '@sallyport/keyholder'
import {
  ConfigError,
  type Env,
  isProduction,
  readSettings,
  unencryptedProblem,
} from '@sallyport/process'
import { signerSettings } from './settings.js'

/** What a signer is started with. */
export interface SignerConfig extends TransportConfig {
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
export function readSignerConfig(env: Env): SignerConfig {
  if (isOfVault(env)) throw new ConfigError([vaultsUnit])
  const { values, problems } = readSettings(signerSettings, env)
  const production = isProduction(env)
  const databaseUrl = values.SALLYPORT_SIGNER_DATABASE_URL
  const unencrypted = unencryptedProblem('SALLYPORT_SIGNER_DATABASE_URL', databaseUrl ?? '')
  if (production && unencrypted !== undefined) problems.push(unencrypted)
  const transport = {
    listen: values.SALLYPORT_SIGNER_LISTEN,
    transportDir: values.SALLYPORT_SIGNER_TRANSPORT_DIR,
  }
  const unusable = transportProblem(transport, {
    listen: 'SALLYPORT_SIGNER_LISTEN',
    transportDir: 'SALLYPORT_SIGNER_TRANSPORT_DIR',
  })
  if (unusable !== undefined) problems.push(unusable)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    socketPath: values.SALLYPORT_SIGNER_SOCKET,
    ...transport,
    keks: values.SALLYPORT_SIGNER_KEK,
    databaseUrl,
    databaseAdmins: values.SALLYPORT_DATABASE_ADMINS,
    monitorSocket: values.SALLYPORT_SIGNER_MONITOR_SOCKET,
    production,
    logLevel: values.SALLYPORT_LOG_LEVEL,
    exitWithParent: values.SALLYPORT_EXIT_WITH_PARENT,
  }
}

const vaultsUnit =
  'These are the settings of the vault, whose program is apps/vault/dist/main.js: copy its service unit from deploy/ again (docs/operate/deploy.md, Upgrading).'

/** In earlier versions the vault was started by the path of this program. */
function isOfVault(env: Env): boolean {
  const has = (begin: string) => Object.keys(env).some((name) => name.startsWith(begin))
  return has('SALLYPORT_VAULT_KEK') && !has('SALLYPORT_SIGNER_') && !has('SALLYPORT_DELEGATE_')
}
