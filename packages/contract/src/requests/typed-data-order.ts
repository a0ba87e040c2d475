import { type Form, form, partsOf } from './typed-data-form.js'
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

const itemMembers = 'itemType token identifierOrCriteria startAmount endAmount'
/** An order of Seaport. */
export const offerForm = form(
  'offerer zone orderType startTime endTime zoneHash salt conduitKey counter totalOriginalConsiderationItems',
  { offer: itemMembers, consideration: `${itemMembers} recipient` },
)

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

/** The names of what is given and got in an order of one token for another. */
interface SwapForm {
  form: Form
  gives: readonly [token: string, amount: string]
  gets: readonly [token: string, amount: string]
  /** Goes with what is given. */
  fee?: string
  expires?: string
}

const swapForms: readonly SwapForm[] = [
  // CoW Protocol
  {
    form: form(
      'sellToken buyToken receiver sellAmount buyAmount validTo appData feeAmount kind partiallyFillable sellTokenBalance buyTokenBalance',
    ),
    gives: ['sellToken', 'sellAmount'],
    gets: ['buyToken', 'buyAmount'],
    fee: 'feeAmount',
    expires: 'validTo',
  },
  // 1inch
  {
    form: form(
      'salt maker receiver makerAsset takerAsset makingAmount takingAmount makerTraits allowedSender',
    ),
    gives: ['makerAsset', 'makingAmount'],
    gets: ['takerAsset', 'takingAmount'],
  },
  // 0x
  {
    form: form(
      'makerToken takerToken makerAmount takerAmount takerTokenFeeAmount maker taker sender feeRecipient pool expiry salt txOrigin expiryAndNonce',
    ),
    gives: ['makerToken', 'makerAmount'],
    gets: ['takerToken', 'takerAmount'],
    expires: 'expiry',
  },
]

/** The form of an order of one token for another; undefined for other data. */
export function swapFormOf(message: Fields): SwapForm | undefined {
  return swapForms.find(({ gives, gets }) =>
    [...gives, ...gets].every((name) => message[name] !== undefined),
  )
}

/** An order of one token for another. Without a receiver the signer is paid. */
export function readSwap(
  deps: Deps,
  { message, swap }: Pick<Given, 'message'> & { swap: SwapForm },
): Order {
  const amount = ([token, units]: SwapForm['gives'], fee = 0n): TypedAmount => {
    const count = integer(message[units])
    const whole = count === null ? null : count + fee
    return { token: address(deps, message[token]), units: whole, tokenId: null }
  }
  const fee = swap.fee === undefined ? null : integer(message[swap.fee])
  const side = sideOf(deps, message)
  if (side === 'taker') {
    const expires = swap.expires === undefined ? null : expiryOf(message[swap.expires])
    const gets = [{ ...amount(swap.gives), to: null, isOwn: true } as const]
    return { kind: 'order', gives: [amount(swap.gets)], gets, expires }
  }
  const receiver = address(deps, message.receiver)
  const isNamed = receiver !== null && /[^0x]/i.test(receiver)
  const to = isNamed ? ({ to: receiver } as const) : ({ to: null, isOwn: true } as const)
  return {
    kind: 'order',
    gives: [amount(swap.gives, fee ?? 0n), ...(side === 'unknown' ? [amount(swap.gets)] : [])],
    gets: [{ ...amount(swap.gets), ...to }],
    expires: swap.expires === undefined ? null : expiryOf(message[swap.expires]),
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
  return partsOf(value).filter(isRecord)
}
