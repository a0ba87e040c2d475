import { wipe } from '@sallyport/crypto'
import { insertApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import type { Clock } from '../ports/clock.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { type Random, randomId, randomToken } from '../ports/random.js'
import { generateSigningKey } from '../tokens/signing-key.js'
import { type AppSettings, hashSecret, signingKeyContext } from './app.js'
import { defaultSettings } from './defaults.js'
import { parseAllowedOrigin } from './origins.js'

/** A new app. */
export interface AppInput {
  name: string
  environment: 'development' | 'production'
  /** Written over the default settings. */
  settings?: Partial<AppSettings>
  /** Most users the app takes; no limit by default. */
  maxUsers?: number
  /** Default: a random id of 25 characters, which public clients require. */
  appId?: string
  /** Default: 256 random bits. */
  appSecret?: string
}

/**
 * Provisions an app with its own token key.
 *
 * @returns the secret, which is stored as a hash only: this is the one time it can be read.
 * @throws RangeError when an entry of `allowed_domains` is not an origin.
 */
export async function createApp(
  deps: { db: Db; keyEncryption: KeyEncryption; clock: Clock; random: Random },
  input: AppInput,
): Promise<{ appId: string; appSecret: string; verificationKey: string }> {
  const { appId = randomId(deps.random), appSecret = randomToken(deps.random) } = input
  const settings = { ...defaultSettings(input.name), ...input.settings }
  const { verificationKey, sealedKey } = newSigningKey(appId, deps)
  const nowMs = deps.clock.nowMs()
  await insertApp(deps.db, {
    id: appId,
    environment: input.environment,
    config: { ...settings, allowed_domains: normalizeDomains(settings.allowed_domains) },
    secret_hash: hashSecret(appSecret),
    signing_key: sealedKey,
    verification_key: verificationKey,
    max_users: input.maxUsers ?? null,
    created_at: nowMs,
    updated_at: nowMs,
  })
  return { appId, appSecret, verificationKey }
}

/** A token key as it is stored: the private half is in clear nowhere any more. */
function newSigningKey(appId: string, { keyEncryption }: { keyEncryption: KeyEncryption }) {
  const { pkcs8, verificationKey } = generateSigningKey()
  try {
    const sealedKey = Buffer.from(keyEncryption.seal(pkcs8, signingKeyContext(appId)))
    return { verificationKey, sealedKey }
  } finally {
    wipe(pkcs8)
  }
}

/** Entries of `allowed_domains` as they are stored. @throws RangeError naming the one that is no origin. */
export function normalizeDomains(domains: readonly string[]): string[] {
  return domains.map((entry) => {
    const origin = parseAllowedOrigin(entry)
    if (origin === undefined) throw new RangeError(`Not an origin: ${JSON.stringify(entry)}`)
    return origin.serialized
  })
}
