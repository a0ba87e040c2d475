import type { ConfirmRequest } from '@sallyport/core'

/** Data to sign by EIP-712, as a request carries it. */
export type TypedData = Extract<ConfirmRequest, { kind: 'sign-typed-data' }>['typedData']

/** A node of the message: a value to show, or a group of nodes. */
export interface Node {
  name: string
  /** Whether it says who may take how much until when. */
  isMoney: boolean
  content: string | readonly Node[]
}

/** The fields of a permission to move money, as far as the message has them. */
export interface Permission {
  spender: string | null
  amount: string | 'unlimited' | null
  /** Unix seconds; `never` for the far future. */
  expires: number | 'never' | null
}

/** Typed data made ready for reading. */
export interface Reading {
  /** Name the contract gives itself; not proof of anything. */
  domain: string | null
  contract: string | null
  tree: readonly Node[]
  /** Null when the message grants nothing we know. */
  permission: Permission | null
  /** The chain it is meant for, by its domain; null when it names none. */
  chainId: bigint | null
}

/** Primary types of common permissions: EIP-2612, DAI, Permit2 and EIP-3009. */
const permissionTypes = [
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
const moneyFields = [
  'spender',
  'value',
  'amount',
  'deadline',
  'expiration',
  'expiry',
  'sigdeadline',
  'operator',
]
/** 2^160 − 1 is Permit2's "everything", 2^256 − 1 everyone else's. */
const unlimitedFrom = 2n ** 160n - 1n
/** 1 January 2100: later dates mean "for good". */
const never = 4_102_444_800n

/** Reads typed data: fields by the order of their type, money fields marked, permissions picked out. */
export function readTypedData(data: TypedData): Reading {
  const tree = nodesOf(data, { type: data.primaryType, value: data.message, depth: 0 })
  return {
    domain: textOf(data.domain.name),
    contract: textOf(data.domain.verifyingContract),
    tree,
    permission: isPermission(data) ? permissionOf(data.message) : null,
    chainId: integer(data.domain.chainId),
  }
}

/** Whether signing `data` lets somebody move money, as far as its type tells. */
export function isPermission(data: TypedData): boolean {
  return permissionTypes.includes(data.primaryType)
}

function nodesOf(
  data: TypedData,
  at: { type: string; value: Record<string, unknown>; depth: number },
): Node[] {
  const { type, value, depth } = at
  const fields = data.types[type] ?? []
  return fields.map((field) => nodeOf(data, { ...field, value: value[field.name], depth }))
}

function nodeOf(
  data: TypedData,
  field: { name: string; type: string; value: unknown; depth: number },
): Node {
  const { name, type, value, depth } = field
  const isMoney = moneyFields.includes(name.toLowerCase())
  // Deeper than any honest message: shown flat, so that nobody can hide a field or hang the page.
  if (depth > 8) return { name, isMoney, content: plain(value) }
  const array = /^(.*)\[\d*\]$/.exec(type)
  if (array && Array.isArray(value)) {
    const inner = array[1] ?? ''
    const content = value.map((each, index) =>
      nodeOf(data, { name: String(index + 1), type: inner, value: each, depth: depth + 1 }),
    )
    return { name, isMoney, content }
  }
  if (Object.hasOwn(data.types, type) && isRecord(value)) {
    return { name, isMoney, content: nodesOf(data, { type, value, depth: depth + 1 }) }
  }
  return { name, isMoney, content: plain(value) }
}

function permissionOf(message: Record<string, unknown>): Permission {
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
  return {
    spender: textOf(message.spender),
    amount: allowsAll ? 'unlimited' : (amount?.toString() ?? null),
    expires: expires === null ? null : expires >= never ? 'never' : Number(expires),
  }
}

function integer(value: unknown): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^(\d+|0x[0-9a-f]+)$/i.test(value) ? BigInt(value) : null
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))
  }
  return String(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
