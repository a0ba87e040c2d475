import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type AppConfig,
  type AppSecretName,
  appConfig,
  appSecretNames,
  framedWalletsMode,
  type OwnAppConfig,
  type PrivateSettings,
  privateSettings,
} from '@sallyport/contract'
import * as z from 'zod/mini'
import type { AppRow, ReadApp } from '../db/apps.js'
import { openTestCode } from '../identity/test-accounts.js'
import type { KeyEncryption, KeyRing } from '../ports/key-encryption.js'
import { cleanAppName } from './app-name.js'
import { captchaProviderOf } from './captcha-settings.js'
import { type CustomApi, readCustomApi } from './custom-api.js'
import { defaultSettings, unheardDays } from './defaults.js'
import { fundingUrls } from './funding-settings.js'
import {
  type AllowedOrigin,
  isLocalOrigin,
  matchesOrigin,
  parseAllowedOrigin,
  productionOriginProblem,
} from './origins.js'
import { loadTokenKeys, type TokenKeys } from './token-keys.js'

/** The settings of an app's owner: the public configuration without the fields that the server adds. */
export const storedSettings = z.omit(appConfig, {
  id: true,
  verification_key: true,
  created_at: true,
  updated_at: true,
  enabled_captcha_provider: true,
  captcha_url: true,
  funding_urls: true,
  telegram_oauth: true,
  telegram_seamless_auth_enabled: true,
})
/** See `storedSettings`. */
export type AppSettings = z.output<typeof storedSettings>

const storedPrivateSettings = z.object(privateSettings)

/** An app, ready for use: keys loaded, origins parsed. */
export interface App extends TokenKeys {
  id: string
  environment: 'development' | 'production'
  settings: AppSettings
  privateSettings: PrivateSettings
  /** Names of the secrets that are set. */
  secretsSet: readonly AppSecretName[]
  /** Decrypts a secret; undefined when it is not set. */
  openSecret(name: AppSecretName): string | undefined
  allowedOrigins: readonly AllowedOrigin[]
  /** Sites that may show the app inside of a page of theirs. They may not call the API. */
  allowedEmbedders: readonly AllowedOrigin[]
  /** Of `custom_api_url`, while the allowed domains permit it. */
  customApi: CustomApi | undefined
  /** Hashes of the secrets that work: the newest, and the one before while it lives. */
  secretHashes: readonly Uint8Array[]
  /** Tokens issued earlier (Unix seconds) are refused. */
  minIat: number
  /** Sign-ups are refused at this number of users. */
  maxUsers: number | undefined
  /** The deny list has entries. */
  hasDenylist: boolean
  /** Test accounts can log in. */
  testAccountsEnabled: boolean
  /** The code of the test account with an address; undefined for other addresses. */
  testCodeOf(address: string): string | undefined
  createdAtMs: number
  updatedAtMs: number
}

/** The encryption context of a secret of an app. */
export function secretContext(appId: string, name: AppSecretName): string {
  return `app/${appId}/secret/${name}`
}

/** A secret of an app as it is stored. */
export function sealSecret(
  { logins }: Pick<KeyEncryption, 'logins'>,
  { appId, name, value }: { appId: string; name: AppSecretName; value: string },
): string {
  const sealed = logins.seal(Buffer.from(value), secretContext(appId, name))
  return Buffer.from(sealed).toString('base64')
}

/**
 * Builds the app from its row. Allowed domains that a production app may not have are left out (T-13), and the name is
 * cleaned (T-40): both may have been stored by an earlier version.
 *
 * @throws Error when the signing key cannot be decrypted or the settings do not match the contract.
 */
