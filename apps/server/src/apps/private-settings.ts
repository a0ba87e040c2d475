import {
  ApiError,
  type AppSecretName,
  appSecretNames,
  appSettings,
  type PrivateSettings,
  privateSettings,
} from '@sallyport/contract'
import * as z from 'zod/mini'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { readPublicKey } from '../tokens/outside-jwt.js'
import { sealSecret } from './app.js'
import { checkCrossApp } from './cross-app-settings.js'
import { checkDelegatedActions } from './delegated-actions.js'
import { checkOnRampKeys } from './on-ramp-keys.js'

type Environment = 'development' | 'production'

const names = [...(Object.keys(privateSettings) as (keyof PrivateSettings)[]), ...appSecretNames]

/** What an owner changes of the settings and secrets that only they see; null deletes. */
export const privateChange = z.pick(
  appSettings,
  Object.fromEntries(names.map((name) => [name, true])) as Record<(typeof names)[number], true>, // one entry per name
)
/** See `privateChange`. */
export type PrivateChange = z.output<typeof privateChange>

/** An owner's change in two parts: what only they see, and the rest. */
export function splitChange<C extends PrivateChange>(
  change: C,
): { own: PrivateChange; others: Omit<C, keyof PrivateChange> } {
  const entries = Object.entries(change)
  const isOwn = ([name]: [string, unknown]) => names.some((each) => each === name)
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    // Without exactly these names.
    others: Object.fromEntries(entries.filter((entry) => !isOwn(entry))) as Omit<
      C,
      keyof PrivateChange
    >,
  }
}

/** The form of each secret. */
const secretShapes: Record<AppSecretName, RegExp> = {
  // As Telegram's @BotFather gives it.
  telegram_bot_token: /^\d{1,20}:[\w-]{20,100}$/,
  // As Turnstile and hCaptcha give them.
  captcha_secret_key: /^[\w.-]{10,200}$/,
  // As MoonPay's dashboard gives them: one for real money, one for its test mode.
  moonpay_secret_key: /^sk_live_[\w-]{8,128}$/,
  moonpay_test_secret_key: /^sk_test_[\w-]{8,128}$/,
  // The private key of an API key of Coinbase: 64 bytes in base64 (Ed25519), or a PEM (ECDSA).
  coinbase_api_key_secret:
    /^(?:[A-Za-z0-9+/]{86}==|-----BEGIN (?:EC )?PRIVATE KEY-----[A-Za-z0-9+/=\s\\n]{40,2000}-----END (?:EC )?PRIVATE KEY-----\s*)$/,
  // As the CloudKit console gives them: one for pages, one for native clients.
  icloud_web_api_token: /^[0-9a-f]{64}$/,
  icloud_ios_api_token: /^[0-9a-f]{64}$/,
  // Id of the app's own Farcaster account, and its private key or recovery phrase.
  farcaster_app_account:
    /^[1-9]\d{0,15}:(?:0x[0-9a-fA-F]{64}|[a-z]+(?: [a-z]+){11}(?:(?: [a-z]+){12})?)$/,
}

/**
 * Separates settings from secrets; what is not named stays as it is.
 *
 * @throws ApiError `invalid_data` that names what is not allowed, and no value.
 */
export function checkPrivateSettings(
  change: PrivateChange,
  environment: Environment,
): { settings: Record<string, unknown>; secrets: Partial<Record<AppSecretName, string | null>> } {
  const { custom_jwt, icloud_container, delegated_actions, cross_app, programs, ...others } = change
  const { moonpay, coinbase_on_ramp, webhook_unheard_days, ...rest } = others
  if (custom_jwt) checkCustomJwt(custom_jwt, environment)
  if (icloud_container) checkContainer(icloud_container)
  if (delegated_actions) checkDelegatedActions(delegated_actions)
  if (cross_app) checkCrossApp(cross_app, environment)
  checkOnRampKeys(change, environment)
  const secrets = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  )
  for (const name of appSecretNames) {
    const value = rest[name]
    if (typeof value === 'string' && !secretShapes[name].test(value)) {
      throw invalid(`${name} does not have the form of one`)
    }
  }
  return {
    settings: {
      ...(custom_jwt !== undefined && { custom_jwt }),
      ...(icloud_container !== undefined && { icloud_container }),
      ...(delegated_actions !== undefined && { delegated_actions }),
      ...(cross_app !== undefined && { cross_app }),
      ...(programs !== undefined && { programs }),
      ...(moonpay !== undefined && { moonpay }),
      ...(coinbase_on_ramp !== undefined && { coinbase_on_ramp }),
      ...(webhook_unheard_days !== undefined && { webhook_unheard_days }),
    },
    secrets,
  }
}

/** The secrets as they are stored. */
export function sealSecrets(
  keyEncryption: KeyEncryption,
  { appId, secrets }: { appId: string; secrets: Partial<Record<AppSecretName, string | null>> },
): Record<string, string | null> {
  const sealed = appSecretNames.flatMap((name) => {
    const value = secrets[name]
    if (value === undefined) return []
    return [[name, value === null ? null : sealSecret(keyEncryption, { appId, name, value })]]
  })
  return Object.fromEntries(sealed)
}

/**
 * Whether tokens of an app's own login are for the app. Issuers that share keys between their customers publish the same ones for
 * each: with the keys alone any customer of theirs could name any user.
 */
export function namesItsTokens(
  { jwks_url, issuer, audience }: NonNullable<PrivateSettings['custom_jwt']>,
  environment: Environment,
): boolean {
  if (environment === 'development' || jwks_url === undefined) return true
  return issuer !== undefined && audience !== undefined
}

function checkCustomJwt(
  settings: NonNullable<PrivateSettings['custom_jwt']>,
  environment: Environment,
): void {
  const { jwks_url: url, public_key: pem } = settings
  if (pem !== undefined && readPublicKey(pem) === undefined) {
    throw invalid('custom_jwt.public_key must be an RSA key of at least 2048 bits or a P-256 key')
  }
  if (url === undefined) return
  const { protocol = '', username = '', password = '' } = URL.canParse(url) ? new URL(url) : {}
  const isWeb = protocol === 'https:' || (protocol === 'http:' && environment === 'development')
  if (!isWeb || username !== '' || password !== '') {
    throw invalid('custom_jwt.jwks_url must be an https URL without user and password')
  }
  if (namesItsTokens(settings, environment)) return
  throw invalid('custom_jwt.jwks_url needs issuer and audience, which every token has to name')
}

/** It becomes part of a path. */
function checkContainer({
  container_identifier: id,
}: NonNullable<PrivateSettings['icloud_container']>): void {
  if (/^iCloud\.[A-Za-z0-9][A-Za-z0-9.-]{0,200}$/.test(id)) return
  throw invalid(
    'icloud_container.container_identifier must be the id of a container, such as iCloud.com.example.app',
  )
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
