import { type Checksum, unlimitedFrom } from './ethereum-call.js'
import { inertText } from './inert-text.js'
import type { TypedDataInput } from './typed-data.js'
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

type Fields = Readonly<Record<string, unknown>>
type Deps = { checksum: Checksum }
type Read = (deps: Deps, given: { message: Fields; contract: string | null }) => TypedDataMeaning

/** 1 January 2100: later dates mean "for good". */
const never = 4_102_444_800n
/** Most amounts or items of an order that are read; the tree shows them all. */
const mostAmounts = 20

/** Known primary types: EIP-2612 and DAI, Permit2, EIP-3009, Seaport. */
const readers: Readonly<Record<string, Read>> = {
  Permit: readAllowance,
  PermitSingle: readAllowance,
  PermitBatch: readAllowance,
  PermitTransferFrom: readAllowance,
  PermitBatchTransferFrom: readAllowance,
  PermitWitnessTransferFrom: readAllowance,
  PermitBatchWitnessTransferFrom: readAllowance,
  PermitForAll: readAllowance,
  TransferWithAuthorization: readTransfer,
  ReceiveWithAuthorization: readTransfer,
  OrderComponents: readOrder,
}

/** What `data` allows or trades, by its primary type; null when the type is not known. */
export function readMeaning(deps: Deps, data: TypedDataInput): TypedDataMeaning | null {
  const { primaryType, message, domain } = data
  const read = Object.hasOwn(readers, primaryType) ? readers[primaryType] : undefined
  return read?.(deps, { message, contract: address(deps, domain.verifyingContract) }) ?? null
}

function readAllowance(
  deps: Deps,
  { message, contract }: { message: Fields; contract: string | null },
): TypedDataMeaning {
  const permitted = message.details ?? message.permitted
  const parts = Array.isArray(permitted) ? permitted.slice(0, mostAmounts) : [permitted ?? message]
  // DAI's form has no amount: allowed or not, and allowed is everything. PermitForAll says "approved".
  const isForAll = message.allowed === true || message.approved === true
  const amounts = parts.filter(isRecord).map((part): TypedAmount => {
    const units = integer(part.value ?? part.amount)
    return {
      // Permit2 names the token; the other permits are signed for the token's own contract.
      token: permitted === undefined ? contract : address(deps, part.token),
      units: isForAll || (units !== null && units >= unlimitedFrom) ? 'unlimited' : units,
      tokenId: null,
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

function readTransfer(
  deps: Deps,
  { message, contract }: { message: Fields; contract: string | null },
): TypedDataMeaning {
  return {
    kind: 'transfer',
    to: address(deps, message.to),
    amounts: [{ token: contract, units: integer(message.value), tokenId: null }],
    expires: expiryOf(message.validBefore),
  }
}

function readOrder(deps: Deps, { message }: { message: Fields }): TypedDataMeaning {
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

function address({ checksum }: Deps, value: unknown): string | null {
  if (typeof value !== 'string') return null
  return /^0x[0-9a-f]{40}$/i.test(value) ? checksum(value) : inertText(value, 100).text
}
