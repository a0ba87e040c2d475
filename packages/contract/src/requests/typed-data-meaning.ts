import { readCall, unlimitedFrom } from './ethereum-call.js'
import type { EthereumAction } from './reading.js'
import { type Form, form, hasForm, isMember, isNothing, partsOf } from './typed-data-form.js'
import { offerForm, readOrder, readSwap, swapFormOf } from './typed-data-order.js'
import {
  address,
  type Deps,
  type Expiry,
  expiryOf,
  type Fields,
  integer,
  isRecord,
  latest,
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

/** What a struct means, and the form that it was read by. */
export interface Known {
  meaning: TypedDataMeaning
  form: Form
}

/**
 * What one struct allows or trades, by the names of its fields, else by the name of its type; null when both are unknown:
 * EIP-2612, DAI, ERC-4494 and Permit2, EIP-3009, orders, and calls such as a Safe's.
 */
export function readMeaning(
  deps: Deps,
  { type, ...given }: Given & { type: string },
): Known | null {
  const { message } = given
  const has = (...names: string[]) => names.some((name) => message[name] !== undefined)
  if (has('offer') && has('consideration')) {
    return { meaning: readOrder(deps, given), form: offerForm }
  }
  const swap = swapFormOf(message)
  if (swap) return { meaning: readSwap(deps, { message, swap }), form: swap.form }
  const isAmount = has('value', 'amount', 'allowed', 'approved', 'tokenId', 'details')
  if (has('permitted') || (has('spender', 'operator') && isAmount) || permitTypes.test(type)) {
    const parts = has('details') ? 'details' : has('permitted') ? 'permitted' : null
    const listed = parts === null ? null : partsOf(message[parts])
    return {
      meaning: readAllowance(deps, { ...given, listed }),
      form: permitForms[parts ?? 'own'],
    }
  }
  if ((has('to') && has('value') && has('validBefore')) || transferTypes.test(type)) {
    return { meaning: readTransfer(deps, given), form: transferForm }
  }
  const meaning = readExecution(deps, given)
  return meaning && { meaning, form: callForm }
}

const permitTypes = /^Permit(Single|Batch|ForAll)?$|^Permit(Batch)?(Witness)?TransferFrom$/
const transferTypes = /^(Transfer|Receive)WithAuthorization$/

const permitEnds = ['deadline', 'expiry', 'expiration', 'sigDeadline']
/** Permits of a token itself, and of Permit2 for other tokens. */
const permitForms = {
  own: form(
    `owner/holder spender/operator value/amount/allowed/approved tokenId nonce ${permitEnds.join('/')}`,
  ),
  details: form('spender sigDeadline', { details: 'token amount expiration nonce' }),
  permitted: form('spender nonce deadline', { permitted: 'token amount' }),
}
const transferForm = form('from to value validAfter validBefore nonce')
/** Fields of a call, and of an account that makes it, that move nothing by themselves; gas of a Safe is paid by its price. */
const callForm = form(
  'from to/target value data/callData operation nonce deadline gas safeTxGas gasToken refundReceiver chainId',
)

/** Whether a struct is what it means and nothing else, but for members of no known form. */
export function isExact({ meaning, form }: Known, message: Fields): boolean {
  const isNamed = meaning.kind !== 'allowance' || meaning.spender !== null
  return isNamed && hasForm(form, message)
}

/** Whether a struct that is a member says under which conditions a transfer of Permit2 may be used: it gives nothing more. */
export function isCondition({ form: { parts } }: Known, name: string): boolean {
  return name === 'witness' && parts.permitted !== undefined
}

/** Whether a member that is not a struct belongs to what its struct means, or says nothing. What else a call has is part of its meaning. */
export function isOfForm({ meaning, form }: Known, name: string, value: unknown): boolean {
  if (typeof value === 'object') return false
  if (isMember(form, name) || meaning.kind === 'execution') return true
  return meaning.kind === 'order' && isNothing(value)
}

/** Whether a meaning gives away control or value without a bound: what is asked twice. */
export function givesControl(meaning: TypedDataMeaning): boolean {
  if (meaning.kind === 'execution') return true
  return meaning.kind === 'allowance' && meaning.amounts.some(({ units }) => units === 'unlimited')
}

const feeFields = /gasprice|basegas|fee|refund|payment|reward/i

function readExecution(deps: Deps, { message }: Given): TypedDataMeaning | null {
  const to = message.to ?? message.target
  const data = message.data ?? message.callData
  if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to)) return null
  if (typeof data !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(data)) return null
  const value = message.value === undefined ? 0n : integer(message.value)
  const others = Object.keys(message).filter(
    (name) => !isMember(callForm, name) && !isNothing(message[name]),
  )
  return {
    kind: 'execution',
    action: readCall(deps, { to, data }),
    valueWei: value ?? 0n,
    isDelegated: !isNothing(message.operation),
    ...(others.some((name) => feeFields.test(name)) && { isPaying: true }),
    ...((value === null || others.some((name) => !feeFields.test(name))) && { hasMore: true }),
    expires: expiryOf(message.deadline),
  }
}

/** `listed`: the parts of a Permit2; null for a struct that is one permit itself. */
function readAllowance(
  deps: Deps,
  { message, contract, listed }: Given & { listed: readonly unknown[] | null },
): TypedDataMeaning {
  const parts = (listed ?? [message]).filter(isRecord)
  // DAI's form has no amount: allowed or not, and allowed is everything. PermitForAll says "approved".
  const isForAll = message.allowed === true || message.approved === true
  const amounts = parts.map((part): TypedAmount => {
    const tokenId = integer(part.tokenId)
    const units = integer(part.value ?? part.amount) ?? (tokenId === null ? null : 1n)
    return {
      // Permit2 names the token; the other permits are signed for the token's own contract.
      token: listed === null ? contract : address(deps, part.token),
      units: isForAll || (units !== null && units >= unlimitedFrom) ? 'unlimited' : units,
      tokenId,
    }
  })
  const ends = permitEnds.filter((name) => message[name] !== undefined)
  const end = latest(ends.map((name) => expiryOf(message[name])))
  // A part whose end is zero may be used when its signature is submitted, which is so for as long as that holds.
  const partEnds = parts.map(({ expiration }) =>
    isNothing(expiration) ? end : expiryOf(expiration),
  )
  return {
    kind: 'allowance',
    spender: address(deps, message.spender ?? message.operator),
    amounts,
    expires: listed === null ? end : latest(partEnds),
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
