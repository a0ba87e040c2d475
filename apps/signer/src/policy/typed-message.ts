import type { TypedDataInput } from '@sallyport/contract/requests'
import { kindOf } from './abi.js'
import type { Seen } from './facts.js'
import type { FieldKind } from './field-table.js'
import { readInteger, spellAddress } from './spell.js'

type Types = TypedDataInput['types']

/** The types that a condition on typed data names, or why they are not read. */
export function readTypes(types: unknown): { types: Types } | { problem: string } {
  if (typeof types !== 'object' || types === null || Array.isArray(types))
    return { problem: 'must be the types by name' }
  for (const fields of Object.values(types)) {
    const isList = Array.isArray(fields) && fields.every(isField)
    if (!isList) return { problem: 'must have for each type a list of { name, type }' }
  }
  return { types: types as Types }
}

/** The types that values of `primaryType` are made of, in one spelling: types that no value has do not count. */
export function spellTypes(types: Types, primaryType: string): string {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name) || !Object.hasOwn(types, name) || found.size > 200) return
    found.add(name)
    for (const { type } of types[name] ?? []) visit(type.replace(/\[\d*\]/g, ''))
  }
  visit(primaryType)
  return JSON.stringify(
    [...found]
      .sort()
      .map((name) => [name, (types[name] ?? []).map((each) => [each.name, each.type])]),
  )
}

/** The kind of the value at a dotted path; undefined when the types have no such value. */
export function kindAt(types: Types, primaryType: string, path: string): FieldKind | undefined {
  const type = path
    .split('.')
    .reduce<string | undefined>((at, part) => innerType(types, at, part), primaryType)
  return type === undefined || Object.hasOwn(types, type) || type.endsWith(']')
    ? undefined
    : kindOf(type)
}

/** The value at a dotted path, as far as the signed types declare it. */
export function valueAt({ types, primaryType, message }: TypedDataInput, path: string): Seen {
  if (primaryType === 'EIP712Domain') return 'absent'
  let type: string | undefined = primaryType
  let value: unknown = message
  for (const part of path.split('.')) {
    type = innerType(types, type, part)
    if (type === undefined || typeof value !== 'object' || value === null) return 'absent'
    value = Object.hasOwn(value, part) ? (value as Record<string, unknown>)[part] : undefined
  }
  return value === undefined || type === undefined ? 'unreadable' : spell(kindOf(type), value)
}

function innerType(types: Types, type: string | undefined, part: string): string | undefined {
  if (type === undefined) return undefined
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined) return /^\d{1,4}$/.test(part) ? element : undefined
  if (!Object.hasOwn(types, type)) return undefined
  return types[type]?.find(({ name }) => name === part)?.type
}

function spell(kind: FieldKind, value: unknown): Seen {
  if (kind === 'integer') {
    const isSafe = typeof value === 'number' && Number.isSafeInteger(value)
    const integer = isSafe
      ? BigInt(value)
      : typeof value === 'string'
        ? readInteger(value)
        : undefined
    return integer === undefined ? 'unreadable' : { known: integer }
  }
  if (typeof value === 'boolean') return { known: String(value) }
  if (typeof value !== 'string') return 'unreadable'
  if (kind === 'bytes') return { known: value.toLowerCase() }
  return { known: kind === 'ethereum-address' ? spellAddress(value) : value }
}

function isField(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false
  const { name, type } = item as Record<string, unknown>
  return typeof name === 'string' && typeof type === 'string'
}
