import type { RecoveryMethod } from '../entities/linked-account.js'
import { automaticRecoveryMethod } from '../vendor.js'

/*
 * What the vault keeps beside a recovery key of the root that it belongs to. The frame writes it into the sealed message that stores
 * the key, and the vault's sealed answers repeat it: neither the API nor a page reads or changes it.
 */

/** Names a root by what only its secret gives. */
export interface RootCommitment {
  /** The user brought the key along; of the other kind a user has one root. */
  imported: boolean
  /** How the key's recovery share is recovered. */
  method: RecoveryMethod
  /** The address of the root's custody key, EIP-55 or lower case. */
  custodyAddress: string
}

/** Length of a commitment: a byte each for the kind and the method, and the address. */
export const rootCommitmentBytes = 22
/** Length of a custody address. */
export const custodyAddressBytes = 20

/** Codes are never used again for another method: the vault keeps them. */
const methodCodes = {
  [automaticRecoveryMethod]: 1,
  'user-passcode': 2,
  'google-drive': 3,
  icloud: 4,
  passkey: 5,
} as const satisfies Record<RecoveryMethod, number>

/** A commitment as it follows a recovery key. */
export function encodeRootCommitment(root: RootCommitment): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(rootCommitmentBytes)
  bytes[0] = root.imported ? 2 : 1
  bytes[1] = methodCodes[root.method]
  bytes.set(encodeCustodyAddress(root.custodyAddress), 2)
  return bytes
}

/** The commitment of these bytes; undefined when they are none. */
export function decodeRootCommitment(bytes: Uint8Array): RootCommitment | undefined {
  const [kind, code] = bytes
  const method = recoveryMethodNames.find((name) => methodCodes[name] === code)
  const isKind = kind === 1 || kind === 2
  if (bytes.length !== rootCommitmentBytes || !isKind || method === undefined) return undefined
  return { imported: kind === 2, method, custodyAddress: decodeCustodyAddress(bytes.subarray(2)) }
}

/** The 20 bytes of a custody address. */
export function encodeCustodyAddress(address: string): Uint8Array<ArrayBuffer> {
  const digits = address.slice(2)
  return Uint8Array.from({ length: custodyAddressBytes }, (_, at) =>
    Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16),
  )
}

/** The address of 20 bytes, in lower case. */
export function decodeCustodyAddress(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Whether two commitments are of the same root: the method may have changed since. */
export function isSameRoot(one: RootCommitment, other: RootCommitment): boolean {
  return (
    one.imported === other.imported &&
    one.custodyAddress.toLowerCase() === other.custodyAddress.toLowerCase()
  )
}

// The keys of the record are the methods: `Object.keys` only forgets their type.
const recoveryMethodNames = Object.keys(methodCodes) as RecoveryMethod[]
