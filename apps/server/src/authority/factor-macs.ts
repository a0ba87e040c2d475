import type { FactorRecord } from '../identity/user.js'
import { type HashKey, isKeyedHash, keyedHash } from './keyed-hash.js'

/** Which second factors a user has; an empty list is authenticated too, because then none is demanded. */
interface FactorClaims {
  appId: string
  /** Without prefix. */
  userId: string
  methods: readonly FactorRecord[]
}

/** The `factors_mac` of a user's row. */
export function factorsMac(key: HashKey, claims: FactorClaims): Buffer {
  return Buffer.from(keyedHash(key, 'user-factors', factorParts(claims)))
}

/** Whether this server wrote which second factors a user has. */
export function isFactorsMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: FactorClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'user-factors', parts: factorParts(claims) })
}

/** When a session last proved a second factor. */
interface StepUpClaims {
  appId: string
  sessionId: string
  /** Unix milliseconds. */
  atMs: number
}

/** The `mfa_mac` of a session's row. */
export function stepUpMac(key: HashKey, claims: StepUpClaims): Buffer {
  return Buffer.from(keyedHash(key, 'session-factor', stepUpParts(claims)))
}

/** Whether this server wrote when a session proved a factor. */
export function isStepUpMac(
  mac: Uint8Array | null,
  { key, claims }: { key: HashKey; claims: StepUpClaims },
): boolean {
  return isKeyedHash(mac, { key, purpose: 'session-factor', parts: stepUpParts(claims) })
}

function factorParts({ appId, userId, methods }: FactorClaims) {
  const listed = methods.map(({ type, verified_at }) => `${type} ${verified_at}`)
  return [appId, userId, listed]
}

function stepUpParts({ appId, sessionId, atMs }: StepUpClaims) {
  return [appId, sessionId, atMs]
}
