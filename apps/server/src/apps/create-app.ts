import { ApiError } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import { insertApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import type { Clock } from '../ports/clock.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { type Random, randomId, randomToken } from '../ports/random.js'
import { generateSigningKey } from '../tokens/signing-key.js'
import { type AppSettings, hashSecret } from './app.js'
import { requireWholeCaptcha } from './captcha-settings.js'
import { defaultSettings } from './defaults.js'
import { checkPrivateSettings, type PrivateChange, sealSecrets } from './private-settings.js'
import { checkSettings } from './settings-rules.js'
import { signingKeyContext } from './token-keys.js'

/** A new app. */
export interface AppInput {
  name: string
  environment: 'development' | 'production'
  /** Written over the default settings. */
  settings?: Partial<AppSettings>
  /** Settings and secrets that only the owner sees. */
  privateSettings?: PrivateChange
  /** Sign-ups are refused at this number of users; no limit by default. */
  maxUsers?: number
  /** Default: a random id of 25 characters, which public clients require. */
  appId?: string
  /** Default: 256 random bits. */
  appSecret?: string
}

/** What `createApp` needs. `environment` is the server's: production when it is left out. */
interface CreateAppDeps {
  db: Db
  keyEncryption: KeyEncryption
  clock: Clock
  random: Random
  environment?: AppInput['environment']
}

/**
 * Creates an app with its own token key.
 *
 * @returns The app's secret among others; only its hash is stored, so this is the one time it can be read.
 * @throws ApiError `not_supported` or `invalid_data` for a setting (see `checkSettings`), and `not_supported` for a
 *   development app on a production server.
 */
export async function createApp(
  deps: CreateAppDeps,
  input: AppInput,
): Promise<{ appId: string; appSecret: string; verificationKey: string }> {
  refuseDevelopmentApp(input.environment, deps.environment)
  const { appId = randomId(deps.random), appSecret = randomToken(deps.random) } = input
  const settings = checkSettings(
    { ...defaultSettings(input.name, input.environment), ...input.settings },
    input.environment,
  )
  const given = checkPrivateSettings(input.privateSettings ?? {}, input.environment)
  requireWholeCaptcha({ settings, hasSecret: Boolean(given.secrets.captcha_secret_key) })
  const { verificationKey, sealedKey } = newSigningKey(appId, deps)
  const nowMs = deps.clock.nowMs()
  await insertApp(deps, {
    id: appId,
    environment: input.environment,
    config: { ...settings },
    private_settings: given.settings,
    secrets: sealSecrets(deps.keyEncryption, { appId, secrets: given.secrets }),
    secret_hash: hashSecret(appSecret),
    signing_key: sealedKey,
    verification_key: verificationKey,
    max_users: input.maxUsers ?? null,
    created_at: nowMs,
    updated_at: nowMs,
    retired_at: null,
    previous_secret_hash: null,
    previous_secret_until: null,
    min_iat: 0,
  })
  return { appId, appSecret, verificationKey }
}

/** A development app accepts pages on the visitor's own machine and calls without an origin (ruling 9). */
function refuseDevelopmentApp(
  app: AppInput['environment'],
  server: AppInput['environment'] = 'production',
): void {
  if (app === 'production' || server === 'development') return
  throw new ApiError('not_supported', {
    message:
      'A production server does not run development apps: set "environment" to "production", or SALLYPORT_ENV=development on your own machine',
  })
}

/** A new token key as it is stored; the private key in clear is wiped. */
export function newSigningKey(
  appId: string,
  { keyEncryption }: { keyEncryption: KeyEncryption },
): { verificationKey: string; sealedKey: Buffer } {
  const { pkcs8, verificationKey } = generateSigningKey()
  try {
    const sealedKey = Buffer.from(keyEncryption.logins.seal(pkcs8, signingKeyContext(appId)))
    return { verificationKey, sealedKey }
  } finally {
    wipe(pkcs8)
  }
}
