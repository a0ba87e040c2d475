import { type HashKey, isKeyedHash, keyedHash } from './keyed-hash.js'

/** What a session's row says and routes rely on. Its user is named by every token of it. */
interface SessionClaims {
  appId: string
  sessionId: string
  expiresAtMs: number
  /** When the user proved an account, Unix milliseconds. */
  authTimeMs: number
  amr: readonly string[]
  epoch: number
}

/** The `mac` of a session's row. */
export function sessionMac(key: HashKey, claims: SessionClaims): Buffer {
  return Buffer.from(keyedHash(key, 'session', partsOf(claims)))
}

/** Whether this server wrote what a session's row says. */
export function isSessionMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: SessionClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'session', parts: partsOf(claims) })
}

function partsOf({ appId, sessionId, expiresAtMs, authTimeMs, amr, epoch }: SessionClaims) {
  // A second factor is proven later; of that the vault's statement decides (`mfa_at_ms`).
  const logins = amr.filter((each) => each !== 'mfa')
  return [appId, sessionId, expiresAtMs, authTimeMs, logins, epoch]
}
