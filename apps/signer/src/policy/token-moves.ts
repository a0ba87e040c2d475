import {
  type EthereumAction,
  readExactCall,
  readMultiSend,
  readOperationCalls,
  type TypedDataReading,
} from '@sallyport/contract/requests'
import { known, knownOr, type Move, type MoveKind, type Seen, unlimited } from './facts.js'
import { assetOf, coinOf, isCompiledIn } from './native-contracts.js'

/** Addresses are compared in lower case: no checksum is wanted. */
export const lowerCase = { checksum: (address: string) => address.toLowerCase() }

/** A call, and the account that makes it. */
export interface Call {
  to: string | null
  valueWei: bigint
  /** `0x` hex. */
  data: string
  chainId: Seen
  /** The wallet: its own code can make calls in its name. */
  from: string
}

/** What a call does with assets. */
export interface Moves {
  moves: Move[]
  isWhole: boolean
  /** How many calls are made: those of a batch each count. */
  calls: number
}

type TokenMoves = Omit<Moves, 'calls'>

/** Deeper batches are not read, nor such of more calls: lists of calls can name the same bytes again and again. */
export const readingLimits = { depth: 4, calls: 500 } as const

/**
 * What a call does with assets: transfers, approvals and those within batches. Batches count as read only where they are carried out by a
 * contract that is known to do just that: another contract may do anything with the same bytes.
 */
export function movesOfCall(call: Call): Moves {
  return movesWithin(call, 0) ?? unreadBatch(call)
}

/** Whether the account calls itself. Where its address has code, that can make any call in its name. */
export function callsItself(call: Call): boolean {
  return call.to?.toLowerCase() === call.from.toLowerCase() && hasData(call)
}

/** Whether code that is called is told what to do. Without data it is sent coins, if anything. */
export function hasData({ data }: Pick<Call, 'data'>): boolean {
  return data !== '0x' && data !== ''
}

/** The network's own coin that goes with a call. */
export function nativeMove({
  to,
  valueWei,
  chainId,
}: Pick<Call, 'to' | 'valueWei' | 'chainId'>): Move {
  return {
    kind: 'transfer',
    asset: coinOf(chainId),
    to: knownOr(to?.toLowerCase(), 'unreadable'),
    amount: known(valueWei),
    chainId,
  }
}

/** Any amount of any asset to any account. */
export function unreadMove(chainId: Seen): Move {
  const unread = 'unreadable' as const
  return { kind: 'transfer', asset: unread, to: unread, amount: unread, chainId }
}

/** Whether a move is, or may be, one of the network's own coin. A known amount of an unknown token is none. */
export function isNative({ asset, amount }: Move): boolean {
  if (asset === 'unreadable') return amount === 'unreadable'
  return asset !== 'absent' && asset.known === 'native'
}

/** Null for more calls than are read. */
function movesWithin(call: Call, depth: number): Moves | null {
  const { to, valueWei, data, chainId, from } = call
  if (hasData(call) && isCompiledIn(call)) return unreadBatch(call)
  const action = readExactCall(lowerCase, { to, data })
  const isOwn = callsItself(call)
  const coins = valueWei > 0n || action.kind === 'send' ? [nativeMove(call)] : []
  const isBatch = isOwn || action.kind === 'call'
  const inner = isBatch && depth < readingLimits.depth ? readBatch(call) : null
  if (!inner) {
    if (isOwn) return unreadBatch(call)
    const own = movesOfAction(action, chainId)
    return { moves: [...coins, ...own.moves], isWhole: own.isWhole, calls: 1 }
  }
  const parts = { moves: [] as Move[], isWhole: inner.isKnown, calls: 0 }
  for (const each of inner.calls) {
    const part = movesWithin({ ...each, chainId, from }, depth + 1)
    if (!part || parts.calls + part.calls > readingLimits.calls) return null
    parts.moves.push(...part.moves)
    parts.isWhole &&= part.isWhole
    parts.calls += part.calls
  }
  // What a known batch sends on is part of its moves. What it keeps is a move to it.
  const sentOn = inner.calls.reduce((sum, each) => sum + each.valueWei, 0n)
  const own = inner.isKnown && sentOn === valueWei ? [] : coins
  const unknown = inner.isKnown ? [] : [unreadMoveOf(to, chainId)]
  return { ...parts, moves: [...own, ...parts.moves, ...unknown] }
}

/** A call whose data says in an unknown way what else is done. */
export function unreadBatch(call: Call): Moves {
  const coins = call.valueWei > 0n ? [nativeMove(call)] : []
  return { moves: [...coins, unreadMove(call.chainId)], isWhole: false, calls: 1 }
}

function readBatch({ to, data, from }: Call) {
  const multi = readMultiSend({ to: to ?? '', data })
  if (multi) return multi
  const calls = readOperationCalls(data)
  return calls && { calls, isKnown: to?.toLowerCase() === from.toLowerCase() }
}

