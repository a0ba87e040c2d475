import type { Given, TypedAmount, TypedDataMeaning } from './typed-data-meaning.js'
import {
  address,
  type Deps,
  expiryOf,
  type Fields,
  integer,
  isRecord,
} from './typed-data-values.js'

type Order = Extract<TypedDataMeaning, { kind: 'order' }>

/** Most items of an order that are read; a wallet signs no message with so many values. */
const mostItems = 5_000

/** An order of Seaport. Where a price falls or rises, the signer is told the most that they may give and the least that they may get. */
export function readOrder(deps: Deps, { message }: Given): Order {
  return {
    kind: 'order',
    gives: itemsOf(message.offer).map((item) => orderAmount(deps, item, 'most')),
    gets: itemsOf(message.consideration).map((item) => ({
      ...orderAmount(deps, item, 'least'),
      to: address(deps, item.recipient),
    })),
    expires: expiryOf(message.endTime),
  }
}

/** Members of the known orders: Seaport, CoW Protocol, 1inch and 0x. */
export const orderFields: ReadonlySet<string> = new Set([
  ...['offerer', 'zone', 'orderType', 'startTime', 'endTime', 'zoneHash', 'salt', 'conduitKey'],
  ...['counter', 'totalOriginalConsiderationItems'],
  ...['sellToken', 'buyToken', 'receiver', 'sellAmount', 'buyAmount', 'validTo', 'appData'],
  ...['feeAmount', 'kind', 'partiallyFillable', 'sellTokenBalance', 'buyTokenBalance'],
  ...['makerAsset', 'takerAsset', 'maker', 'taker', 'allowedSender', 'makingAmount'],
  ...['takingAmount', 'makerTraits'],
  ...['makerToken', 'takerToken', 'makerAmount', 'takerAmount', 'takerTokenFeeAmount', 'sender'],
  ...['feeRecipient', 'pool', 'expiry', 'txOrigin', 'expiryAndNonce'],
])

/** The names of what is given and got in an order of one token for another. */
interface SwapForm {
  gives: readonly [token: string, amount: string]
  gets: readonly [token: string, amount: string]
  /** Goes with what is given. */
  fee?: string
  expires?: string
}

const swapForms: readonly SwapForm[] = [
  // CoW Protocol
  {
    gives: ['sellToken', 'sellAmount'],
    gets: ['buyToken', 'buyAmount'],
    fee: 'feeAmount',
    expires: 'validTo',
  },
  // 1inch
  { gives: ['makerAsset', 'makingAmount'], gets: ['takerAsset', 'takingAmount'] },
  // 0x
  { gives: ['makerToken', 'makerAmount'], gets: ['takerToken', 'takerAmount'], expires: 'expiry' },
]

/** An order of one token for another; null for other data. Without a receiver the signer is paid. */
export function readSwap(deps: Deps, { message }: Given): Order | null {
  const form = swapForms.find(({ gives, gets }) =>
    [...gives, ...gets].every((name) => message[name] !== undefined),
  )
  if (!form) return null
  const amount = ([token, units]: SwapForm['gives'], fee = 0n): TypedAmount => {
    const count = integer(message[units])
    const whole = count === null ? null : count + fee
    return { token: address(deps, message[token]), units: whole, tokenId: null }
  }
  const fee = form.fee === undefined ? null : integer(message[form.fee])
  const side = sideOf(deps, message)
  if (side === 'taker') {
    const expires = form.expires === undefined ? null : expiryOf(message[form.expires])
    const gets = [{ ...amount(form.gives), to: null, isOwn: true } as const]
    return { kind: 'order', gives: [amount(form.gets)], gets, expires }
  }
  const receiver = address(deps, message.receiver)
  const isNamed = receiver !== null && /[^0x]/i.test(receiver)
  const to = isNamed ? ({ to: receiver } as const) : ({ to: null, isOwn: true } as const)
  return {
    kind: 'order',
    gives: [amount(form.gives, fee ?? 0n), ...(side === 'unknown' ? [amount(form.gets)] : [])],
    gets: [{ ...amount(form.gets), ...to }],
    expires: form.expires === undefined ? null : expiryOf(message[form.expires]),
  }
}

/**
 * Which side of an order the signer is, by the accounts that it names. One that names others on both sides may be signed for either of
 * them.
 */
function sideOf({ checksum, signer }: Deps, message: Fields): 'maker' | 'taker' | 'unknown' {
  const maker = address({ checksum }, message.maker)
  if (signer === undefined || maker === null) return 'maker'
  const isSigner = (account: string | null) => account?.toLowerCase() === signer.toLowerCase()
  if (isSigner(maker)) return 'maker'
  return isSigner(address({ checksum }, message.taker)) ? 'taker' : 'unknown'
}

/** Item types of Seaport: 0 native, 1 ERC-20, 2 and 3 one item, 4 and 5 any item that meets criteria. */
function orderAmount(deps: Deps, item: Fields, bound: 'least' | 'most'): TypedAmount {
  const type = integer(item.itemType)
  const [start, end] = [integer(item.startAmount), integer(item.endAmount)]
  const [least, most] = start === null || end === null || start < end ? [start, end] : [end, start]
  return {
    token: type === 0n ? null : address(deps, item.token),
    units: bound === 'least' ? (least ?? most) : (most ?? least),
    tokenId: type === 2n || type === 3n ? integer(item.identifierOrCriteria) : null,
  }
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.slice(0, mostItems).filter(isRecord) : []
}
