import { readExactCall, readOperationCalls } from '@sallyport/contract/requests'
import { type Action, type Fields, known, type Seen } from './facts.js'
import { isCoin, isCompiledIn } from './native-contracts.js'
import {
  type Call,
  callsItself,
  hasData,
  lowerCase,
  movesOfCall,
  nativeMove,
  readingLimits,
  unreadBatch,
} from './token-moves.js'

/**
 * The parts of a call, each with its own fields and data. A call that an account makes to itself carries out the calls in its data where the address has the
 * code of an account: each of those is a part too. Where they cannot be read, neither recipient nor amount can.
 */
export function actionsOfCall(call: Call): Action[] {
  return unfold(call, 0) ?? [unreadSelfCall(call)]
}

/** The highest fee and what the parts send; unreadable where a part sends an amount that cannot be read. */
export function costOf(actions: readonly Action[], fee: bigint): Seen {
  let sum = fee
  for (const { fields } of actions) {
    const value = fields.ethereum_transaction?.value ?? 'absent'
    if (value === 'unreadable') return 'unreadable'
    if (typeof value === 'object' && typeof value.known === 'bigint') sum += value.known
  }
  return known(sum)
}

/** The part of a call whose recipient and amount are not known. */
export function unreadCallFields(chainId: Seen): Fields {
  return { ethereum_transaction: { to: 'unreadable', value: 'unreadable', chain_id: chainId } }
}

/** Null for more parts than are read: lists of calls can name the same bytes again and again. */
function unfold(call: Call, depth: number): Action[] | null {
  if (!callsItself(call)) return [actionOf(call)]
  const calls = depth < readingLimits.depth ? readOperationCalls(call.data) : null
  if (!calls) return [unreadSelfCall(call)]
  const { chainId, from } = call
  const actions = [selfCall(call)]
  for (const each of calls) {
    const parts = unfold({ ...each, chainId, from }, depth + 1)
    if (!parts || actions.length + parts.length > readingLimits.calls) return null
    actions.push(...parts)
  }
  return actions
}

function actionOf(call: Call): Action {
  return { ...movesOfCall(call), fields: fieldsOf(call), data: call.data }
}

/** The call that carries out others: what it sends, it sends to the account itself. */
function selfCall(call: Call): Action {
  const sends = call.valueWei > 0n
  return {
    fields: fieldsOf(call),
    moves: sends ? [nativeMove(call)] : [],
    isWhole: true,
    ...(!sends && { isIncidental: true }),
    data: call.data,
  }
}

/** The account can make any call by it. */
function unreadSelfCall(call: Call): Action {
  const fields = unreadCallFields(call.chainId)
  return { ...unreadBatch(call), fields, data: call.data, isAnything: true }
}

/** `value` has what is sent of the network's own coin in any way. */
function fieldsOf(call: Call): Fields {
  const { to, valueWei, chainId } = call
  const moved = movedWithoutValue(call)
  return {
    ethereum_transaction: {
      // A transaction that deploys a contract has no recipient.
      to: to === null ? 'absent' : known(to.toLowerCase()),
      value: moved === null ? 'unreadable' : known(valueWei + moved),
      chain_id: chainId,
    },
  }
}

/** What a call moves of the network's own coin besides its value; null where that is not known. */
function movedWithoutValue(call: Call): bigint | null {
  if (hasData(call) && isCompiledIn(call)) return null
  if (!isCoin(call.to, call.chainId)) return 0n
  const read = readExactCall(lowerCase, call)
  switch (read.kind) {
    case 'send-token':
    case 'move-token':
      return read.units
    case 'approve-token':
      // What another account may take from now on counts as taken.
      return read.units === 'unlimited' ? null : read.units
    case 'send':
      return 0n
    default:
      return null
  }
}
