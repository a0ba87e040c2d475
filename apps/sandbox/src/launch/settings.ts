import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Ports, portsFrom } from './ports.js'

/** Settings of a start, from its environment and arguments. */
export interface LaunchSettings {
  /** The repository's folder. */
  root: string
  /** The data folder. */
  folder: string
  ports: Ports
  /** An external Postgres; undefined for the built-in one. */
  databaseUrl: string | undefined
  reset: boolean
}

/**
 * Reads `SALLYPORT_PORT_BASE`, `SALLYPORT_DATA_DIR`, `DATABASE_URL` and the flag `--reset`.
 *
 * @throws StartError when one of them is invalid.
 */
export function readSettings(env: NodeJS.ProcessEnv, args: readonly string[]): LaunchSettings {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  return {
    root,
    folder: resolve(env.SALLYPORT_DATA_DIR || join(root, '.sallyport')),
    ports: portsFrom(env.SALLYPORT_PORT_BASE),
    databaseUrl: env.DATABASE_URL || undefined,
    reset: args.includes('--reset'),
  }
}
