import { sha256 } from '@noble/hashes/sha2.js'
import { combine, split } from 'shamir-secret-sharing'
import { getRandomBytes } from 'shamir-secret-sharing/csprng'
import { asciiBytes, type Bytes, concat, equalBytes } from './bytes.js'
import {
  decodeShare,
  encodeScope,
  encodeShare,
  type ShareHeader,
  type ShareRole,
  type ShareScope,
  shareRoles,
} from './share-encoding.js'
import { ShareError } from './share-error.js'
import { wipe } from './wipe.js'

export type { ShareHeader, ShareRole, ShareScope } from './share-encoding.js'

const secretVersion = 1
const tagLength = 8
/** Every coordinate there is: all but 0, where the secret lies. */
const allCoordinates = 255

/**
 * Splits a root into three encoded shares; any two restore it, one reveals nothing (security.md 2.4).
 *
 * What is split is `version(1) ‖ entropy ‖ first 8 bytes of SHA-256("wallet-root-v1" ‖ entropy)`, so that restoring
 * checks itself. Each call draws a polynomial of its own: give each its own `generationId`.
 *
 * @param entropy  16 or 32 bytes. The caller wipes it, and the shares.
 * @throws RangeError for another length; ShareError `invalid_scope` or `bad_randomness`.
 */
export async function splitRoot(
  entropy: Uint8Array,
  scope: ShareScope,
): Promise<Record<ShareRole, Bytes>> {
  if (entropy.length !== 16 && entropy.length !== 32)
    throw new RangeError('Entropy has 16 or 32 bytes')
  encodeScope(scope)
  const secret = concat(Uint8Array.of(secretVersion), entropy, rootTag(entropy))
  let points: Uint8Array[] = []
  try {
    // The library's own first three are some more likely than others, as it says: ours are three of all.
    points = await split(secret, allCoordinates, 2)
    const chosen = chooseEvenly(points, shareRoles.length)
    const shares = chosen.map((point, i) =>
      encodePoint({ secret, point, scope, role: shareRoles[i] }),
    )
    const [device, auth, recovery] = shares
    if (!device || !auth || !recovery) throw new ShareError('bad_randomness')
    if (new Set(chosen.map((point) => point.at(-1))).size !== shareRoles.length)
      throw new ShareError('bad_randomness')
    return { device, auth, recovery }
  } finally {
    wipe(secret, ...points)
  }
}

/**
 * Restores the entropy from two shares of one generation. The caller wipes it, and checks the address it derives
 * against the one it pinned: only that tells the right root from another genuine one.
 *
 * @param scope  What the caller expects both shares to belong to.
 * @throws ShareError before combining: `malformed`, `unsupported_version`, `invalid_x`, `same_role`, `scope_mismatch`,
 *   `length_mismatch`; after it: `bad_tag`.
 */
export async function combineShares(
  a: Uint8Array,
  b: Uint8Array,
  scope: ShareScope,
): Promise<Bytes> {
  const expected = encodeScope(scope)
  const left = decodeShare(a)
  const right = decodeShare(b)
  const points = [left, right].map(({ header, y }) => concat(y, Uint8Array.of(header.x)))
  let secret: Uint8Array | undefined
  try {
    checkPair(left.header, right.header, expected)
    if (left.y.length !== right.y.length) throw new ShareError('length_mismatch')
    if (left.y.length !== 25 && left.y.length !== 41) throw new ShareError('length_mismatch')
    secret = await combine(points)
    return readSecret(secret)
  } finally {
    wipe(left.y, right.y, ...points, secret)
  }
}

/**
 * What an encoded share says about itself; its bytes stay untouched.
 *
 * @throws ShareError `malformed`, `unsupported_version` or `invalid_x`.
 */
export function readShareHeader(bytes: Uint8Array): ShareHeader {
  const { header, y } = decodeShare(bytes)
  wipe(y)
  return header
}

/** SHA-256 of an encoded share, 32 bytes: what a receipt binds. */
export function hashShare(bytes: Uint8Array): Bytes {
  return Uint8Array.from(sha256(bytes))
}

/** So many of the list, any as likely as any other (the first steps of a Fisher–Yates shuffle). */
function chooseEvenly<T>(list: readonly T[], count: number): T[] {
  const rest = [...list]
  return Array.from({ length: count }, () => rest.splice(drawBelow(rest.length), 1)).flat()
}

/** A number of 0 … `limit` − 1 from the source of the coefficients; `limit` ≤ 256. */
function drawBelow(limit: number): number {
  // Bytes past the last whole multiple would make the small numbers likelier. 32 in a row mean a broken source.
  const byte = getRandomBytes(32).find((one) => one < 256 - (256 % limit))
  if (byte === undefined) throw new ShareError('bad_randomness')
  return byte % limit
}

type Point = {
  secret: Uint8Array
  point: Uint8Array
  scope: ShareScope
  role?: ShareRole | undefined
}

function encodePoint({ secret, point, scope, role }: Point): Bytes {
  const x = point.at(-1)
  const y = point.subarray(0, -1)
  if (!x || !role) throw new ShareError('bad_randomness')
  // With one coefficient throughout, y ⊕ secret is a constant: the share would give the secret away.
  const differences = new Set(y.map((byte, i) => byte ^ (secret[i] ?? 0)))
  if (differences.size === 1) throw new ShareError('bad_randomness')
  return encodeShare({ ...scope, role, x }, y)
}

function checkPair(left: ShareHeader, right: ShareHeader, expected: Uint8Array): void {
  if (!equalBytes(encodeScope(left), expected)) throw new ShareError('scope_mismatch')
  if (!equalBytes(encodeScope(right), expected)) throw new ShareError('scope_mismatch')
  if (left.x === right.x) throw new ShareError('invalid_x')
  if (left.role === right.role) throw new ShareError('same_role')
}

function readSecret(secret: Uint8Array): Bytes {
  const entropy = Uint8Array.from(secret.subarray(1, secret.length - tagLength))
  const genuine = equalBytes(rootTag(entropy), secret.subarray(secret.length - tagLength))
  if (genuine && secret[0] === secretVersion) return entropy
  wipe(entropy)
  throw new ShareError('bad_tag')
}

function rootTag(entropy: Uint8Array): Bytes {
  const label = asciiBytes('wallet-root-v1') ?? new Uint8Array()
  const input = concat(label, entropy)
  try {
    return Uint8Array.from(sha256(input).subarray(0, tagLength))
  } finally {
    wipe(input)
  }
}
