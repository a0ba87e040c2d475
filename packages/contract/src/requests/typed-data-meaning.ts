import { readCall, unlimitedFrom } from './ethereum-call.js'
import type { EthereumAction } from './reading.js'
import { orderFields, readOrder, readSwap } from './typed-data-order.js'
import {
  address,
  type Deps,
  type Expiry,
  expiryOf,
  type Fields,
  integer,
  isRecord,
} from './typed-data-values.js'

/** An amount of one token in base units; null where the message does not say. */
export interface TypedAmount {
  /** The token's contract; null for the network's own currency or where the message does not say. */
  token: string | null
  units: bigint | 'unlimited' | null
  /** The one item of an NFT contract that is meant. */
  tokenId: bigint | null
}

export type { Expiry } from './typed-data-values.js'

/** What typed data of a known type lets another account do with the signer's tokens. */
export type TypedDataMeaning =
  /** EIP-2612, DAI, Permit2: `spender` may take the amounts. */
  | {
      kind: 'allowance'
      spender: string | null
      amounts: readonly TypedAmount[]
      expires: Expiry
    }
  /** EIP-3009: the account that submits it moves the amount to `to`. */
  | { kind: 'transfer'; to: string | null; amounts: readonly TypedAmount[]; expires: Expiry }
  /** Seaport, CoW, 1inch, 0x: the signer offers `gives` to the account that gives `gets`. */
  | {
      kind: 'order'
      gives: readonly TypedAmount[]
      /** The least that is paid, and to whom; `isOwn`: to the signer, where no account is named. */
      gets: readonly (TypedAmount & { to: string | null; isOwn?: true })[]
      expires: Expiry
    }
  /** Safe and other contract accounts, ERC-2771: the account that submits it makes a call in the signer's name. */
  | {
      kind: 'execution'
      action: EthereumAction
      valueWei: bigint
      /** Whether the called code runs as the account itself and may change everything of it. */
      isDelegated: boolean
      /** The account also pays for it, such as the refund of a Safe: how much is known when it is carried out. */
      isPaying?: true
      /** It says more than a call does, in fields that are not known. */
      hasMore?: true
      expires: Expiry
    }

/** A struct of the message, and the contract that the domain names. */
export interface Given {
  message: Fields
  contract: string | null
}

/** Most amounts or items of an order that are read; a wallet signs no message with so many values. */
const mostAmounts = 5_000

/**
 * What one struct allows or trades, by the names of its fields, else by the name of its type; null when both are unknown:
 * EIP-2612, DAI, ERC-4494 and Permit2, EIP-3009, orders, and calls such as a Safe's.
 */
export function readMeaning(
  deps: Deps,
  { type, ...given }: Given & { type: string },
): TypedDataMeaning | null {
  const has = (...names: string[]) => names.some((name) => given.message[name] !== undefined)
  if ((has('offer') && has('consideration')) || type === 'OrderComponents') {
    return readOrder(deps, given)
  }
  const swap = readSwap(deps, given)
  if (swap) return swap
  const isAmount = has('value', 'amount', 'allowed', 'approved', 'tokenId', 'details')
  if (has('permitted') || (has('spender', 'operator') && isAmount) || permitTypes.test(type)) {
    return readAllowance(deps, given)
  }
  if ((has('to') && has('value') && has('validBefore')) || transferTypes.test(type)) {
    return readTransfer(deps, given)
  }
  return readExecution(deps, given)
}

const permitTypes = /^Permit(Single|Batch|ForAll)?$|^Permit(Batch)?(Witness)?TransferFrom$/
const transferTypes = /^(Transfer|Receive)WithAuthorization$/

/** Fields of a struct that its meaning already says; other fields may hold meanings of their own. */
export const readFields: Readonly<Record<TypedDataMeaning['kind'], readonly string[]>> = {
  allowance: ['details', 'permitted'],
  transfer: [],
  order: ['offer', 'consideration'],
  execution: [],
}

/** Members of the known forms, in any of their spellings. What else a struct of them has may do more. */
const formFields: Readonly<Record<'allowance' | 'transfer' | 'order', ReadonlySet<string>>> = {
  allowance: new Set([
    ...['owner', 'holder', 'spender', 'operator', 'value', 'amount', 'allowed', 'approved'],
    ...['tokenId', 'token', 'nonce', 'deadline', 'expiry', 'expiration', 'sigDeadline'],
  ]),
  transfer: new Set(['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce']),
  order: orderFields,
}

/**
 * Whether a struct has the members of what it means, each once: others than tokens have a `Permit` as well, such as one for calls, or one that
 * names a token of its own.
 */
