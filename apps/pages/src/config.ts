import { ConfigError, type Env, isProduction, readSettings } from '@sallyport/process'
import { uncertifiedProblem } from '@sallyport/process/transport'
import type { ReleaseApproval } from './release.js'
import { pagesSettings } from './settings.js'

/** What the process of the pages is started with. */
export interface PagesConfig {
  production: boolean
  publicOrigin: string
  host: string
  port: number
  /** Of every API. */
  apiUrls: readonly string[]
  /** Of the second listener; 0 without one. */
  monitorPort: number
  /** Whose signatures the frame needs. */
  release: ReleaseApproval
  frameDir: string
  /** Addresses of the vault, as `readAddresses` reads them. */
  vaultSocket: string
  /** Of the signer. */
  signerSocket: string | undefined
  /** Folder of the pages' certificates, for addresses on other hosts. */
  transportDir: string | undefined
  logLevel: string
  exitWithParent: boolean
}

/** Reads the configuration from the environment (docs/operate/configuration.md). @throws ConfigError with every problem at once. */
export function readPagesConfig(env: Env): PagesConfig {
  const { values, problems } = readSettings(pagesSettings, env)
  const production = isProduction(env)
  const publicOrigin = values.SALLYPORT_PUBLIC_URL
  if (production && publicOrigin?.startsWith('http:'))
    problems.push('SALLYPORT_PUBLIC_URL must be https in production.')
  const uncertified = uncertifiedProblem('SALLYPORT_PAGES_TRANSPORT_DIR', {
    folder: values.SALLYPORT_PAGES_TRANSPORT_DIR,
    addresses: [values.SALLYPORT_VAULT_SOCKET, values.SALLYPORT_SIGNER_SOCKET],
  })
  if (uncertified !== undefined) problems.push(uncertified)
  const keys = values.SALLYPORT_PAGES_RELEASE_KEY
  const needed = values.SALLYPORT_PAGES_RELEASE_SIGNATURES
  if (needed < 1 || (keys !== undefined && needed > keys.length))
    problems.push(
      'SALLYPORT_PAGES_RELEASE_SIGNATURES must be at least 1 and at most the number of keys in SALLYPORT_PAGES_RELEASE_KEY.',
    )
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    production,
    publicOrigin,
    host: values.SALLYPORT_PAGES_HOST,
    port: values.SALLYPORT_PAGES_PORT,
    apiUrls: values.SALLYPORT_PAGES_API_URL,
    monitorPort: values.SALLYPORT_PAGES_MONITOR_PORT,
    release: { keys, needed },
    frameDir: values.SALLYPORT_FRAME_DIR,
    vaultSocket: values.SALLYPORT_VAULT_SOCKET,
    signerSocket: values.SALLYPORT_SIGNER_SOCKET,
    transportDir: values.SALLYPORT_PAGES_TRANSPORT_DIR,
    logLevel: values.SALLYPORT_LOG_LEVEL,
    exitWithParent: values.SALLYPORT_EXIT_WITH_PARENT,
  }
}
