/** The structs of typed data by name, each a list of fields in order. */
export type TypedDataTypes = Readonly<Record<string, readonly TypedDataField[]>>
export type TypedDataField = { readonly name: string; readonly type: string }

/** Why typed data is refused. */
export type TypedDataErrorCode =
  | 'unknown_type'
  | 'invalid_type'
  | 'missing_field'
  | 'invalid_value'
  | 'too_deep'
  | 'too_large'

/** Typed data was refused; `path` names the type or field, never a value. */
export class TypedDataError extends Error {
  override readonly name = 'TypedDataError'
  readonly code: TypedDataErrorCode
  readonly path: string

  constructor(code: TypedDataErrorCode, path: string) {
    super(`Typed data refused: ${code} at ${path}`)
    this.code = code
    this.path = path
  }
}

/** A type as written: its element and the array after it, if any. `length` is absent for `[]`. */
export type ParsedType =
  | { kind: 'array'; element: string; length?: number }
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'bytesN'; length: number }
  | { kind: 'bool' | 'address' | 'bytes' | 'string' }
  | { kind: 'struct' }

/** Longer than any real type; keeps the work on a hostile one small. */
const maxTypeLength = 256
/**
 * What a struct or a field may be called: ethers, viem and wallets hash names with `:`, `.`, `-` and `@`. Names with a space,
 * a comma, brackets or an invisible character would change how the type reads.
 */
const properName = /^[^\s(),[\]\p{C}]+$/u

/** What a type's name means. @throws TypedDataError `unknown_type` when it means nothing. */
export function parseType(type: string, types: TypedDataTypes): ParsedType {
  const array = /^(.+)\[([1-9][0-9]{0,8})?\]$/.exec(type)
  if (array?.[1]) {
    const element = array[1]
    return array[2]
      ? { kind: 'array', element, length: Number(array[2]) }
      : { kind: 'array', element }
  }
  const atomic = parseAtomic(type)
  if (atomic) return atomic
  if (!properName.test(type) || !Object.hasOwn(types, type))
    throw new TypedDataError('unknown_type', type)
  return { kind: 'struct' }
}

/** The element type under all arrays: `Person` of `Person[2][]`. */
function baseType(type: string): string {
  return type.replace(/(\[[0-9]*\])+$/, '')
}

/**
 * Returns when every struct has a proper name, fields with distinct proper names, and types that exist.
 *
 * @throws TypedDataError `invalid_type` or `unknown_type`.
 */
export function checkTypes(types: TypedDataTypes): void {
  for (const [struct, fields] of Object.entries(types)) {
    if (!properName.test(struct) || parseAtomic(struct) || !Array.isArray(fields))
      throw new TypedDataError('invalid_type', struct)
    const names = new Set<string>()
    for (const field of fields) {
      const { name, type }: Partial<Record<keyof TypedDataField, unknown>> = field ?? {}
      const path = typeof name === 'string' ? `${struct}.${name}` : struct
      if (typeof name !== 'string' || typeof type !== 'string' || names.has(name))
        throw new TypedDataError('invalid_type', path)
      if (!properName.test(name) || type.length > maxTypeLength)
        throw new TypedDataError('invalid_type', path)
      names.add(name)
      parseType(baseType(type), types)
    }
  }
}

/** `Mail(Person from,Person to,string contents)Person(string name,address wallet)` (EIP-712, encodeType). */
export function encodeType(type: string, types: TypedDataTypes): string {
  const dependencies = new Set<string>()
  collect(type, types, dependencies)
  dependencies.delete(type)
  return [type, ...[...dependencies].sort()]
    .map((struct) => {
      const fields = (types[struct] ?? []).map((field) => `${field.type} ${field.name}`)
      return `${struct}(${fields.join(',')})`
    })
    .join('')
}

function collect(type: string, types: TypedDataTypes, found: Set<string>): void {
  if (found.has(type) || !Object.hasOwn(types, type)) return
  found.add(type)
  for (const field of types[type] ?? []) collect(baseType(field.type), types, found)
}

function parseAtomic(type: string): ParsedType | undefined {
  if (type === 'bool' || type === 'address' || type === 'bytes' || type === 'string')
    return { kind: type }
  // Without a number it is 256 bits wide; the name itself goes into the type hash as written.
  const integer = /^(u?int)([1-9][0-9]{0,2})?$/.exec(type)
  if (integer) {
    const bits = integer[2] ? Number(integer[2]) : 256
    if (bits > 256 || bits % 8 !== 0) return undefined
    return { kind: integer[1] === 'uint' ? 'uint' : 'int', bits }
  }
  const fixed = /^bytes([1-9][0-9]?)$/.exec(type)
  if (fixed && Number(fixed[1]) <= 32) return { kind: 'bytesN', length: Number(fixed[1]) }
  return undefined
}