/** What an action of Ethereum does with tokens. Coins that go with it are not part of it. */
function movesOfAction(action: EthereumAction, chainId: Seen): TokenMoves {
  const one = (
    kind: MoveKind,
    asset: string,
    to: string,
    amount: bigint | 'unlimited',
  ): TokenMoves => ({
    moves: [
      {
        kind,
        asset: assetOf(asset, chainId),
        to: known(to.toLowerCase()),
        amount: known(amount === 'unlimited' ? unlimited : amount),
        chainId,
      },
    ],
    isWhole: true,
  })
  switch (action.kind) {
    case 'send':
      return { moves: [], isWhole: true }
    case 'send-token':
      return one('transfer', action.token, action.to, action.units)
    case 'move-token':
      return one('transfer_from', action.token, action.to, action.units)
    case 'move-item':
      return one('item', action.token, action.to, action.units)
    case 'approve-token':
      return one('approval', action.token, action.spender, action.units)
    case 'approve-all':
      return one('operator', action.token, action.operator, 'unlimited')
    case 'control':
      return { moves: [unreadMoveOf(action.contract, chainId)], isWhole: false }
    case 'call':
      return { moves: [unreadMoveOf(action.to, chainId)], isWhole: false }
    case 'create':
      return { moves: [], isWhole: false }
  }
}

/** A call that is not read may move the tokens of the contract that is called. */
function unreadMoveOf(contract: string | null, chainId: Seen): Move {
  return {
    kind: 'transfer',
    asset: contract === null ? 'unreadable' : assetOf(contract, chainId),
    to: 'unreadable',
    amount: 'unreadable',
    chainId,
  }
}

/** The network and the contract that typed data is for. */
interface Place {
  chainId: Seen
  contract: string | null
}

/** What typed data lets others do with assets. Data of no known form is not read. */
export function movesOfTypedData(reading: TypedDataReading): Moves {
  const chainId = knownOr(reading.chainId, 'unreadable')
  const domain = reading.domain.find(({ name }) => name === 'verifyingContract')?.content
  const contract = typeof domain === 'string' ? domain.toLowerCase() : null
  const parts = reading.meanings.map((meaning) => {
    const until = typeof meaning.expires === 'bigint' ? meaning.expires : null
    const part = movesOfMeaning(meaning, { chainId, contract })
    return { ...part, moves: part.moves.map((move): Move => ({ ...move, until })) }
  })
  // What is beside the known parts can let others take anything.
  const unknown = reading.hasUnknown ? [unreadMove(chainId)] : []
  const moves = [...parts.flatMap((part) => part.moves), ...unknown]
  const isRead = parts.length > 0 && !reading.hasUnknown && reading.isComplete
  return {
    moves,
    isWhole: isRead && parts.every((part) => part.isWhole),
    calls: Math.max(moves.length, 1),
  }
}

function movesOfMeaning(
  meaning: TypedDataReading['meanings'][number],
  { chainId, contract }: Place,
): TokenMoves {
  if (meaning.kind === 'execution') return movesOfExecution(meaning, { chainId, contract })
  if (meaning.kind === 'order') {
    const moves = meaning.gives.map((amount) =>
      typedMove('order', { amount, party: null, chainId }),
    )
    return { moves, isWhole: true }
  }
  const party = meaning.kind === 'allowance' ? meaning.spender : meaning.to
  const kind: MoveKind = meaning.kind === 'allowance' ? 'approval' : 'transfer'
  return {
    moves: meaning.amounts.map((amount) => typedMove(kind, { amount, party, chainId })),
    isWhole: true,
  }
}

type Execution = Extract<TypedDataReading['meanings'][number], { kind: 'execution' }>

/** What a call does that others carry out. Code that runs as the account, fees that it pays and calls of itself can move anything. */
function movesOfExecution(meaning: Execution, { chainId, contract }: Place): TokenMoves {
  const { action, valueWei, isDelegated, isPaying, hasMore } = meaning
  const own = movesOfAction(action, chainId)
  const to = calledBy(action)
  const isOwn = to !== null && to.toLowerCase() === contract
  const isOfNetwork = action.kind !== 'send' && isCompiledIn({ to, chainId })
  const isUnread = isDelegated || isPaying === true || hasMore === true || isOwn || isOfNetwork
  const coins = valueWei === 0n ? [] : [nativeMove({ to, valueWei, chainId })]
  return {
    moves: [...coins, ...own.moves, ...(isUnread ? [unreadMove(chainId)] : [])],
    isWhole: own.isWhole && valueWei === 0n && !isUnread,
  }
}

/** Whom a call calls; null for a new contract. */
function calledBy(action: EthereumAction): string | null {
  if ('token' in action) return action.token
  if ('contract' in action) return action.contract
  return 'to' in action ? action.to : null
}

type TypedAmount = Extract<
  TypedDataReading['meanings'][number],
  { kind: 'allowance' }
>['amounts'][number]

function typedMove(
  kind: MoveKind,
  { amount, party, chainId }: { amount: TypedAmount; party: string | null; chainId: Seen },
): Move {
  const units = amount.units === 'unlimited' ? unlimited : amount.units
  const token = amount.token === null ? null : assetOf(amount.token, chainId)
  return {
    kind,
    asset: token ?? (kind === 'order' ? coinOf(chainId) : 'unreadable'),
    to: knownOr(party?.toLowerCase(), 'unreadable'),
    amount: knownOr(units, 'unreadable'),
    chainId,
  }
}
