import { embeddedWalletClientType } from '@sallyport/contract'
import { sql } from 'kysely'
import { type AuthenticRow, authenticRow, textOf } from './row-mac.js'

/**
 * What an app's row, and the rows of its further token keys, grant: to whom the app answers as its back end, which issuers and
 * pages it trusts, and whose tokens it accepts. What is sealed (secrets, private keys) opens only in its own row, so it does not
 * count here and can be sealed again under another key. The time it was retired does not count: it takes away.
 */
export interface AppClaims {
  id: string
  environment: string
  config: object
  private_settings: object
  secrets: object
  secret_hash: Uint8Array
  previous_secret_hash: Uint8Array | null
  previous_secret_until: number | null
  verification_key: string
  max_users: number | null
  min_iat: number
  token_keys: readonly {
    verification_key: string
    signing_key: string | null
    signs_from: number
    not_after: number | null
  }[]
}

export const app: AuthenticRow<AppClaims> = {
  table: 'app',
  mac: 'mac',
  purpose: 'app',
  keys: ['id'],
  columns: [
    'id',
    'environment',
    'config',
    'private_settings',
    'secrets',
    'secret_hash',
    'previous_secret_hash',
    'previous_secret_until',
    'verification_key',
    'max_users',
    'min_iat',
  ],
  read: {
    token_keys: sql`coalesce((
      select json_agg(json_build_object('signing_key', encode(k.signing_key, 'base64'),
        'signs_from', k.signs_from, 'verification_key', k.verification_key, 'not_after', k.not_after))
      from app_token_key k where k.app_id = app.id
    ), '[]')`,
  },
  parts: (row) => {
    const tokenKeys = row.token_keys.map(
      ({ verification_key, signing_key, signs_from, not_after }) =>
        JSON.stringify([verification_key, signing_key === null, signs_from, not_after]),
    )
    return [
      row.id,
      row.environment,
      // Columns of type jsonb have one order of names, so equal values have equal texts.
      JSON.stringify(row.config),
      JSON.stringify(row.private_settings),
      Object.keys(row.secrets).sort(),
      textOf(row.secret_hash),
      textOf(row.previous_secret_hash),
      row.previous_secret_until,
      row.verification_key,
      row.max_users,
      row.min_iat,
      tokenKeys.sort(),
    ]
  },
}

/** Whose session it is, every token of it names. */
export const session = authenticRow({
  table: 'session',
  purpose: 'session',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'expires_at', 'auth_time', 'amr', 'epoch'],
  live: sql`revoked_at is null and expires_at > now_ms`,
  // A second factor is proven later; of that `session_factor` decides.
  parts: (row) => [
    row.app_id,
    row.id,
    row.expires_at,
    row.auth_time,
    row.amr.filter((each) => each !== 'mfa'),
    row.epoch,
  ],
})

/** When a session last proved a second factor. */
export const sessionFactor = authenticRow({
  table: 'session',
  mac: 'mfa_mac',
  purpose: 'session-factor',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'mfa_at_ms'],
  live: sql`mfa_mac is not null and revoked_at is null and expires_at > now_ms`,
  parts: (row) => [row.app_id, row.id, row.mfa_at_ms],
})

/** Which second factors a user has, and when recovery codes were made; an empty list is authenticated too, because then none is demanded. */
export const userFactors = authenticRow({
  table: 'user_account',
  mac: 'factors_mac',
  purpose: 'user-factors',
  keys: ['app_id', 'id'],
  columns: ['app_id', 'id', 'mfa_methods', 'recovery_codes_at'],
  parts: (row) => {
    const { app_id, id, mfa_methods, recovery_codes_at } = row
    const methods = mfa_methods.map(({ type, verified_at }) => `${type} ${verified_at}`)
    // Rows of users who have made no codes keep the MAC they have.
    return recovery_codes_at === null
      ? [app_id, id, methods]
      : [app_id, id, methods, recovery_codes_at]
  },
})

/** What makes an account of a user one that logs in: whose it is, what proves it, and whether it is an embedded wallet. */
export const linkedAccount = authenticRow({
  table: 'linked_account',
  purpose: 'linked-account',
  keys: ['id'],
  columns: ['app_id', 'user_id', 'type', 'key', 'data', 'credential'],
  parts: (row) => [
    row.app_id,
    row.user_id,
    row.type,
    row.key,
    isEmbedded(row.data),
    publicKeyOf(row.credential),
  ],
})

/** Since when an account counts as the user's (`isSettled`): a thief who could make it older would open the wallet with it. */
export const loginAge = authenticRow({
  table: 'linked_account',
  mac: 'age_mac',
  purpose: 'login-age',
  keys: ['id'],
  columns: ['app_id', 'user_id', 'type', 'key', 'first_verified_at', 'is_first'],
  live: sql`age_mac is not null`,
  parts: (row) => [row.app_id, row.user_id, row.type, row.key, row.first_verified_at, row.is_first],
})

function isEmbedded(data: object): boolean {
  return 'wallet_client' in data && data.wallet_client === embeddedWalletClientType
}

/** Of a passkey: the key that its signatures are checked by. */
function publicKeyOf(credential: object | null): string | null {
  if (!credential || !('public_key' in credential)) return null
  return String(credential.public_key)
}
