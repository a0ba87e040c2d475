import { sha256 } from '@noble/hashes/sha2.js'
import { combine } from 'shamir-secret-sharing'
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
import { drawPoints } from './share-points.js'
import { wipe } from './wipe.js'

export type { ShareHeader, ShareRole, ShareScope } from './share-encoding.js'

/**
 * What a wallet is restored from: entropy that addresses are derived from, or one private key that was imported. The first
 * byte of what is split says which, and the tag is over it, so that one is never taken for the other.
 */
const kinds = {
  'hd-root': { version: 1, label: 'wallet-root-v1' },
  'ethereum-key': { version: 2, label: 'ethereum-key-v1' },
  'solana-key': { version: 3, label: 'solana-key-v1' },
} as const satisfies Record<string, { version: number; label: string }>
/** Kind of a wallet's secret. */
export type SecretKind = keyof typeof kinds
/** A wallet's secret. The caller wipes `bytes`. */
export interface WalletSecret {
  readonly kind: SecretKind
  readonly bytes: Bytes
}
// The keys of a constant object are what its type says.
const kindNames = Object.keys(kinds) as readonly SecretKind[]

const tagLength = 8

/** As `splitSecret`, for the entropy of derived addresses. */
export function splitRoot(
  entropy: Uint8Array,
  scope: ShareScope,
): Promise<Record<ShareRole, Bytes>> {
  return splitSecret({ kind: 'hd-root', bytes: entropy }, scope)
}

/**
 * Splits a secret into three encoded shares; any two restore it, one reveals nothing (security.md 2.4).
 *
 * What is split is `version(1) ‖ bytes ‖ first 8 bytes of SHA-256(label ‖ bytes)`, version and label by its kind, so that
 * restoring checks itself. Each call draws a polynomial of its own: give each its own `generationId`.
 *
 * @param wallet  16 to 32 bytes of entropy (BIP-39), or a key of 32. The caller wipes it, and the shares.
 * @throws RangeError for another length; ShareError `invalid_scope` or `bad_randomness`.
 */
export async function splitSecret(
  { kind, bytes }: { kind: SecretKind; bytes: Uint8Array },
  scope: ShareScope,
): Promise<Record<ShareRole, Bytes>> {
  const { version } = kinds[kind]
  if (!isLength(kind, bytes.length))
    throw new RangeError('Entropy has 16, 20, 24, 28 or 32 bytes, a key 32')
  encodeScope(scope)
  const secret = concat(Uint8Array.of(version), bytes, tagOf(kind, bytes))
  let points: Uint8Array[] = []
  try {
    points = await drawPoints(secret, shareRoles.length)
    const [device, auth, recovery] = points.map((point, i) =>
      encodePoint(point, { scope, role: shareRoles[i] }),
    )
    if (!device || !auth || !recovery) throw new ShareError('bad_randomness')
    return { device, auth, recovery }
  } finally {
    wipe(secret, ...points)
  }
}

/** As `combineSecret`, for the entropy of derived addresses. @throws ShareError `bad_tag` for an imported key. */
export async function combineShares(
  a: Uint8Array,
  b: Uint8Array,
  scope: ShareScope,
): Promise<Bytes> {
  const { kind, bytes } = await combineSecret(a, b, scope)
  if (kind === 'hd-root') return bytes
  wipe(bytes)
  throw new ShareError('bad_tag')
}

/**
 * Restores a secret from two shares of one generation. The caller wipes it, and checks the address it gives
 * against the one it pinned: only that tells the right wallet from another genuine one.
 *
 * @param scope  What the caller expects both shares to belong to.
 * @throws ShareError before combining: `malformed`, `unsupported_version`, `invalid_x`, `same_role`, `scope_mismatch`,
 *   `length_mismatch`; after it: `bad_tag`.
 */
export async function combineSecret(
  a: Uint8Array,
  b: Uint8Array,
  scope: ShareScope,
): Promise<WalletSecret> {
  const expected = encodeScope(scope)
  const left = decodeShare(a)
  const right = decodeShare(b)
  const points = [left, right].map(({ header, y }) => concat(y, Uint8Array.of(header.x)))
  let secret: Uint8Array | undefined
  try {
    checkPair(left.header, right.header, expected)
    if (left.y.length !== right.y.length) throw new ShareError('length_mismatch')
    if (!isLength('hd-root', left.y.length - 1 - tagLength)) throw new ShareError('length_mismatch')
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

function encodePoint(
  point: Uint8Array,
  { scope, role }: { scope: ShareScope; role?: ShareRole | undefined },
): Bytes {
  const x = point.at(-1)
  if (!x || !role) throw new ShareError('bad_randomness')
  return encodeShare({ ...scope, role, x }, point.subarray(0, -1))
}

function checkPair(left: ShareHeader, right: ShareHeader, expected: Uint8Array): void {
  if (!equalBytes(encodeScope(left), expected)) throw new ShareError('scope_mismatch')
  if (!equalBytes(encodeScope(right), expected)) throw new ShareError('scope_mismatch')
  if (left.x === right.x) throw new ShareError('invalid_x')
  if (left.role === right.role) throw new ShareError('same_role')
}

function readSecret(secret: Uint8Array): WalletSecret {
  const kind = kindNames.find((name) => kinds[name].version === secret[0])
  const bytes = Uint8Array.from(secret.subarray(1, secret.length - tagLength))
  const tag = secret.subarray(secret.length - tagLength)
  if (kind && isLength(kind, bytes.length) && equalBytes(tagOf(kind, bytes), tag)) {
    return { kind, bytes }
  }
  wipe(bytes)
  throw new ShareError('bad_tag')
}

/** BIP-39 knows five lengths of entropy; a key has 32 bytes. */
function isLength(kind: SecretKind, length: number): boolean {
  return length === 32 || (kind === 'hd-root' && [16, 20, 24, 28].includes(length))
}

function tagOf(kind: SecretKind, bytes: Uint8Array): Bytes {
  const label = asciiBytes(kinds[kind].label) ?? new Uint8Array()
  const input = concat(label, bytes)
  try {
    return Uint8Array.from(sha256(input).subarray(0, tagLength))
  } finally {
    wipe(input)
  }
}
