import { createPublicKey, randomBytes } from 'node:crypto'
import { jwtVerify } from 'jose'
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

/** The sandbox's API key at Coinbase. */
interface CoinbaseKey {
  name: string
  /** 32 bytes. */
  publicKey: Uint8Array
}

const seller = 'Coinbase'
const api = '/api.developer.coinbase.com'
const tokenPath = '/onramp/v1/token'
const transactionsPath = /^\/onramp\/v1\/buy\/user\/([\w-]{1,49})\/transactions$/
const pagePath = '/pay.coinbase.com/buy/select-asset'

/** Networks with a local chain of their own, and those without one; the others are Ethereum’s. */
const ownChains: Readonly<Record<string, CoinChain>> = { solana: 'solana' }
const unsold: readonly unknown[] = ['bitcoin', 'stellar']

const statuses = {
  paid: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  delivered: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  declined: 'ONRAMP_TRANSACTION_STATUS_FAILED',
} as const satisfies Record<Purchase['state'], string>

/**
 * Coinbase's on-ramp: session tokens, the page that one opens, and a user's purchases.
 *
 * @returns undefined for a request that is not Coinbase's.
 */
export function createCoinbase(options: Seller & { key: CoinbaseKey; nowMs: () => number }) {
  const { chosen, key, nowMs } = options
  const sessions = new Map<string, { to: string; chain: CoinChain | undefined }>()
  const purchases = new Map<string, Purchase>()
  return async (request: Request): Promise<Response | undefined> => {
    const url = new URL(request.url)
    const isApi = url.pathname.startsWith(`${api}/`)
    if (!isApi && url.pathname !== pagePath) return undefined
    if (chosen() === 'down') return new Response('Internal Server Error', { status: 500 })
    return isApi ? answerApi(request, url.pathname.slice(api.length)) : page(request, url)
  }

  async function answerApi(request: Request, path: string): Promise<Response> {
    const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
    const uri = `${request.method} ${api.slice(1)}${path}`
    if (!(await isCall(token, uri)))
      return Response.json({ message: 'Unauthorized' }, { status: 401 })
    if (path === tokenPath && request.method === 'POST') return issue(await request.json())
    const user = transactionsPath.exec(path)?.[1]
    const purchase = user === undefined ? undefined : purchases.get(user)
    const transactions = purchase
      ? [
          {
            status: statuses[purchase.state],
            wallet_address: purchase.to,
            tx_hash: purchase.hash ?? '',
          },
        ]
      : []
    return Response.json({ transactions, total_count: transactions.length })
  }

  async function isCall(token: string, uri: string): Promise<boolean> {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key.publicKey).toString('base64url') }
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    const checked = await jwtVerify(token, publicKey, {
      issuer: 'cdp',
      subject: key.name,
      currentDate: new Date(nowMs()),
    }).catch(() => undefined)
    const uris = checked?.payload.uris
    return Array.isArray(uris) && uris.includes(uri)
  }

  function issue(body: unknown): Response {
    const [entry] = listIn(body, 'addresses')
    const to = fieldIn(entry, 'address')
    const [network] = listIn(entry, 'blockchains')
    if (typeof to !== 'string')
      return Response.json({ message: 'addresses is required' }, { status: 400 })
    const token = randomBytes(24).toString('base64url')
    const chain = unsold.includes(network) ? undefined : (ownChains[String(network)] ?? 'ethereum')
    sessions.set(token, { to, chain })
    return Response.json({ token, channel_id: randomBytes(8).toString('hex') })
  }

  async function page(request: Request, url: URL): Promise<Response> {
    const { searchParams } = url
    const token = searchParams.get('sessionToken') ?? ''
    const user = searchParams.get('partnerUserId') ?? ''
    const session = sessions.get(token)
    if (!session || user === '') return refusedPage(seller, 'This session is not valid any more.')
    const { to, chain } = session
    const asset = (searchParams.get('defaultAsset') ?? '').toUpperCase()
    if (chain === undefined || (asset !== '' && asset !== coins[chain].symbol)) {
      return refusedPage(seller, 'The sandbox sells ETH and SOL.')
    }
    const amount = searchParams.get('presetCryptoAmount') ?? coins[chain].usualAmount
    const units = unitsOf(amount, coins[chain].decimals)
    if (units === undefined || units === 0n) return refusedPage(seller, 'The amount is missing.')
    if (request.method !== 'POST') {
      return purchasePage({ seller, action: `${url.pathname}${url.search}`, amount, chain, to })
    }
    const decision = await readDecision(request)
    // A token is used once.
    sessions.delete(token)
    const purchase = await decide(options, { chain, to, units }, decision)
    purchases.set(user, purchase)
    return decidedPage(seller, purchase)
  }
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listIn(value: unknown, name: string): unknown[] {
  const list = fieldIn(value, name)
  return Array.isArray(list) ? list : []
}
