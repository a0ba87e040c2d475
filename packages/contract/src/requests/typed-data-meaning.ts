import { type Checksum, readCall, unlimitedFrom } from './ethereum-call.js'
import { inertText } from './inert-text.js'
import type { EthereumAction } from './reading.js'
import { integer, isRecord } from './typed-data-values.js'

/** An amount of one token in base units; null where the message does not say. */
export interface TypedAmount {
  /** The token's contract; null for the network's own currency or where the message does not say. */
  token: string | null
  units: bigint | 'unlimited' | null
  /** The one item of an NFT contract that is meant. */
  tokenId: bigint | null
}

/** Unix seconds; `never` for the far future, null when the message does not say. */
export type Expiry = bigint | 'never' | null

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
  /** Seaport: the signer offers `gives` to the account that gives `gets`. */
  | {
      kind: 'order'
      gives: readonly TypedAmount[]
      gets: readonly (TypedAmount & { to: string | null })[]
      expires: Expiry
    }
  /** Safe and other contract accounts, ERC-2771: the account that submits it makes a call in the signer's name. */
  | {
      kind: 'execution'
      action: EthereumAction
      valueWei: bigint
      /** Whether the called code runs as the account itself and may change everything of it. */
      isDelegated: boolean
      expires: Expiry
    }

type Fields = Readonly<Record<string, unknown>>
type Deps = { checksum: Checksum }
/** A struct of the message, and the contract that the domain names. */
interface Given {
  message: Fields
  contract: string | null
}

/** 1 January 2100: later dates mean "for good". */
const never = 4_102_444_800n
/** Most amounts or items of an order that are read; a wallet signs no message with so many values. */
const mostAmounts = 5_000

/**
 * What one struct allows or trades, by the names of its fields, else by the name of its type; null when both are unknown:
 * EIP-2612, DAI, ERC-4494 and Permit2, EIP-3009, Seaport, and calls such as a Safe's.
 */
export function readMeaning(
  deps: Deps,
  { type, ...given }: Given & { type: string },
): TypedDataMeaning | null {
  const has = (...names: string[]) => names.some((name) => given.message[name] !== undefined)
  if ((has('offer') && has('consideration')) || type === 'OrderComponents') {
    return readOrder(deps, given)
  }
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

/** Whether a meaning gives away control or value without a bound: what is asked twice. */
export function givesControl(meaning: TypedDataMeaning): boolean {
  if (meaning.kind === 'execution') return true
  return meaning.kind === 'allowance' && meaning.amounts.some(({ units }) => units === 'unlimited')
}

function readExecution(deps: Deps, { message }: Given): TypedDataMeaning | null {
  const to = message.to ?? message.target
  const data = message.data ?? message.callData
  if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to)) return null
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data)) return null
  return {
    kind: 'execution',
    action: readCall(deps, { to, data }),
    valueWei: integer(message.value) ?? 0n,
    isDelegated: integer(message.operation) === 1n,
    expires: expiryOf(message.deadline),
  }
}

function readAllowance(deps: Deps, { message, contract }: Given): TypedDataMeaning {
  const permitted = message.details ?? message.permitted
  const parts = Array.isArray(permitted) ? permitted.slice(0, mostAmounts) : [permitted ?? message]
  // DAI's form has no amount: allowed or not, and allowed is everything. PermitForAll says "approved".
  const isForAll = message.allowed === true || message.approved === true
  const amounts = parts.filter(isRecord).map((part): TypedAmount => {
    const tokenId = integer(part.tokenId)
    const units = integer(part.value ?? part.amount) ?? (tokenId === null ? null : 1n)
    return {
      // Permit2 names the token; the other permits are signed for the token's own contract.
      token: permitted === undefined ? contract : address(deps, part.token),
      units: isForAll || (units !== null && units >= unlimitedFrom) ? 'unlimited' : units,
      tokenId,
    }
  })
  const [first] = parts.filter(isRecord)
  const expires = first?.expiration ?? message.deadline ?? message.expiry ?? message.sigDeadline
  return {
    kind: 'allowance',
    spender: address(deps, message.spender ?? message.operator),
    amounts,
    expires: expiryOf(expires),
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

function readOrder(deps: Deps, { message }: Given): TypedDataMeaning {
  return {
    kind: 'order',
    gives: itemsOf(message.offer).map((item) => orderAmount(deps, item)),
    gets: itemsOf(message.consideration).map((item) => ({
      ...orderAmount(deps, item),
      to: address(deps, item.recipient),
    })),
    expires: expiryOf(message.endTime),
  }
}

/** Item types of Seaport: 0 native, 1 ERC-20, 2 and 3 one item, 4 and 5 any item that meets criteria. */
function orderAmount(deps: Deps, item: Fields): TypedAmount {
  const type = integer(item.itemType)
  return {
    token: type === 0n ? null : address(deps, item.token),
    // A falling or rising price: the signer may end up with either end, so the larger one is named.
    units: largest(integer(item.startAmount), integer(item.endAmount)),
    tokenId: type === 2n || type === 3n ? integer(item.identifierOrCriteria) : null,
  }
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, mostAmounts).filter(isRecord) : []
}

function largest(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? (a ?? b) : a > b ? a : b
}

function expiryOf(value: unknown): Expiry {
  const seconds = integer(value)
  return seconds !== null && seconds >= never ? 'never' : seconds
}

/** An address with its checksum; other texts made inert, null for other values. */
export function address({ checksum }: Deps, value: unknown): string | null {
  if (typeof value !== 'string') return null
  return /^0x[0-9a-f]{40}$/i.test(value) ? checksum(value) : inertText(value, 100).text
}
