import { formatAmount } from '../amounts.js'
import { isSameAddress } from '../look-alike.js'
import type { EthereumAction } from '../reading.js'
import type { Amount, Caution, PresentGiven, Row } from './presentation.js'
import { addressRow, type Coins, recipientRow } from './rows.js'
import { bigAmount, impostorCautions, type NamedToken, tokenAt, tokenRow } from './tokens.js'
import { cautionsOf } from './warnings.js'

/** One thing that a request does, in words. */
export interface Act {
  title: string
  /** Shown large where it is the only act, else as a row. */
  amount: Amount | null
  rows: readonly Row[]
  cautions: readonly Caution[]
}

/** What an act is presented with. */
interface ActGiven {
  given: PresentGiven
  /** Null where the network is not known: then no token is. */
  chainId: bigint | null
  coins: Coins
  /** The account that acts, where it is a smart wallet. */
  sender?: string
}

/** A call on Ethereum in words: what it does, who takes part and how much of what, and what to mind. */
export function actOf(
  { action, valueWei }: { action: EthereumAction; valueWei: bigint },
  place: ActGiven,
): Act {
  const { words } = place.given
  const act = actionAct(action, valueWei, place)
  // A call may carry money beside what it says; of one that cannot be read it is the only thing known.
  const isSend = action.kind === 'send'
  const carries = !isSend && (valueWei > 0n || action.kind === 'call')
  if (!carries) return act
  const value: Row = {
    label: words.value,
    value: place.coins.say(valueWei),
    isStrong: valueWei > 0n,
  }
  return { ...act, rows: [...act.rows, value] }
}

function actionAct(action: EthereumAction, valueWei: bigint, place: ActGiven): Act {
  const { given, coins } = place
  const { words, locale } = given
  const { title } = words
  switch (action.kind) {
    case 'send': {
      const figure = formatAmount(valueWei, { decimals: coins.decimals, locale })
      const value = valueWei === 0n ? figure : `−${figure}`
      return {
        title: title.send(coins.unit),
        amount: { value, unit: coins.unit, isUnverified: false },
        rows: [recipientRow(words.to, action.to)],
        cautions: [],
      }
    }
    case 'send-token':
    case 'move-token':
    case 'approve-token':
      return tokenAct(action, place)
    case 'move-item':
    case 'approve-all':
      return collectionAct(action, place)
    case 'control':
      return {
        title: title.control[action.control],
        amount: null,
        rows: [
          addressRow(words.operator, action.party),
          addressRow(words.contract, action.contract),
        ],
        cautions: cautionsOf(words, ['control']),
      }
    case 'call':
      return callAct(action, place)
    case 'create':
      return {
        title: title.create,
        amount: null,
        rows: [],
        cautions: cautionsOf(words, ['create']),
      }
  }
}

function tokenAct(
  action: Extract<EthereumAction, { kind: 'send-token' | 'move-token' | 'approve-token' }>,
  { given, chainId }: ActGiven,
): Act {
  const { words } = given
  const { title } = words
  const token = tokenAt(chainId, action.token, given)
  const impostor = impostorCautions(token.symbol, { place: chainId, ...token, words })
  const row = tokenRow(token, given)
  if (action.kind === 'send-token') {
    return {
      title: token.isListed && token.symbol ? title.send(token.symbol) : title.sendTokens,
      amount: bigAmount(action.units, token, { given, sign: '−' }),
      rows: [recipientRow(words.to, action.to), row],
      cautions: impostor,
    }
  }
  if (action.kind === 'move-token') {
    return {
      title: title.moveToken,
      amount: unitsOrItem(action.units, token, given),
      rows: [addressRow(words.from, action.from), recipientRow(words.to, action.to), row],
      cautions: impostor,
    }
  }
  // An approval of nothing takes back what was approved before. Of a collection it gives away item 0.
  const isEnd = action.units === 0n && token.decimals !== null
  const id = action.units === 'unlimited' ? 'unlimited' : 'approveToken'
  return {
    title: isEnd
      ? title.endApproval
      : token.isListed && token.symbol
        ? title.approve(token.symbol)
        : title.approveTokens,
    amount: isEnd ? null : unitsOrItem(action.units, token, given),
    rows: [addressRow(words.spender, action.spender), row],
    cautions: isEnd ? impostor : [...cautionsOf(words, [id]), ...impostor],
  }
}

/** The same calls of ERC-721 have the number of an item in the place of the amount. */
function unitsOrItem(units: bigint | 'unlimited', token: NamedToken, given: PresentGiven): Amount {
  if (units === 'unlimited' || token.decimals !== null) return bigAmount(units, token, { given })
  const count = formatAmount(units, { decimals: 0, locale: given.locale })
  return { value: given.words.unitsOrItem(count), unit: '', isUnverified: true }
}

function collectionAct(
  action: Extract<EthereumAction, { kind: 'move-item' | 'approve-all' }>,
  { given, chainId }: ActGiven,
): Act {
  const { words, locale } = given
  const token = tokenAt(chainId, action.token, given)
  const row = tokenRow(token, given, words.collection)
  const cautions = impostorCautions(token.symbol, { place: chainId, ...token, words })
  if (action.kind === 'approve-all') {
    return {
      title: words.title.approveAll,
      amount: null,
      rows: [addressRow(words.operator, action.operator), row],
      cautions: [...cautionsOf(words, ['approveAll']), ...cautions],
    }
  }
  const count =
    action.units === 1n ? '' : `× ${formatAmount(action.units, { decimals: 0, locale })}`
  return {
    title: words.title.moveItem,
    amount: { value: words.item(action.id.toString()), unit: count, isUnverified: false },
    rows: [addressRow(words.from, action.from), recipientRow(words.to, action.to), row],
    cautions,
  }
}

/** A call that nothing here can read: its selector stands for it. */
function callAct(
  { to, selector }: Extract<EthereumAction, { kind: 'call' }>,
  { given, sender }: ActGiven,
): Act {
  const { words, isSimulated = false } = given
  const isOwn = sender !== undefined && isSameAddress(to, sender)
  return {
    title: words.title.call,
    amount: null,
    rows: [
      addressRow(words.contract, to),
      { label: words.function, value: selector, form: 'mono' },
    ],
    // A wallet that calls itself changes who controls it.
    cautions: cautionsOf(words, [isOwn ? 'ownCall' : isSimulated ? 'call' : 'blindCall']),
  }
}

/** The rows of one of several acts, its amount among them. */
export function stepRows({ amount, rows }: Act, { words }: PresentGiven): Row[] {
  if (amount === null) return [...rows]
  const value = amount.unit === '' ? amount.value : `${amount.value} ${amount.unit}`
  const first: Row = {
    label: words.amount,
    value,
    isStrong: true,
    isUnverified: amount.isUnverified,
  }
  return [first, ...rows]
}
