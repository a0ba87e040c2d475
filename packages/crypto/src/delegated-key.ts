import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { combine } from 'shamir-secret-sharing'
import { asciiBytes, type Bytes, concat, equalBytes } from './bytes.js'
import { ShareError } from './share-error.js'
import { drawPoints } from './share-points.js'
import { wipe } from './wipe.js'

/** Which half of a delegated key: the signer's, or the one that the API keeps for the app. */
type DelegatedRole = 'signer' | 'app'

/** Another version than a wallet's shares have, so that neither reader takes the other's (`share-encoding.ts`). */
const version = 2
const roleBytes = { signer: 1, app: 2 } as const satisfies Record<DelegatedRole, number>
const keyLength = 32
const tagLength = 8
const checksumLength = 4
const headLength = 3 + 32
const label = asciiBytes('delegated-key-v1') ?? new Uint8Array()

/**
 * Splits the private key of one account into two halves, by a polynomial of its own; one half reveals nothing
 * (security.md 2.11). The halves of two consents never restore a key together.
 *
 * `version(1) ‖ role(1) ‖ x(1) ‖ SHA-256(context)(32) ‖ y ‖ first 4 bytes of SHA-256 of all before`
 *
 * @param privateKey  32 bytes. The caller wipes it, and the halves.
 * @param context  The consent, as both sides write it.
 * @throws RangeError for another length; ShareError `bad_randomness`.
 */
export async function splitDelegatedKey(
  privateKey: Uint8Array,
  context: string,
): Promise<Record<DelegatedRole, Bytes>> {
  if (privateKey.length !== keyLength) throw new RangeError('A private key has 32 bytes')
  const secret = concat(privateKey, tagOf(privateKey, context))
  let points: Uint8Array[] = []
  try {
    points = await drawPoints(secret, 2)
    const [signer, app] = points
    if (!signer || !app) throw new ShareError('bad_randomness')
    return {
      signer: encode(signer, { role: 'signer', context }),
      app: encode(app, { role: 'app', context }),
    }
  } finally {
    wipe(secret, ...points)
  }
}

/**
 * The private key of two halves of one consent. The caller wipes it, and checks its address.
 *
 * @throws ShareError `malformed`, `unsupported_version`, `same_role`, `invalid_x`, `scope_mismatch` or `bad_tag`.
 */
export async function combineDelegatedKey(
  halves: Record<DelegatedRole, Uint8Array>,
  context: string,
): Promise<Bytes> {
  let signer: Uint8Array | undefined
  let app: Uint8Array | undefined
  let secret: Uint8Array | undefined
  try {
    signer = decode(halves.signer, { role: 'signer', context })
    app = decode(halves.app, { role: 'app', context })
    if (signer.at(-1) === app.at(-1)) throw new ShareError('invalid_x')
    secret = await combine([signer, app])
    const key = Uint8Array.from(secret.subarray(0, keyLength))
    if (equalBytes(secret.subarray(keyLength), tagOf(key, context))) return key
    wipe(key)
    throw new ShareError('bad_tag')
  } finally {
    wipe(signer, app, secret)
  }
}

interface Half {
  role: DelegatedRole
  context: string
}

function encode(point: Uint8Array, { role, context }: Half): Bytes {
  const head = Uint8Array.of(version, roleBytes[role], point.at(-1) ?? 0)
  const body = concat(head, sha256(utf8ToBytes(context)), point.subarray(0, -1))
  return concat(body, checksum(body))
}

/** y and x of a half, as the sharing library takes a point. */
function decode(half: Uint8Array, { role, context }: Half): Bytes {
  if (half[0] !== version) throw new ShareError('unsupported_version')
  if (half.length !== headLength + keyLength + tagLength + checksumLength)
    throw new ShareError('malformed')
  const body = half.subarray(0, -checksumLength)
  if (!equalBytes(checksum(body), half.subarray(body.length))) throw new ShareError('malformed')
  if (half[1] !== roleBytes[role]) throw new ShareError('same_role')
  const x = half[2]
  if (!x) throw new ShareError('invalid_x')
  if (!equalBytes(half.subarray(3, headLength), sha256(utf8ToBytes(context))))
    throw new ShareError('scope_mismatch')
  return concat(body.subarray(headLength), Uint8Array.of(x))
}

function checksum(body: Uint8Array): Uint8Array {
  return sha256(body).subarray(0, checksumLength)
}

/** Over the context as well, so that a header that was written anew does not make halves of two consents a pair. */
function tagOf(key: Uint8Array, context: string): Bytes {
  const input = concat(label, key, utf8ToBytes(context))
  try {
    return Uint8Array.from(sha256(input).subarray(0, tagLength))
  } finally {
    wipe(input)
  }
}
