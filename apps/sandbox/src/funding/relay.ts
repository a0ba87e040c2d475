import { randomBytes } from 'node:crypto'
import type { BridgeAnswer } from './answers.js'
import type { LocalChains } from './payout.js'
import { type CoinChain, coins, convert, priceOf } from './prices.js'

const api = '/api.relay.link'
const solanaId = 792_703_809
/** What the bridge keeps: 0.5 %. */
const feePart = 200n
const slowMs = 8_000
const lookEveryMs = 500
/** How long a payment is waited for. */
const waitsMs = 10 * 60_000

/** One movement of coins. */
interface Intent {
  id: string
  from: CoinChain
  to: CoinChain
  /** Where the payment is waited for. */
  deposit: string
  pays: bigint
  arrives: bigint
  payer: string
  recipient: string
  status: 'waiting' | 'pending' | 'delayed' | 'success' | 'refund' | 'failure'
  paidOut?: string
}

interface Bridge {
  chains: LocalChains
  chosen: () => BridgeAnswer
  /** Of the local Ethereum chain. */
  chainId: number
  wait: (ms: number) => Promise<unknown>
}

interface Running extends Bridge {
  intents: Map<string, Intent>
}

/**
 * A bridge in the form of Relay's API that moves coins between the two local chains: it waits for a payment at an address made
 * for it, and pays out on the other chain.
 *
 * @returns undefined for a request that is not for it.
 * @see https://docs.relay.link/references/api/get-quote
 */
export function createRelayBridge(bridge: Bridge) {
  const running: Running = { ...bridge, intents: new Map() }
  return async (request: Request): Promise<Response | undefined> => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${api}/`)) return undefined
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    if (bridge.chosen() === 'down') return new Response('Internal Server Error', { status: 500 })
    const path = url.pathname.slice(api.length)
    if (/^\/quote(?:\/v2)?$/.test(path)) return quote(running, await request.json())
    if (/^\/intents\/status(?:\/v[23])?$/.test(path)) {
      return status(running, url.searchParams.get('requestId') ?? '')
    }
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
}

function quote(running: Running, body: unknown): Response {
  const { chains, chosen, chainId, intents } = running
  const wanted = readWanted(body, chainId)
  if (!wanted || chosen() === 'unquoted') {
    const refusal = { errorCode: 'NO_SWAP_ROUTES_FOUND', message: 'No routes found' }
    return Response.json(refusal, { status: 400 })
  }
  const { from, to, amount, isExact, payer, recipient } = wanted
  const plain = isExact ? convert(amount, to, from) : amount
  const pays = isExact ? plain + plain / feePart + 1n : amount
  const arrives = isExact ? amount : convert(amount - amount / feePart, from, to)
  const id = `0x${randomBytes(32).toString('hex')}`
  const deposit = chains[from].freshAddress()
  const intent: Intent = {
    id,
    from,
    to,
    deposit,
    pays,
    arrives,
    payer,
    recipient,
    status: 'waiting',
  }
  intents.set(id, intent)
  void follow(running, intent)
  const items = [{ status: 'incomplete', data: deposits[from](intent, chainId) }]
  return Response.json({
    steps: [{ id: 'deposit', kind: 'transaction', requestId: id, items }],
    details: {
      currencyIn: currency(from, pays),
      currencyOut: currency(to, arrives),
      recipient,
      timeEstimate: 3,
    },
  })
}

/** What a quote is asked for; undefined for what the bridge does not move. */
function readWanted(body: unknown, chainId: number) {
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  const chainOf = (id: unknown): CoinChain | undefined =>
    id === solanaId ? 'solana' : id === chainId ? 'ethereum' : undefined
  const [from, to] = [chainOf(field('originChainId')), chainOf(field('destinationChainId'))]
  const amount = String(field('amount'))
  const areCoins = isCoin(field('originCurrency')) && isCoin(field('destinationCurrency'))
  if (!from || !to || from === to || !areCoins || !/^[1-9]\d{0,30}$/.test(amount)) return undefined
  return {
    from,
    to,
    amount: BigInt(amount),
    isExact: field('tradeType') === 'EXACT_OUTPUT',
    payer: String(field('user')),
    recipient: String(field('recipient')),
  }
}

function status({ intents, chainId }: Running, id: string): Response {
  const intent = intents.get(id)
  if (!intent) return Response.json({ message: 'Not found' }, { status: 404 })
  const { status, paidOut, to } = intent
  return Response.json({
    status,
    inTxHashes: [],
    txHashes: paidOut === undefined ? [] : [paidOut],
    destinationChainId: { ethereum: chainId, solana: solanaId }[to],
  })
}

/** Waits for the payment and delivers it as the dashboard says. */
async function follow(running: Running, intent: Intent): Promise<void> {
  const { chains, wait } = running
  const { from, deposit, pays } = intent
  for (let waited = 0; waited < waitsMs; waited += lookEveryMs) {
    const held = await chains[from].balanceOf(deposit).catch(() => 0n)
    if (held >= pays) return deliver(running, intent)
    await wait(lookEveryMs)
  }
}

async function deliver({ chains, chosen, wait }: Running, intent: Intent): Promise<void> {
  const { from, to, payer, recipient, pays, arrives } = intent
  intent.status = 'pending'
  const does = chosen()
  if (does === 'failed') intent.status = 'failure'
  if (does === 'stuck' || does === 'slow') intent.status = 'delayed'
  if (does === 'failed' || does === 'stuck') return
  if (does === 'refunded') {
    intent.paidOut = await chains[from].pay(payer, pays)
    intent.status = 'refund'
    return
  }
  if (does === 'slow') await wait(slowMs)
  intent.paidOut = await chains[to].pay(recipient, arrives)
  intent.status = 'success'
}

function depositCall({ payer, deposit, pays }: Intent, chainId: number) {
  return { from: payer, to: deposit, data: '0x', value: String(pays), chainId }
}

/** The system program's transfer, as Relay writes instructions. */
function depositInstruction({ payer, deposit, pays }: Intent) {
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(pays, 4)
  return {
    instructions: [
      {
        programId: '1'.repeat(32),
        keys: [
          { pubkey: payer, isSigner: true, isWritable: true },
          { pubkey: deposit, isSigner: false, isWritable: true },
        ],
        data: data.toString('hex'),
      },
    ],
    addressLookupTableAddresses: [],
  }
}

function currency(chain: CoinChain, units: bigint) {
  const { symbol, decimals } = coins[chain]
  const amountFormatted = String(Number(units) / 10 ** decimals)
  const amountUsd = ((Number(units) / 10 ** decimals) * (priceOf(symbol) ?? 0)).toFixed(2)
  return { currency: { symbol, decimals }, amount: String(units), amountFormatted, amountUsd }
}

/** The spelling of both networks' coins. */
function isCoin(currency: unknown): boolean {
  return currency === `0x${'0'.repeat(40)}` || currency === '1'.repeat(32)
}

/** What a payer sends, by the chain it is sent on. */
const deposits = { ethereum: depositCall, solana: depositInstruction }
