/** What a vault is started with. */
export interface VaultConfig {
  /** Path of the Unix socket; its directory exists. */
  socketPath: string
  /** 32 bytes that wrap everything the vault keeps; no other process has them. */
  kek: Uint8Array
  /** Connection string of the vault's own Postgres role. */
  databaseUrl: string
  /** Recovery keys released per app in any 60 seconds. */
  releasesPerMinute: number
  /** Recovery keys released per wallet in any 24 hours. */
  releasesPerWalletPerDay: number
  production: boolean
}

/** The vault's limits where the environment sets none (design: breaker ≤ 30/min per app). */
export const defaultLimits = { releasesPerMinute: 30, releasesPerWalletPerDay: 60 } as const

/** A setting that keeps the vault from starting; the message is one sentence that says what to change. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the vault's settings from environment variables.
 *
 * @throws ConfigError naming the variable that is missing or wrong, never its value.
 */
export function readVaultConfig(env: Record<string, string | undefined>): VaultConfig {
  return {
    socketPath: required(env, 'SALLYPORT_VAULT_SOCKET'),
    kek: readKek(env),
    databaseUrl: required(env, 'SALLYPORT_VAULT_DATABASE_URL'),
    releasesPerMinute: readLimit(
      env,
      'SALLYPORT_VAULT_RELEASES_PER_MINUTE',
      defaultLimits.releasesPerMinute,
    ),
    releasesPerWalletPerDay: readLimit(
      env,
      'SALLYPORT_VAULT_RELEASES_PER_WALLET',
      defaultLimits.releasesPerWalletPerDay,
    ),
    production: env.NODE_ENV === 'production',
  }
}

function required(env: Record<string, string | undefined>, name: string): string {
  const value = env[name]
  if (!value) throw new ConfigError(`Set ${name}.`)
  return value
}

function readKek(env: Record<string, string | undefined>): Uint8Array {
  const text = required(env, 'SALLYPORT_VAULT_KEK')
  const kek = Buffer.from(text, 'base64')
  // Buffer ignores what is not base64, so the text is compared with what the bytes would be written as.
  if (kek.length !== 32 || kek.toString('base64') !== text) {
    throw new ConfigError('SALLYPORT_VAULT_KEK must be 32 random bytes in base64.')
  }
  return new Uint8Array(kek)
}

function readLimit(
  env: Record<string, string | undefined>,
  name: string,
  otherwise: number,
): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
    throw new ConfigError(`${name} must be a whole number from 1 to 10000.`)
  }
  return limit
}
