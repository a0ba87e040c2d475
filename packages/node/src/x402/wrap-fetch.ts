import { fromBase64, toBase64, utf8 } from '../encoding.js'
import { SallyportError } from '../error.js'
import { type Payer, type PaymentOffer, signPayment } from './payer.js'

/** What may be paid. */
export interface PayOptions {
  /** The most for one request, in the smallest unit of the coin. */
  max: string
  /** The networks to pay on, such as `eip155:8453`. */
  network: string | readonly string[]
  /** The contracts of coins to pay with. By default every one that the wallet's policy lets pay. */
  assets?: readonly string[]
  /** Told of a payment before it is made; by throwing it stops it. */
  onPayment?(payment: { url: string; offer: PaymentOffer }): void | Promise<void>
  /** The clock, in Unix milliseconds: by default the machine's. */
  nowMs?: () => number
}

/** What became of a payment (x402 v2, `SettlementResponse`). */
export interface Settlement {
  success: boolean
  transaction?: string
  network?: string
  payer?: string
  errorReason?: string
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

const headers = {
  required: 'payment-required',
  signature: 'payment-signature',
  response: 'payment-response',
}

/**
 * A `fetch` that pays what a server asks for (x402 v2, scheme `exact` on Ethereum networks): once for a request, at most `max`, by a wallet whose policy the
 * signer judges each payment by.
 *
 * @throws SallyportError `payment_not_allowed` with `data.reason` where nothing that is accepted may be paid; `policy_violation` of the wallet.
 */
export function wrapFetch(fetch: Fetch, payer: Payer, options: PayOptions): Fetch {
  const { nowMs = Date.now } = options
  if (!/^\d+$/.test(options.max))
    throw new TypeError('max must be a whole number of the smallest unit')
  return async (input, init) => {
    const request = new Request(input, init)
    // The body of a request is read once.
    const again = request.clone()
    const answer = await fetch(request)
    if (answer.status !== 402) return answer
    const required = readRequired(answer)
    if (required === undefined) return answer
    // The offer is of another server than the caller has named, and the payment would follow no redirect.
    if (answer.redirected)
      throw refused('redirected', `The request was redirected to ${answer.url}: name that URL`)
    const offer = chooseOffer(required.accepts, options)
    await options.onPayment?.({ url: again.url, offer })
    const payload = await signPayment(payer, { offer, nowMs: nowMs() })
    const payment = {
      x402Version: 2,
      ...(required.resource !== undefined && { resource: required.resource }),
      accepted: offer,
      payload,
      ...(required.extensions !== undefined && { extensions: required.extensions }),
    }
    const sent = new Headers(again.headers)
    sent.set(headers.signature, toBase64(utf8(JSON.stringify(payment))))
    // A payment is for the server that asked: it follows no redirect to another one.
    return fetch(new Request(again, { headers: sent, redirect: 'error' }))
  }
}

/** What a server says became of the payment; undefined for an answer without one. */
export function settlementOf(answer: Pick<Response, 'headers'>): Settlement | undefined {
  const found = readHeader(answer, headers.response)
  return found !== undefined && typeof found.success === 'boolean' ? (found as never) : undefined
}

interface Required {
  accepts: readonly unknown[]
  resource?: unknown
  extensions?: unknown
}

/** What a server asks for; undefined where it is not version 2. */
function readRequired(answer: Response): Required | undefined {
  const found = readHeader(answer, headers.required)
  if (found?.x402Version !== 2 || !Array.isArray(found.accepts)) return undefined
  const { accepts, resource, extensions } = found
  return { accepts, resource, extensions }
}

function readHeader(
  { headers: given }: Pick<Response, 'headers'>,
  name: string,
): Record<string, unknown> | undefined {
  const text = given.get(name)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fromBase64(text)))
    // Of an object every member may be anything.
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined // Not a header of this protocol.
  }
}

/** The first offer that may be paid. @throws SallyportError `payment_not_allowed` */
function chooseOffer(accepts: readonly unknown[], options: PayOptions): PaymentOffer {
  const networks = [options.network].flat()
  const offers = accepts.filter(isExactOnEthereum)
  const onNetwork = offers.filter(({ network }) => networks.includes(network))
  const assets = options.assets?.map((each) => each.toLowerCase())
  const inAsset = onNetwork.filter(({ asset }) => assets?.includes(asset.toLowerCase()) ?? true)
  const affordable = inAsset.find(({ amount }) => BigInt(amount) <= BigInt(options.max))
  if (affordable !== undefined) return affordable
  const [cheapest] = inAsset.toSorted((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? -1 : 1))
  if (cheapest !== undefined)
    throw refused(
      'too_expensive',
      `It costs ${cheapest.amount}, and at most ${options.max} may be paid`,
      {
        amount: cheapest.amount,
        max: options.max,
      },
    )
  const reason = onNetwork.length > 0 ? 'asset' : offers.length > 0 ? 'network' : 'scheme'
  throw refused(reason, `Nothing that the server accepts may be paid: another ${reason} is needed`)
}

function isExactOnEthereum(offer: unknown): offer is PaymentOffer {
  if (typeof offer !== 'object' || offer === null) return false
  const text = (name: string, form: RegExp) => form.test(String(Reflect.get(offer, name)))
  const extra: unknown = Reflect.get(offer, 'extra')
  const named = typeof extra === 'object' && extra !== null ? extra : {}
  const method: unknown = Reflect.get(named, 'assetTransferMethod')
  return (
    Reflect.get(offer, 'scheme') === 'exact' &&
    (method === undefined || method === 'eip3009') &&
    text('network', /^eip155:[1-9]\d{0,15}$/) &&
    text('amount', /^\d{1,78}$/) &&
    text('asset', /^0x[0-9a-fA-F]{40}$/) &&
    text('payTo', /^0x[0-9a-fA-F]{40}$/) &&
    Number(Reflect.get(offer, 'maxTimeoutSeconds')) > 0 &&
    ['name', 'version'].every((name) => typeof Reflect.get(named, name) === 'string')
  )
}

function refused(reason: string, message: string, data: object = {}): SallyportError {
  return new SallyportError('payment_not_allowed', {
    status: 402,
    message,
    data: { reason, ...data },
  })
}
