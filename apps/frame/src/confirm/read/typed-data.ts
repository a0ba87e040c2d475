import { checksumAddress, type TypedData } from '@sallyport/crypto/chains/ethereum'
import { inertText } from './inert-text.js'
import type { Node, Permission, Subject } from './subject.js'

/** Primary types of common permissions: EIP-2612, DAI, Permit2 and EIP-3009. */
const permissionTypes: readonly string[] = [
  'Permit',
  'PermitSingle',
  'PermitBatch',
  'PermitTransferFrom',
  'PermitBatchTransferFrom',
  'PermitWitnessTransferFrom',
  'PermitBatchWitnessTransferFrom',
  'PermitForAll',
  'TransferWithAuthorization',
  'ReceiveWithAuthorization',
]
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
]
/** 2^160 − 1 is Permit2's "everything", 2^256 − 1 everyone else's. */
const unlimitedFrom = 2n ** 160n - 1n
/** 1 January 2100: later dates mean "for good". */
const never = 4_102_444_800n
/** Types of domain fields that have more than one spelling. */
const domainTypes: Readonly<Record<string, string>> = {
  chainId: 'uint256',
  verifyingContract: 'address',
}
/** The longest single value shown whole. */
const longestValue = 2_000

/**
 * What typed data says. Every field that is hashed is shown: the data has been hashed once before, which refuses fields
 * outside the types, missing ones and values of another type.
 */
export function readTypedData(data: TypedData): Extract<Subject, { kind: 'typed-data' }> {
  const isPermission = permissionTypes.includes(data.primaryType)
  // With the domain as primary type the message is not part of what is signed (EIP-712).
  const isDomainOnly = data.primaryType === 'EIP712Domain'
  const root = { type: data.primaryType, value: data.message, isPermission }
  return {
    kind: 'typed-data',
    primaryType: name(data.primaryType),
    domain: Object.entries(data.domain).map(([key, value]) => ({
      name: name(key),
      isMoney: false,
      content: plain(value, domainTypes[key] ?? ''),
    })),
    tree: isDomainOnly ? [] : structNodes(data, root),
    permission: isPermission ? permissionOf(data.message) : null,
  }
}

interface Place {
  type: string
  value: unknown
  isPermission: boolean
}

function structNodes(data: TypedData, { type, value, isPermission }: Place): Node[] {
  const fields = Object.hasOwn(data.types, type) ? (data.types[type] ?? []) : []
  const record = isRecord(value) ? value : {}
  return fields.map((field) => ({
    name: name(field.name),
    isMoney: isPermission && moneyFields.includes(field.name.toLowerCase()),
    content: contentOf(data, { type: field.type, value: record[field.name], isPermission }),
  }))
}

function contentOf(data: TypedData, place: Place): Node['content'] {
  const { type, value, isPermission } = place
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined && Array.isArray(value)) {
    return value.map((each, index) => ({
      name: String(index + 1),
      isMoney: false,
      content: contentOf(data, { type: element, value: each, isPermission }),
    }))
  }
  return Object.hasOwn(data.types, type) ? structNodes(data, place) : plain(value, type)
}

function permissionOf(message: Readonly<Record<string, unknown>>): Permission {
  const permitted = message.details ?? message.permitted ?? message
  const inner = isRecord(permitted) ? permitted : message
  const amount = integer(inner.value ?? inner.amount)
  const expires = integer(
    inner.expiration ??
      message.deadline ??
      message.expiry ??
      message.sigDeadline ??
      message.validBefore,
  )
  // DAI's form has no amount: allowed or not, and allowed is everything.
  const allowsAll = message.allowed === true || (amount !== null && amount >= unlimitedFrom)
  const spender = message.spender ?? message.operator ?? message.to
  return {
    spender: typeof spender === 'string' ? plain(spender, 'address') : null,
    amount: allowsAll ? 'unlimited' : amount,
    expires: expires !== null && expires >= never ? 'never' : expires,
  }
}

/** A value in the one spelling that leaves no doubt: numbers decimal, addresses with their checksum. */
function plain(value: unknown, type: string): string {
  if (/^u?int\d*$/.test(type)) return integer(value)?.toString() ?? inert(String(value))
  if (typeof value === 'string') {
    const isAddress = type === 'address' && /^0x[0-9a-f]{40}$/i.test(value)
    return isAddress ? checksumAddress(value) : inert(value)
  }
  if (isRecord(value) || Array.isArray(value)) return inert(JSON.stringify(value, bigintAsText))
  return inert(String(value))
}

function bigintAsText(_: string, part: unknown): unknown {
  return typeof part === 'bigint' ? part.toString() : part
}

function inert(text: string): string {
  const { text: shown, removed } = inertText(text, longestValue)
  // A mark in place of words nobody can see.
  return removed > 0 ? `${shown} ⚠` : shown
}

function name(text: string): string {
  return inertText(text, 200).text
}

function integer(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^(-?\d+|0x[0-9a-f]+)$/i.test(value) ? BigInt(value) : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
