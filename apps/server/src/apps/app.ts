import { createHash, timingSafeEqual } from 'node:crypto'
import { type AppConfig, appConfig, type OwnAppConfig } from '@sallyport/contract'
import { wipe } from '@sallyport/crypto'
import * as z from 'zod/mini'
import type { AppRow } from '../db/apps.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { loadSigningKey, type SigningKey } from '../tokens/signing-key.js'
import { cleanAppName } from './app-name.js'
import { defaultSettings } from './defaults.js'
import { type AllowedOrigin, parseAllowedOrigin, productionOriginProblem } from './origins.js'

/** What an app's owner sets: the public configuration without what the server adds. */
export const storedSettings = z.omit(appConfig, {
  id: true,
  verification_key: true,
  created_at: true,
  updated_at: true,
})
/** See `storedSettings`. */
export type AppSettings = z.output<typeof storedSettings>

/** An app, ready for use: keys loaded, origins parsed. */
export interface App {
  id: string
  environment: 'development' | 'production'
  settings: AppSettings
  allowedOrigins: readonly AllowedOrigin[]
  key: SigningKey
  /** SPKI PEM of `key`. */
  verificationKey: string
  secretHash: Uint8Array
  /** Most users the app takes. */
  maxUsers: number | undefined
  createdAtMs: number
  updatedAtMs: number
}

/** What the signing key of an app is sealed for. */
export function signingKeyContext(appId: string): string {
  return `app/${appId}/signing-key`
}

/**
 * Builds the app from its row. Allowed domains that a production app may not have are left out (T-13), and the name is
 * cleaned (T-40): both may have been stored by an earlier version.
 *
 * @throws Error when the signing key cannot be decrypted or the settings do not match the contract.
 */
export function loadApp(row: AppRow, keyEncryption: KeyEncryption): App {
  const { id, environment } = row
  // A setting added after the app was created has its default.
  const stored = storedSettings.parse({ ...defaultSettings(id, environment), ...row.config })
  const settings = { ...stored, name: cleanAppName(stored.name) || id }
  return {
    id,
    environment,
    settings,
    allowedOrigins: settings.allowed_domains.flatMap((entry) => readOrigin(entry, environment)),
    key: openSigningKey(row, keyEncryption),
    verificationKey: row.verification_key,
    secretHash: row.secret_hash,
    maxUsers: row.max_users ?? undefined,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
}

function readOrigin(entry: string, environment: App['environment']): AllowedOrigin[] {
  const origin = parseAllowedOrigin(entry)
  if (origin === undefined) return []
  const isRefused = environment === 'production' && productionOriginProblem(origin) !== undefined
  return isRefused ? [] : [origin]
}

function openSigningKey(row: AppRow, keyEncryption: KeyEncryption): SigningKey {
  const pkcs8 = keyEncryption.open(row.signing_key, signingKeyContext(row.id))
  try {
    return loadSigningKey(pkcs8)
  } finally {
    wipe(pkcs8)
  }
}

/** The public configuration of an app (wire reference §10). */
export function toAppConfig(app: App): AppConfig {
  return {
    ...app.settings,
    id: app.id,
    verification_key: app.verificationKey,
    created_at: Math.floor(app.createdAtMs / 1000),
    updated_at: Math.floor(app.updatedAtMs / 1000),
  }
}

/** The configuration of an app as its owner sees it. */
export function toOwnAppConfig(app: App): OwnAppConfig {
  return { ...toAppConfig(app), max_users: app.maxUsers ?? null }
}

/** What is stored of an app secret. A plain hash is enough: the secret is 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Whether `secret` is the app's, in constant time. */
export function isAppSecret(app: App, secret: string): boolean {
  return timingSafeEqual(hashSecret(secret), app.secretHash)
}
