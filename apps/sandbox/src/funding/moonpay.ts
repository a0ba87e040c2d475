import { createHmac, timingSafeEqual } from 'node:crypto'
import { type CoinChain, coins, unitsOf } from './prices.js'
import {
  decide,
  decidedPage,
  type Purchase,
  purchasePage,
  readDecision,
  refusedPage,
  type Seller,
} from './purchase.js'

/** Keys of the sandbox's app at MoonPay. */
interface MoonpayKeys {
  publishable: string
  secret: string
}

const seller = 'MoonPay'
const pagePath = /^\/buy(?:-sandbox)?\.moonpay\.com\/?$/
const apiPath = /^\/api\.moonpay\.com\/v1\/transactions\/ext\/([\w-]{1,64})$/

const statuses = {
  paid: 'pending',
  delivered: 'completed',
  declined: 'failed',
} as const satisfies Record<Purchase['state'], string>

/**
 * MoonPay: the page of a signed address, and what its public API says of a purchase.
 *
 * @returns undefined for a request that is not MoonPay's.
 */
export function createMoonpay(options: Seller & { keys: readonly MoonpayKeys[] }) {
  const { keys, chosen } = options
  const purchases = new Map<string, Purchase>()
  return async (request: Request): Promise<Response | undefined> => {
    const url = new URL(request.url)
    const id = apiPath.exec(url.pathname)?.[1]
    if (id === undefined && !pagePath.test(url.pathname)) return undefined
    if (chosen() === 'down') return new Response('Internal Server Error', { status: 500 })
    return id === undefined ? page(request, url) : status(url, id)
  }

  function status({ searchParams }: URL, id: string): Response {
    const purchase = purchases.get(id)
    if (!keys.some(({ publishable }) => publishable === searchParams.get('apiKey'))) {
      return Response.json({ message: 'Unauthorized' }, { status: 401 })
    }
    if (!purchase) return Response.json({ message: 'Not found' }, { status: 404 })
    const { state, hash = null, to } = purchase
    return Response.json([
      {
        externalTransactionId: id,
        status: statuses[state],
        walletAddress: to,
        cryptoTransactionId: hash,
        failureReason: state === 'declined' ? 'card_not_active' : null,
      },
    ])
  }

  async function page(request: Request, url: URL): Promise<Response> {
    const { searchParams } = url
    if (!isSigned(url, keys))
      return refusedPage(seller, 'The signature of this address is not valid.')
    const code = searchParams.get('currencyCode') ?? ''
    const chain = chainOf(code)
    const to = searchParams.get('walletAddress') ?? ''
    const id = searchParams.get('externalTransactionId') ?? ''
    if (chain === undefined)
      return refusedPage(seller, `The sandbox sells ETH and SOL, not ${code}.`)
    const amount = searchParams.get('quoteCurrencyAmount') ?? coins[chain].usualAmount
    const units = unitsOf(amount, coins[chain].decimals)
    if (units === undefined || units === 0n || id === '')
      return refusedPage(seller, 'The amount is missing.')
    const known = purchases.get(id)
    // One purchase for each id, however often the page is opened.
    if (known) return decidedPage(seller, known)
    if (request.method !== 'POST') {
      return purchasePage({ seller, action: `${url.pathname}${url.search}`, amount, chain, to })
    }
    const decision = await readDecision(request)
    const placed: Purchase = { chain, to, units, state: 'paid' }
    purchases.set(id, placed)
    const purchase = await decide(options, placed, decision)
    purchases.set(id, purchase)
    return decidedPage(seller, purchase)
  }
}

function chainOf(code: string): CoinChain | undefined {
  if (code === 'sol') return 'solana'
  return /^eth(?:_\w+)?$/.test(code) ? 'ethereum' : undefined
}

/** Whether the last parameter is the signature of everything before it. */
function isSigned({ search, searchParams }: URL, keys: readonly MoonpayKeys[]): boolean {
  const key = keys.find(({ publishable }) => publishable === searchParams.get('apiKey'))
  const at = search.indexOf('&signature=')
  if (!key || at < 0) return false
  const expected = createHmac('sha256', key.secret).update(search.slice(0, at)).digest()
  const given = Buffer.from(decodeURIComponent(search.slice(at + '&signature='.length)), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