export function loadApp(
  row: ReadApp,
  { keyEncryption, nowMs }: { keyEncryption: KeyEncryption; nowMs: number },
): App {
  const { id, environment } = row
  // A setting added after the app was created has its default.
  const stored = storedSettings.parse({ ...defaultSettings(id, environment), ...row.config })
  const settings = { ...stored, name: cleanAppName(stored.name) || id }
  return {
    id,
    environment,
    settings,
    privateSettings: storedPrivateSettings.parse({
      custom_jwt: null,
      icloud_container: null,
      delegated_actions: null,
      programs: null,
      cross_app: null,
      moonpay: null,
      coinbase_on_ramp: null,
      webhook_unheard_days: unheardDays,
      ...row.private_settings,
    }),
    secretsSet: appSecretNames.filter((name) => Object.hasOwn(row.secrets, name)),
    openSecret: (name) => openSecret(row, name, keyEncryption.logins),
    allowedOrigins: settings.allowed_domains.flatMap((entry) => readOrigin(entry, environment)),
    allowedEmbedders: (settings.allowed_embedders ?? []).flatMap((entry) =>
      readOrigin(entry, environment),
    ),
    customApi: readCustomApi(settings.custom_api_url, settings.allowed_domains, environment),
    ...loadTokenKeys(row, { keyEncryption, nowMs }),
    secretHashes: liveSecretHashes(row, nowMs),
    minIat: row.min_iat,
    maxUsers: row.max_users ?? undefined,
    hasDenylist: row.has_denylist,
    testAccountsEnabled: environment === 'development',
    testCodeOf: (address) => findTestCode(row, address, keyEncryption.logins),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
}

/** Whether pages of `origin` may use the app: its allowed domains, and this machine for a development app (ruling 9). */
export function allowsOrigin({ allowedOrigins, environment }: App, origin: string): boolean {
  const isListed = allowedOrigins.some((entry) => matchesOrigin(entry, origin))
  return isListed || (environment === 'development' && isLocalOrigin(origin))
}

/**
 * Whether the app's wallet frame is on `origin`: the auth origin, or the app's own address, where public clients load it.
 * Such an origin is never one of the app's pages (ruling 5).
 */
export function isFrameOrigin(
  { customApi }: Pick<App, 'customApi'>,
  origin: string,
  { publicOrigin }: { publicOrigin: string },
): boolean {
  return origin === publicOrigin || origin === customApi?.url
}

function findTestCode(
  { id, environment, test_accounts }: ReadApp,
  address: string,
  logins: KeyRing,
): string | undefined {
  if (environment !== 'development') return undefined
  const account = test_accounts.find(
    ({ email, phone_number }) => email === address || phone_number === address,
  )
  if (account === undefined) return undefined
  const code = Buffer.from(account.code, 'base64')
  return openTestCode(logins, { app_id: id, id: account.id, code })
}

function readOrigin(entry: string, environment: App['environment']): AllowedOrigin[] {
  const origin = parseAllowedOrigin(entry)
  if (origin === undefined) return []
  const isRefused = environment === 'production' && productionOriginProblem(origin) !== undefined
  return isRefused ? [] : [origin]
}

function openSecret(
  { id, secrets }: AppRow,
  name: AppSecretName,
  logins: KeyRing,
): string | undefined {
  if (!Object.hasOwn(secrets, name)) return undefined
  const sealed = Buffer.from(String(secrets[name]), 'base64')
  return Buffer.from(logins.open(sealed, secretContext(id, name))).toString('utf8')
}

function liveSecretHashes(row: AppRow, nowMs: number): readonly Uint8Array[] {
  const { secret_hash, previous_secret_hash, previous_secret_until } = row
  const isLive = previous_secret_until !== null && previous_secret_until > nowMs
  return previous_secret_hash !== null && isLive
    ? [secret_hash, previous_secret_hash]
    : [secret_hash]
}

/** The public configuration of an app (wire reference §10). */
export function toAppConfig(
  app: App,
  places: { captchaUrl?: string | undefined; oauthSimulator?: string | undefined } = {},
): AppConfig {
  const { captchaUrl, oauthSimulator } = places
  return {
    ...app.settings,
    // A URL here switches clients to sessions in cookies, so it must be one where they work (wire reference §34.14).
    custom_api_url: app.customApi?.url ?? null,
    embedded_wallet_config: fillPerChain(app.settings.embedded_wallet_config),
    enabled_captcha_provider: app.settings.captcha_enabled
      ? (captchaProviderOf(app.settings.captcha_site_key) ?? null)
      : null,
    ...(captchaUrl !== undefined && { captcha_url: captchaUrl }),
    ...(oauthSimulator !== undefined && { funding_urls: fundingUrls(oauthSimulator) }),
    telegram_oauth: app.settings.telegram_auth,
    telegram_seamless_auth_enabled:
      app.settings.telegram_auth_config?.seamless_auth_enabled ?? false,
    id: app.id,
    verification_key: app.verificationKey,
    created_at: Math.floor(app.createdAtMs / 1000),
    updated_at: Math.floor(app.updatedAtMs / 1000),
  }
}

type WalletSettings = AppSettings['embedded_wallet_config']

/**
 * The settings with the one mode that is built, and with every form of `create_on_login` that clients read: older ones read the flat key for Ethereum, newer
 * ones only the key of each chain (wire reference §10).
 */
function fillPerChain(settings: WalletSettings): WalletSettings {
  const flat = { create_on_login: settings.create_on_login }
  const { ethereum = flat, solana = flat } = settings
  const { create_on_login } = ethereum
  return { ...settings, create_on_login, ethereum, solana, mode: framedWalletsMode }
}

/** The configuration of an app as its owner sees it. */
export function toOwnAppConfig(app: App): OwnAppConfig {
  const { custom_api_url } = app.settings
  return {
    ...toAppConfig(app),
    ...app.privateSettings,
    custom_api_url,
    max_users: app.maxUsers ?? null,
    secrets_set: [...app.secretsSet],
  }
}

/** The hash of an app secret that is stored. A plain hash is enough because the secret is 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares `secret` with those of the app in constant time. */
export function isAppSecret(app: App, secret: string): boolean {
  const hash = hashSecret(secret)
  return app.secretHashes.filter((each) => timingSafeEqual(hash, each)).length > 0
}
