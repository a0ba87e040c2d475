import {
  type EthereumAction,
  readExactCall,
  readMultiSend,
  readOperationCalls,
  type TypedDataReading,
} from '@sallyport/contract/requests'
import { known, knownOr, type Move, type MoveKind, type Seen, unlimited } from './facts.js'

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
}

/** Deeper batches are not read. */
const mostDepth = 4

/**
 * What a call does with assets: transfers, approvals and those within batches. Batches count as read only where they are carried out by a
 * contract that is known to do just that: another contract may do anything with the same bytes.
 */
export function movesOfCall(call: Call, depth = 0): Moves {
  const { to, valueWei, data, chainId } = call
  const action = readExactCall(lowerCase, { to, data })
  const coins: Move[] =
    valueWei > 0n || action.kind === 'send'
      ? [
          {
            kind: 'transfer',
            asset: known('native'),
            to: knownOr(to?.toLowerCase(), 'unreadable'),
            amount: known(valueWei),
            chainId,
          },
        ]
      : []
  const inner = action.kind === 'call' && depth < mostDepth ? readBatch(call) : null
  if (!inner) {
    const own = movesOfAction(action, chainId)
    return { moves: [...coins, ...own.moves], isWhole: own.isWhole }
  }
  const parts = inner.calls.map((each) =>
    movesOfCall({ ...each, chainId, from: call.from }, depth + 1),
  )
  // What a known batch sends on is part of its moves. What it keeps is a move to it.
  const sentOn = inner.calls.reduce((sum, each) => sum + each.valueWei, 0n)
  const own = inner.isKnown && sentOn === valueWei ? [] : coins
  const unknown = inner.isKnown ? [] : [unreadMove(to, chainId)]
  return {
    moves: [...own, ...parts.flatMap((part) => part.moves), ...unknown],
    isWhole: inner.isKnown && parts.every((part) => part.isWhole),
  }
}

/** The calls that a smart wallet makes for `callData`; null where it is not known what it does. */
export function movesOfOperation(
  callData: string,
  { chainId, from }: Pick<Call, 'chainId' | 'from'>,
) {
  const calls = readOperationCalls(callData)
  return calls?.map((each) => ({ ...each, ...movesOfCall({ ...each, chainId, from }) })) ?? null
}

function readBatch({ to, data, from }: Call) {
  const multi = readMultiSend({ to: to ?? '', data })
  if (multi) return multi
  const calls = readOperationCalls(data)
  return calls && { calls, isKnown: to?.toLowerCase() === from.toLowerCase() }
}

/** What an action of Ethereum does with tokens. Coins that go with it are not part of it. */
function movesOfAction(action: EthereumAction, chainId: Seen): Moves {
  const one = (kind: MoveKind, asset: string, to: string, amount: bigint | 'unlimited'): Moves => ({
    moves: [
      {
        kind,
        asset: known(asset.toLowerCase()),
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
      return { moves: [unreadMove(action.contract, chainId)], isWhole: false }
    case 'call':
      return { moves: [unreadMove(action.to, chainId)], isWhole: false }
    case 'create':
      return { moves: [], isWhole: false }
  }
}

/** A call that is not read may move the tokens of the contract that is called. */
function unreadMove(contract: string | null, chainId: Seen): Move {
  return {
    kind: 'transfer',
    asset: knownOr(contract?.toLowerCase(), 'unreadable'),
    to: 'unreadable',
    amount: 'unreadable',
    chainId,
  }
}

/** What typed data lets others do with assets. Data of no known form is not read. */
export function movesOfTypedData(reading: TypedDataReading): Moves {
  const chainId = knownOr(reading.chainId, 'unreadable')
  const parts = reading.meanings.map((meaning) => {
    const until = typeof meaning.expires === 'bigint' ? meaning.expires : null
    const part = movesOfMeaning(meaning, chainId)
    return { ...part, moves: part.moves.map((move): Move => ({ ...move, until })) }
  })
  return {
    moves: parts.flatMap((part) => part.moves),
    isWhole: parts.length > 0 && reading.isComplete && parts.every((part) => part.isWhole),
  }
}

function movesOfMeaning(meaning: TypedDataReading['meanings'][number], chainId: Seen): Moves {
  if (meaning.kind === 'execution') {
    const own = movesOfAction(meaning.action, chainId)
    const isPlain = !meaning.isDelegated && meaning.valueWei === 0n
    return { moves: own.moves, isWhole: own.isWhole && isPlain }
  }
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

type TypedAmount = Extract<
  TypedDataReading['meanings'][number],
  { kind: 'allowance' }
>['amounts'][number]

function typedMove(
  kind: MoveKind,
  { amount, party, chainId }: { amount: TypedAmount; party: string | null; chainId: Seen },
): Move {
  const units = amount.units === 'unlimited' ? unlimited : amount.units
  const asset = kind === 'order' && amount.token === null ? 'native' : amount.token?.toLowerCase()
  return {
    kind,
    asset: knownOr(asset, 'unreadable'),
    to: knownOr(party?.toLowerCase(), 'unreadable'),
    amount: knownOr(units, 'unreadable'),
    chainId,
  }
}
