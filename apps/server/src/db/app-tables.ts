import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** An object in a column of JSON, written as text. */
export type Json = JSONColumnType<Record<string, unknown>, string, string>

/** An app and what it keeps private. */
export interface AppTable {
  id: string
  /** `development` apps accept local origins (ruling 9). */
  environment: 'development' | 'production'
  /** The public configuration without `id`, `verification_key` and times. */
  config: Json
  /** Settings that only the app's owner sees. */
  private_settings: Json
  /** Secrets by name, in base64, sealed under the deployment's key. */
  secrets: Json
  /** SHA-256 of the secret, which is 256 random bits. */
  secret_hash: Buffer
  /** PKCS #8 of the ES256 key, sealed under the deployment's key. */
  signing_key: Buffer
  /** SPKI PEM of the same key. */
  verification_key: string
  max_users: number | null
  created_at: number
  updated_at: number
  /** A retired app is not served; its rows stay (T-17). */
  retired_at: number | null
  /** The secret before `secret_hash`, which works until `previous_secret_until`. */
  previous_secret_hash: Buffer | null
  previous_secret_until: number | null
  /** Tokens issued earlier (Unix seconds) are refused. */
  min_iat: Generated<number>
  /** See `authenticRows.app`; an app without one is not served. */
  mac: ColumnType<Buffer | null, never, Buffer>
}

/** Who may enter an app whose allow-list is on. */
export interface AllowlistEntryTable {
  app_id: string
  type: string
  value: string
  id: Generated<string>
  created_at: Generated<number>
  /** See `authenticRows.allowlistEntry`. */
  mac: Buffer | null
}

/** Who may not enter an app. */
export interface DenylistEntryTable {
  app_id: string
  type: string
  value: string
  id: string
  created_at: number
}

/** Addresses that get no message, with a code that stays. */
export interface TestAccountTable {
  app_id: string
  id: string
  name: string | null
  email: string
  phone_number: string
  /** Sealed under the deployment's key: the app's back end may read it. */
  code: Buffer
  created_at: number
  /** See `authenticRows.testAccount`. */
  mac: Buffer | null
}
