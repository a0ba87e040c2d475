import { wipe } from '@sallyport/crypto'
import type { ReadApp } from '../db/apps.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { tokenLifeSeconds } from '../tokens/access-token.js'
import {
  loadSigningKey,
  loadVerifyingKey,
  type SigningKey,
  type VerifyingKey,
} from '../tokens/signing-key.js'

/** How long an earlier key's tokens are accepted after a newer key began to sign: their life and a minute. */
export const keyOverlapMs = tokenLifeSeconds * 1000 + 60_000

/** The token keys of an app at one time. */
export interface TokenKeys {
  /** Signs. */
  key: SigningKey
  /** SPKI PEM of `key`. */
  verificationKey: string
  /** Every key whose tokens are accepted: `key`, earlier ones while their tokens live, and the next one. */
  verifyingKeys: readonly VerifyingKey[]
}

/** The encryption context of an app's signing key. */
export function signingKeyContext(appId: string): string {
  return `app/${appId}/signing-key`
}

/**
 * The keys of an app's row and of its further keys (`app_token_key`). The next key signs from its time on, so that
 * verifiers that cache keys know it by then.
 *
 * @throws Error when a signing key cannot be decrypted.
 */
export function loadTokenKeys(
  row: Pick<ReadApp, 'id' | 'signing_key' | 'verification_key' | 'token_keys'>,
  { keyEncryption, nowMs }: { keyEncryption: KeyEncryption; nowMs: number },
): TokenKeys {
  const open = (sealed: Uint8Array) => openSigningKey(row.id, sealed, keyEncryption)
  const current = open(row.signing_key)
  const further = row.token_keys.flatMap((each) => {
    if (each.signing_key !== null) return []
    return each.not_after > nowMs ? [loadVerifyingKey(each.verification_key)] : []
  })
  const [next] = row.token_keys.flatMap(({ signing_key, signs_from, verification_key }) =>
    signing_key === null ? [] : [{ signing_key, signs_from, verification_key }],
  )
  if (next === undefined) {
    const { verification_key: verificationKey } = row
    return { key: current, verificationKey, verifyingKeys: [current, ...further] }
  }
  const key = open(Buffer.from(next.signing_key, 'base64'))
  const verifyingKeys = [key, current, ...further]
  if (next.signs_from <= nowMs) {
    const isCurrentLive = next.signs_from + keyOverlapMs > nowMs
    const live = isCurrentLive ? verifyingKeys : [key, ...further]
    return { key, verificationKey: next.verification_key, verifyingKeys: live }
  }
  return { key: current, verificationKey: row.verification_key, verifyingKeys }
}

/** Decrypts an app's signing key. @throws Error when the key or the app differs. */
export function openSigningKey(
  appId: string,
  sealed: Uint8Array,
  { logins }: Pick<KeyEncryption, 'logins'>,
): SigningKey {
  const pkcs8 = logins.open(sealed, signingKeyContext(appId))
  try {
    return loadSigningKey(pkcs8)
  } finally {
    wipe(pkcs8)
  }
}
