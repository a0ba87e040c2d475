import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Bytes, concat } from '../../bytes.js'
import { fromHex, isHex } from '../hex.js'
import { integerBytes } from './rlp.js'
import {
  encodeType,
  type ParsedType,
  parseType,
  TypedDataError,
  type TypedDataField,
  type TypedDataTypes,
} from './typed-data-types.js'

/** One value of one type, and where it stands. */
interface Place {
  type: string
  value: unknown
  path: string
}

/** What hashing needs to know of the types; each is worked out once, so that the work is linear in the values. */
interface Hasher {
  struct(type: string): Struct
  parse(type: string): ParsedType
}
interface Struct {
  fields: readonly TypedDataField[]
  typeHash: Bytes
}

/**
 * Creates a function that gives `keccak256(typeHash ‖ encodeData(value))` of a struct (EIP-712, hashStruct). The values must
 * be within `typedDataLimits`.
 *
 * @returns Throws TypedDataError when a declared member is missing or not of its type. Members that the type does not declare
 *   are not part of the hash.
 */
export function createStructHasher(types: TypedDataTypes): (type: string, value: unknown) => Bytes {
  const hasher: Hasher = {
    struct: memoize((type) => structOf(type, types)),
    parse: memoize((type) => parseType(type, types)),
  }
  return (type, value) => hashStruct(hasher, { type, value, path: type })
}

function structOf(type: string, types: TypedDataTypes): Struct {
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) throw new TypedDataError('unknown_type', type)
  return { fields, typeHash: utf8Hash(encodeType(type, types)) }
}

function memoize<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

function hashStruct(hasher: Hasher, { type, value, path }: Place): Bytes {
  const { fields, typeHash } = hasher.struct(type)
  if (!isRecord(value)) throw new TypedDataError('invalid_value', path)
  const encoded = fields.map((field) => {
    const fieldPath = `${path}.${field.name}`
    const fieldValue = Object.hasOwn(value, field.name) ? value[field.name] : undefined
    if (fieldValue === undefined) throw new TypedDataError('missing_field', fieldPath)
    return encodeValue(hasher, { type: field.type, value: fieldValue, path: fieldPath })
  })
  return keccak(typeHash, ...encoded)
}

/** 32 bytes for any value: itself padded, or a hash of it. */
function encodeValue(hasher: Hasher, { type, value, path }: Place): Bytes {
  const parsed = hasher.parse(type)
  switch (parsed.kind) {
    case 'struct':
      return hashStruct(hasher, { type, value, path })
    case 'array': {
      if (!Array.isArray(value)) throw new TypedDataError('invalid_value', path)
      if (parsed.length !== undefined && parsed.length !== value.length)
        throw new TypedDataError('invalid_value', path)
      const { element } = parsed
      // Array.from visits holes too, where map would skip them.
      const items = Array.from<unknown, Bytes>(value, (item, i) =>
        encodeValue(hasher, { type: element, value: item, path: `${path}[${i}]` }),
      )
      return keccak(...items)
    }
    case 'string':
      if (typeof value !== 'string') throw new TypedDataError('invalid_value', path)
      return utf8Hash(value)
    case 'bytes':
      return keccak(bytesValue(value, path))
    case 'bytesN':
      return padEnd(bytesValue(value, path, parsed.length))
    case 'address':
      return padStart(bytesValue(value, path, 20))
    case 'bool':
      if (typeof value !== 'boolean') throw new TypedDataError('invalid_value', path)
      return padStart(Uint8Array.of(value ? 1 : 0))
    case 'uint':
      return integerValue(value, path, { min: 0n, max: (1n << BigInt(parsed.bits)) - 1n })
    case 'int': {
      const half = 1n << BigInt(parsed.bits - 1)
      return integerValue(value, path, { min: -half, max: half - 1n })
    }
  }
}

/** JSON gives numbers, decimal or hex text; a caller in code gives bigint. */
function integerValue(value: unknown, path: string, range: { min: bigint; max: bigint }): Bytes {
  const number = toBigInt(value)
  if (number === undefined || number < range.min || number > range.max)
    throw new TypedDataError('invalid_value', path)
  return padStart(integerBytes(BigInt.asUintN(256, number)))
}

function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  // 80 characters hold any 256-bit number; longer text only costs time.
  const written = value.length <= 80 && /^(?:0x[0-9a-fA-F]+|-?[0-9]+)$/.test(value)
  return written ? BigInt(value) : undefined
}

function bytesValue(value: unknown, path: string, length?: number): Bytes {
  const bytes = value instanceof Uint8Array ? Uint8Array.from(value) : hexBytes(value)
  if (!bytes || (length !== undefined && bytes.length !== length))
    throw new TypedDataError('invalid_value', path)
  return bytes
}

function hexBytes(value: unknown): Bytes | undefined {
  // A list of one hex text would pass for the text, were it made a string.
  return isHex(value) ? fromHex(value) : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function keccak(...parts: readonly Uint8Array[]): Bytes {
  return Uint8Array.from(keccak_256(concat(...parts)))
}

function utf8Hash(text: string): Bytes {
  return keccak(utf8ToBytes(text))
}

function padStart(bytes: Uint8Array): Bytes {
  return concat(new Uint8Array(32 - bytes.length), bytes)
}

function padEnd(bytes: Uint8Array): Bytes {
  return concat(bytes, new Uint8Array(32 - bytes.length))
}
