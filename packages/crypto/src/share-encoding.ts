import { sha256 } from '@noble/hashes/sha2.js'
import { asciiBytes, type Bytes, concat, equalBytes } from './bytes.js'
import { ShareError } from './share-error.js'

/** Which of the three shares of a generation: kept on the device, by the API, or under the recovery key. */
export type ShareRole = 'device' | 'auth' | 'recovery'

/** What a share belongs to. Each field is 1–80 printable ASCII characters. */
export interface ShareScope {
  readonly appId: string
  readonly userId: string
  readonly walletId: string
  readonly generationId: string
}

/** What a share says about itself. `x` is its coordinate, 1–255. */
export type ShareHeader = ShareScope & { readonly role: ShareRole; readonly x: number }

const version = 1
/** The roles, in the order a split gives them out. */
export const shareRoles = ['device', 'auth', 'recovery'] as const satisfies readonly ShareRole[]
const roleBytes = { device: 1, auth: 2, recovery: 3 } as const satisfies Record<ShareRole, number>
/** Order of the text fields on the wire. */
const fields = ['appId', 'userId', 'walletId', 'generationId'] as const
const maxField = 80
const checksumLength = 4

/**
 * One share as it is stored and sent:
 * `version(1) ‖ role(1) ‖ x(1) ‖ 4 × (length(1) ‖ ASCII) ‖ y(n) ‖ first 4 bytes of SHA-256 of all before`.
 *
 * The checksum detects accidental damage to the header before it is used; it does not detect tampering.
 */
export function encodeShare(header: ShareHeader, y: Uint8Array): Bytes {
  const body = concat(
    Uint8Array.of(version, roleBytes[header.role], header.x),
    encodeScope(header),
    y,
  )
  return concat(body, checksum(body))
}

/** The text fields of a scope in their one encoding. */
export function encodeScope(scope: ShareScope): Bytes {
  return concat(
    ...fields.map((field) => {
      const text = asciiBytes(scope[field])
      if (!text || text.length === 0 || text.length > maxField)
        throw new ShareError('invalid_scope')
      return concat(Uint8Array.of(text.length), text)
    }),
  )
}

/**
 * Header and y values of an encoded share. `y` is a copy: the caller wipes it.
 *
 * @throws ShareError `malformed`, `unsupported_version` or `invalid_x`.
 */
export function decodeShare(bytes: Uint8Array): { header: ShareHeader; y: Bytes } {
  if (bytes[0] === undefined) throw new ShareError('malformed')
  if (bytes[0] !== version) throw new ShareError('unsupported_version')
  const body = bytes.subarray(0, Math.max(0, bytes.length - checksumLength))
  if (!equalBytes(checksum(body), bytes.subarray(body.length))) throw new ShareError('malformed')

  const role = shareRoles.find((name) => roleBytes[name] === body[1])
  const x = body[2]
  if (!role || x === undefined) throw new ShareError('malformed')
  if (x === 0) throw new ShareError('invalid_x')

  let offset = 3
  const next = () => {
    const start = offset + 1
    const end = start + (body[offset] ?? 0)
    offset = end
    const text = String.fromCharCode(...body.subarray(start, end))
    if (end > body.length || text.length === 0 || text.length > maxField || !asciiBytes(text))
      throw new ShareError('malformed')
    return text
  }
  const scope = { appId: next(), userId: next(), walletId: next(), generationId: next() }
  const y = Uint8Array.from(body.subarray(offset))
  if (y.length === 0) throw new ShareError('malformed')
  return { header: { ...scope, role, x }, y }
}

function checksum(body: Uint8Array): Bytes {
  return Uint8Array.from(sha256(body).subarray(0, checksumLength))
}
