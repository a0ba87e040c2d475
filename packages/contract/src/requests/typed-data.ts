import type { Checksum } from './ethereum-call.js'
import { inertText } from './inert-text.js'
import { mixesScripts } from './mixed-scripts.js'
import type { TypedDataMeaning } from './typed-data-meaning.js'
import { findMeanings } from './typed-data-search.js'
import { domainFieldsOf, unsignedMembers } from './typed-data-unsigned.js'
import { type Deps, integer, isRecord } from './typed-data-values.js'

/** Data to sign by EIP-712. */
export interface TypedDataInput {
  types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

/** A value of typed data, or a group of them. Names and values are inert. */
export interface TypedField {
  /** The field's name; for an item of a list its number, from 1. */
  name: string
  /** As declared: `uint256`, `Person`, `Person[]`. */
  type: string
  /** Whether it says who may take how much until when. */
  isMoney: boolean
  content: string | readonly TypedField[]
  /** What cannot be seen of the value: that invisible characters were removed, or that a word mixes alphabets. */
  marks?: readonly ('hidden' | 'mixed')[]
}

/** Typed data made ready for reading. */
export interface TypedDataReading {
  kind: 'typed-data'
  primaryType: string
  domain: readonly TypedField[]
  /** The chain the domain names; null when it names none, or declares it as anything but a number. */
  chainId: bigint | null
  /** Whether the domain names the contract that the data is for. */
  namesContract: boolean
  tree: readonly TypedField[]
  /** What it allows or trades, at any depth; empty when nothing in it is of a known form. */
  meanings: readonly TypedDataMeaning[]
  /** Whether it says more than `meanings` do, in values of no known form beside them. */
  hasUnknown: boolean
  /** Members that the types do not declare, by name: they are not part of what is signed. */
  unsigned: readonly string[]
  /** Whether the tree shows every value; false for data beyond the limits, which no wallet of ours signs. */
  isComplete: boolean
}

/** Most values and deepest nesting that are read. `hashTypedData` refuses what has more. */
export const typedDataReadingLimits = { values: 5_000, depth: 32 } as const
/** The longest single value shown whole. */
const longestValue = 2_000

const moneyFields: readonly string[] = [
  'spender',
  'operator',
  'to',
  'value',
  'amount',
  'allowed',
  'deadline',
  'expiration',
  'expiry',
  'sigdeadline',
  'validbefore',
  'basegas',
  'gasprice',
  'tokengasprice',
  'gastoken',
  'refundreceiver',
]

/**
 * Says what typed data says: every field that is hashed, in the order of its type. The work is linear in the data and
 * bounded by {@link typedDataReadingLimits}.
 *
 * @remarks Values are not checked against their types here; the wallet's hash refuses those that do not fit.
 */
export function readTypedData(deps: Deps, data: TypedDataInput): TypedDataReading {
  const { checksum } = deps
  const { meanings, hasUnknown } = findMeanings(deps, data, typedDataReadingLimits)
  const reader: Reader = {
    checksum,
    types: data.types,
    hasMoney: meanings.length > 0,
    left: typedDataReadingLimits.values,
    isComplete: true,
  }
  const domain = domainFieldsOf(data).map(({ name, type }) => {
    const value = data.domain[name]
    const content = plain(reader, { type, value })
    return {
      ...{ name: inertName(name), type: inertName(type), isMoney: false, content },
      ...marksOf(value),
    }
  })
  // With the domain as primary type the message is not part of what is signed (EIP-712).
  const isDomainOnly = data.primaryType === 'EIP712Domain'
  const root = { type: data.primaryType, value: data.message, depth: 0 }
  const tree = isDomainOnly ? [] : structFields(reader, root)
  return {
    kind: 'typed-data',
    primaryType: inertName(data.primaryType),
    domain,
    ...bindingOf(data),
    tree,
    meanings,
    hasUnknown,
    unsigned: unsignedMembers(data, typedDataReadingLimits),
    isComplete: reader.isComplete,
  }
}

/** What ties the data to one place. A domain type that is given says which fields of the domain are signed. */
function bindingOf(data: TypedDataInput): Pick<TypedDataReading, 'chainId' | 'namesContract'> {
  const { domain } = data
  const isDeclared = (name: string, type: RegExp) =>
    domainFieldsOf(data).some((each) => each.name === name && type.test(each.type))
  const contract = domain.verifyingContract
  return {
    chainId: isDeclared('chainId', /^uint\d*$/) ? integer(domain.chainId) : null,
    namesContract:
      isDeclared('verifyingContract', /^address$/) && contract !== undefined && contract !== null,
  }
}

interface Reader {
  checksum: Checksum
  types: TypedDataInput['types']
  hasMoney: boolean
  /** How many more values may be read. */
  left: number
  isComplete: boolean
}
interface Place {
  type: string
  value: unknown
  depth: number
}

function structFields(reader: Reader, { type, value, depth }: Place): TypedField[] {
  const fields = Object.hasOwn(reader.types, type) ? (reader.types[type] ?? []) : []
  const record = isRecord(value) ? value : {}
  return takeWhileAllowed(reader, fields).map((field) => ({
    name: inertName(field.name),
    type: inertName(field.type),
    isMoney: reader.hasMoney && moneyFields.includes(field.name.toLowerCase()),
    content: contentOf(reader, { type: field.type, value: record[field.name], depth }),
    ...marksOf(record[field.name]),
  }))
}

function contentOf(reader: Reader, place: Place): TypedField['content'] {
  const { type, value, depth } = place
  const element = Array.isArray(value) ? /^(.*)\[\d*\]$/.exec(type)?.[1] : undefined
  const isStruct = Object.hasOwn(reader.types, type) && isRecord(value)
  if (element === undefined && !isStruct) return plain(reader, place)
  if (depth >= typedDataReadingLimits.depth) {
    reader.isComplete = false
    return '…'
  }
  if (element === undefined) return structFields(reader, { type, value, depth: depth + 1 })
  // A type with an element was found for lists only.
  return takeWhileAllowed(reader, value as readonly unknown[]).map((each, index) => ({
    name: String(index + 1),
    type: inertName(element),
    isMoney: false,
    content: contentOf(reader, { type: element, value: each, depth: depth + 1 }),
    ...marksOf(each),
  }))
}

/** As many of `items` as may still be read. */
function takeWhileAllowed<T>(reader: Reader, items: readonly T[]): readonly T[] {
  const taken = items.slice(0, reader.left)
  reader.left -= taken.length
  if (taken.length < items.length) reader.isComplete = false
  return taken
}

/** A value in the one spelling that leaves no doubt: numbers decimal, addresses with their checksum. */
function plain(reader: Reader, { type, value }: { type: string; value: unknown }): string {
  if (/^u?int\d*$/.test(type)) return integer(value)?.toString() ?? inertValue(String(value))
  if (typeof value === 'string') {
    const isAddress = type === 'address' && /^0x[0-9a-f]{40}$/i.test(value)
    return isAddress ? reader.checksum(value) : inertValue(value)
  }
  if (typeof value !== 'object' || value === null) return inertValue(String(value))
  // Data that does not fit its types, which a wallet refuses, or a struct in a domain.
  reader.isComplete = false
  return '…'
}

function inertValue(text: string): string {
  return inertText(text, longestValue).text
}

/** What cannot be seen of a value, where there is any. */
function marksOf(value: unknown): Pick<TypedField, 'marks'> {
  if (typeof value !== 'string') return {}
  const marks = [
    ...(inertText(value).removed > 0 ? (['hidden'] as const) : []),
    ...(mixesScripts(value) ? (['mixed'] as const) : []),
  ]
  return marks.length > 0 ? { marks } : {}
}

function inertName(text: string): string {
  return inertText(text, 200).text
}
