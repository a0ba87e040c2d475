import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
/** Authenticators and servers disagree about the time: a code of the step before or after is accepted. */
const drift = [0, -1, 1] as const

/** The step of time that codes belong to (RFC 6238). */
function stepAt(nowMs: number): number {
  return Math.floor(nowMs / stepMs)
}

/** The code of a secret at a step (RFC 4226 §5.3, SHA-1 because authenticator apps support nothing else). */
function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const value = mac.readUInt32BE(offset) & 0x7fffffff
  return String(value % 10 ** digits).padStart(digits, '0')
}

/** The step whose code was given, now or one step away; undefined for a wrong code. */
export function findTotpStep(
  secret: Uint8Array,
  { code, nowMs }: { code: string; nowMs: number },
): number | undefined {
  const now = stepAt(nowMs)
  // Every step is compared, so that the time taken says nothing.
  const matches = drift
    .map((away) => now + away)
    .filter((step) => isSame(totpCode(secret, step), code))
  return matches[0]
}

/** Compares two codes in constant time. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648 §6), as authenticator apps read secrets. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}
