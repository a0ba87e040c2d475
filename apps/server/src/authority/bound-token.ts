import { type HashKey, isKeyedHash, keyedHash, keyedHashes, placeOfKey } from './keyed-hash.js'

/*
 * Refresh and fork tokens: `secret.tag`. The database has a keyed hash of the secret. The tag is a keyed hash of the secret
 * with the app, session and user, so a row that was moved to another session or user is noticed (P5) without a
 * further column or query.
 */

/** Which tokens. */
type TokenKind = 'refresh-token' | 'fork-token'

/** Whose token it is; `epoch` as in the configuration. */
interface TokenOwner {
  appId: string
  sessionId: string
  /** Without prefix. */
  userId: string
  epoch: number
}

/** The token that a client receives for `secret`. */
export function bindToken(
  key: HashKey,
  { kind, secret, owner }: { kind: TokenKind; secret: string; owner: TokenOwner },
): string {
  const tag = keyedHash(key, `${kind}-owner`, partsOf(secret, owner))
  return `${secret}.${Buffer.from(tag).toString('base64url')}`
}

/** The secret in a token, whatever its tag says. */
export function secretOf(token: string): string {
  const dot = token.indexOf('.')
  return dot < 0 ? token : token.slice(0, dot)
}

/** What the database holds of a new token, by its secret. */
export function hashToken(key: HashKey, kind: TokenKind, token: string): Uint8Array {
  return keyedHash(key, kind, [secretOf(token)])
}

/** How many keys a presented token is looked up under. */
const mostLookups = 2

/**
 * What the database may hold of a presented token, likeliest first: its tag names the key that was the newest when it was
 * handed out. The answer that was lost and given again after a key was replaced has a tag of the newer key, so one more is
 * looked up.
 */
export function tokenHashes(
  key: HashKey,
  kind: TokenKind,
  token: string,
): readonly [Uint8Array, ...Uint8Array[]] {
  const secret = secretOf(token)
  const tag = Buffer.from(token.slice(secret.length + 1), 'base64url')
  const hashes = keyedHashes(key, kind, [secret])
  const place = placeOfKey(key, tag) ?? 0
  const named = hashes[place] ?? keyedHash(key, kind, [secret])
  const others = hashes.filter((_, at) => at !== place)
  return [named, ...others.slice(0, mostLookups - 1)]
}

/** Whether a token was made for this owner. */
export function isBoundTo(
  key: HashKey,
  { kind, token, owner }: { kind: TokenKind; token: string; owner: TokenOwner },
): boolean {
  const secret = secretOf(token)
  const presented = Buffer.from(token.slice(secret.length + 1), 'base64url')
  return isKeyedHash(presented, { key, purpose: `${kind}-owner`, parts: partsOf(secret, owner) })
}

function partsOf(secret: string, { appId, sessionId, userId, epoch }: TokenOwner) {
  return [secret, appId, sessionId, userId, epoch]
}
