import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Bytes, concat } from '../../bytes.js'
import type { Hex } from '../hex.js'
import { type SigningKey, signHash } from './signature.js'
import { createStructHasher } from './typed-data-encoding.js'
import { checkTypedDataLimits } from './typed-data-limits.js'
import { checkTypes, TypedDataError, type TypedDataTypes } from './typed-data-types.js'

/** What `eth_signTypedData_v4` takes (EIP-712), already parsed from JSON. */
export type TypedData = {
  /** `EIP712Domain` may be left out: it is then derived from the fields `domain` has. */
  types: TypedDataTypes
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

/** The fields a domain may have, in the order EIP-712 gives them; those that are null are left out. */
const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

/**
 * The digest of typed data: `keccak256(0x1901 ‖ domain separator ‖ hash of the message)`.
 *
 * With `EIP712Domain` as primary type the digest is over the domain alone.
 *
 * Members that the types do not declare are not part of it, as EIP-712 has it: a screen may show the declared ones only.
 *
 * @throws TypedDataError when a declared member is missing (it is not taken for zero) or not of its type, and when types and
 *   values exceed `typedDataLimits`.
 */
export function hashTypedData(typedData: TypedData): Bytes {
  const { domain, message, primaryType } = typedData
  // The type promises as much, but the values come from another window.
  if (typeof primaryType !== 'string') throw new TypedDataError('invalid_type', 'primaryType')
  const types = withDomain(typedData)
  checkTypedDataLimits({ types, domain, message })
  checkTypes(types)
  const hashStruct = createStructHasher(types)
  const parts = [hashStruct('EIP712Domain', domain)]
  if (primaryType !== 'EIP712Domain') parts.push(hashStruct(primaryType, message))
  return Uint8Array.from(keccak_256(concat(Uint8Array.of(0x19, 0x01), ...parts)))
}

/**
 * `eth_signTypedData_v4`: `r ‖ s ‖ v`, v = 27 or 28.
 *
 * @throws TypedDataError as {@link hashTypedData}; SigningError when the signature does not verify.
 */
export function signTypedData(key: SigningKey, typedData: TypedData): Hex {
  return signHash(key, hashTypedData(typedData))
}

function withDomain({ types, domain }: TypedData): TypedDataTypes {
  // As above.
  if (typeof types !== 'object' || types === null) throw new TypedDataError('invalid_type', 'types')
  if (typeof domain !== 'object' || domain === null)
    throw new TypedDataError('invalid_value', 'EIP712Domain')
  if (Object.hasOwn(types, 'EIP712Domain')) return types
  return { ...types, EIP712Domain: domainFields.filter(({ name }) => isGiven(domain[name])) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