export function hasForm(meaning: TypedDataMeaning, message: Fields): boolean {
  if (meaning.kind !== 'allowance') return true
  const amounts = (fields: Fields) => countOf(fields, ['value', 'amount', 'allowed', 'approved'])
  const spenders = countOf(message, ['spender', 'operator'])
  if (message.token !== undefined) return false
  const parts = partsOf(message)
  if (parts === null) return spenders === 1 && amounts(message) <= 1
  return (
    spenders <= 1 &&
    countOf(message, ['details', 'permitted']) === 1 &&
    amounts(message) === 0 &&
    parts.every((part) => !isRecord(part) || amounts(part) <= 1)
  )
}

function countOf(message: Fields, names: readonly string[]): number {
  return names.filter((name) => message[name] !== undefined).length
}

/** The parts of a Permit2; null for a struct that is one permit itself. */
function partsOf(message: Fields): readonly unknown[] | null {
  const permitted = message.details ?? message.permitted
  if (permitted === undefined) return null
  return Array.isArray(permitted) ? permitted : [permitted]
}

/** Whether a struct that is a member says under which conditions a Permit2 may be used: it gives nothing more. */
export function isCondition({ kind }: TypedDataMeaning, name: string): boolean {
  return kind === 'allowance' && name === 'witness'
}

/** Whether a member belongs to what its struct means, or says nothing. */
export function isOfForm(meaning: TypedDataMeaning, name: string, value: unknown): boolean {
  const { kind } = meaning
  if (kind === 'execution') return true
  return formFields[kind].has(name) || isNothing(value)
}

/** Whether a meaning gives away control or value without a bound: what is asked twice. */
export function givesControl(meaning: TypedDataMeaning): boolean {
  if (meaning.kind === 'execution') return true
  return meaning.kind === 'allowance' && meaning.amounts.some(({ units }) => units === 'unlimited')
}

/** Fields of a call, and of an account that makes it, that move nothing by themselves; gas of a Safe is paid by its price. */
const callFields: ReadonlySet<string> = new Set([
  ...['from', 'to', 'target', 'value', 'data', 'callData', 'operation', 'nonce', 'deadline'],
  ...['gas', 'safeTxGas', 'gasToken', 'refundReceiver', 'chainId'],
])
const feeFields = /gasprice|basegas|fee|refund|payment|reward/i

function readExecution(deps: Deps, { message }: Given): TypedDataMeaning | null {
  const to = message.to ?? message.target
  const data = message.data ?? message.callData
  if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to)) return null
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data)) return null
  const others = Object.keys(message).filter(
    (name) => !callFields.has(name) && !isNothing(message[name]),
  )
  return {
    kind: 'execution',
    action: readCall(deps, { to, data }),
    valueWei: integer(message.value) ?? 0n,
    isDelegated: integer(message.operation) === 1n,
    ...(others.some((name) => feeFields.test(name)) && { isPaying: true }),
    ...(others.some((name) => !feeFields.test(name)) && { hasMore: true }),
    expires: expiryOf(message.deadline),
  }
}

/** Whether a value is zero, no bytes, no address or not there. */
function isNothing(value: unknown): boolean {
  const isEmpty = value === undefined || value === null || value === false || value === ''
  return isEmpty || integer(value) === 0n || (typeof value === 'string' && /^0x0*$/i.test(value))
}

function readAllowance(deps: Deps, { message, contract }: Given): TypedDataMeaning {
  const ofPermit2 = partsOf(message)
  const parts = ofPermit2?.slice(0, mostAmounts) ?? [message]
  // DAI's form has no amount: allowed or not, and allowed is everything. PermitForAll says "approved".
  const isForAll = message.allowed === true || message.approved === true
  const amounts = parts.filter(isRecord).map((part): TypedAmount => {
    const tokenId = integer(part.tokenId)
    const units = integer(part.value ?? part.amount) ?? (tokenId === null ? null : 1n)
    return {
      // Permit2 names the token; the other permits are signed for the token's own contract.
      token: ofPermit2 === null ? contract : address(deps, part.token),
      units: isForAll || (units !== null && units >= unlimitedFrom) ? 'unlimited' : units,
      tokenId,
    }
  })
  const ends = parts.filter(isRecord).map(({ expiration }) => expiration)
  const until = ends.every((each) => each === undefined)
    ? expiryOf(message.deadline ?? message.expiry ?? message.sigDeadline)
    : latest(ends.map(expiryOf))
  return {
    kind: 'allowance',
    spender: address(deps, message.spender ?? message.operator),
    amounts,
    expires: until,
  }
}

function readTransfer(deps: Deps, { message, contract }: Given): TypedDataMeaning {
  return {
    kind: 'transfer',
    to: address(deps, message.to),
    amounts: [{ token: contract, units: integer(message.value), tokenId: null }],
    expires: expiryOf(message.validBefore),
  }
}

/** The end of the permission that lasts the longest; null when that of one is not known. */
function latest(ends: readonly Expiry[]): Expiry {
  return ends.reduce((one, other) => {
    if (one === null || other === null) return null
    if (one === 'never' || other === 'never') return 'never'
    return one > other ? one : other
  })
}
