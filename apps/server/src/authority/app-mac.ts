import { type HashKey, isKeyedHash, keyedHash } from './keyed-hash.js'

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

/** The `mac` of an app's row, over values as they were read from the database. */
export function appMac(key: HashKey, claims: AppClaims): Buffer {
  return Buffer.from(keyedHash(key, 'app', partsOf(claims)))
}

/** Whether a server with the key wrote what an app's rows say. */
export function isAppMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: AppClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'app', parts: partsOf(claims) })
}

function partsOf(app: AppClaims) {
  const tokenKeys = app.token_keys.map(({ verification_key, signing_key, signs_from, not_after }) =>
    JSON.stringify([verification_key, signing_key === null, signs_from, not_after]),
  )
  return [
    app.id,
    app.environment,
    // Columns of type jsonb have one order of names, so equal values have equal texts.
    JSON.stringify(app.config),
    JSON.stringify(app.private_settings),
    Object.keys(app.secrets).sort(),
    toText(app.secret_hash),
    app.previous_secret_hash === null ? null : toText(app.previous_secret_hash),
    app.previous_secret_until,
    app.verification_key,
    app.max_users,
    app.min_iat,
    tokenKeys.sort(),
  ]
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
