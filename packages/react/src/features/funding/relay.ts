import type { SallyportClient } from '@sallyport/core'
import type { Funding, FundingNetwork, FundingSource } from '../../flow/funding-data.js'
import { parseAmount } from '../../parse-amount.js'

/** Relay's API; apps of the sandbox have a simulator's instead. */
const publicApi = 'https://api.relay.link'
/** Relay's number of Solana, and how it spells the coins of both kinds of network. */
const solanaId = 792_703_809
const coins = { ethereum: `0x${'0'.repeat(40)}`, solana: '1'.repeat(32) } as const

/** One transaction that the paying wallet has to send. */
export type BridgeStep =
  | { type: 'ethereum'; chainId: number; to: string; data: string; value: bigint }
  | { type: 'solana'; instructions: readonly BridgeInstruction[] }

/** An instruction of Solana as Relay writes it. */
interface BridgeInstruction {
  program: string
  accounts: readonly { address: string; isSigner: boolean; isWritable: boolean }[]
  data: Uint8Array<ArrayBuffer>
}

/** What a bridge offers. */
export interface BridgeQuote {
  requestId: string
  /** What leaves the paying wallet, in the smallest unit of its network's coin. */
  pays: bigint
  /** What arrives, in the smallest unit of the asset. */
  arrives: bigint
  /** Seconds. */
  takes: number
  steps: readonly BridgeStep[]
}

/** How far a bridge is; `hashes` are those of the paying and of the receiving network. */
export interface BridgeState {
  at: 'waiting' | 'processing' | 'delayed' | 'success' | 'refunded' | 'failure'
  paid: string | null
  received: string | null
}

/**
 * What it costs to have `funding.amount` arrive, paid in the coin of the source's network.
 *
 * @throws Error when the bridge refuses, or when what it wants sent does not match what it says.
 */
export async function quoteBridge(
  client: SallyportClient,
  asked: { funding: Funding; source: FundingSource; from: FundingNetwork },
): Promise<BridgeQuote> {
  const { funding, source, from } = asked
  const units = parseAmount(funding.amount, funding.asset.decimals)
  if (units === null) throw new Error('The amount is not a number')
  const answer = await ask(client, '/quote/v2', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: source.address,
      recipient: funding.address,
      originChainId: idOf(from),
      destinationChainId: idOf(funding.network),
      originCurrency: coins[from.type],
      destinationCurrency: funding.asset.token ?? coins[funding.network.type],
      amount: String(units),
      tradeType: 'EXACT_OUTPUT',
    }),
  })
  return readQuote(answer, { from, source, wanted: units })
}

/** What the bridge says of a payment. @throws when it does not answer. */
export async function readBridge(client: SallyportClient, requestId: string): Promise<BridgeState> {
  const query = new URLSearchParams({ requestId })
  const { status, inTxHashes, txHashes } = fieldsOf(
    await ask(client, `/intents/status/v3?${query}`),
  )
  return {
    at: states[String(status)] ?? 'waiting',
    paid: firstOf(inTxHashes),
    received: firstOf(txHashes),
  }
}

const states: Readonly<Record<string, BridgeState['at']>> = {
  waiting: 'waiting',
  depositing: 'processing',
  pending: 'processing',
  submitted: 'processing',
  delayed: 'delayed',
  success: 'success',
  refund: 'refunded',
  refunded: 'refunded',
  failure: 'failure',
}

/**
 * A quote, with what it wants sent compared with what it says.
 *
 * @throws Error when less arrives than was asked for, or a transaction is for another network or carries more than the price.
 */
export function readQuote(
  answer: unknown,
  asked: { from: FundingNetwork; source: FundingSource; wanted: bigint },
): BridgeQuote {
  const { steps, details } = fieldsOf(answer)
  const { currencyIn, currencyOut, timeEstimate } = fieldsOf(details)
  const pays = unitsOf(fieldsOf(currencyIn).amount)
  const arrives = unitsOf(fieldsOf(currencyOut).amount)
  if (arrives < asked.wanted) throw new Error('The bridge delivers less than was asked for')
  const list = listOf(steps).map(fieldsOf)
  const requestId = list.map((step) => step.requestId).find((id) => typeof id === 'string')
  if (typeof requestId !== 'string') throw new Error('The bridge did not name the payment')
  const read = list.flatMap(({ items }) =>
    listOf(items).map((item) => readStep(fieldsOf(item).data, asked)),
  )
  if (read.length === 0) throw new Error('The bridge did not say what to send')
  const sent = read.reduce((sum, step) => sum + ('value' in step ? step.value : 0n), 0n)
  if (sent > pays) throw new Error('The bridge wants more sent than it says')
  return { requestId, pays, arrives, takes: Number(timeEstimate) || 0, steps: read }
}

function readStep(given: unknown, { from }: { from: FundingNetwork }): BridgeStep {
  const data = fieldsOf(given)
  if (from.type === 'solana')
    return { type: 'solana', instructions: listOf(data.instructions).map(readInstruction) }
  const { to, value = '0', chainId } = data
  if (chainId !== from.chainId) throw new Error('The bridge names another network')
  if (typeof to !== 'string' || !/^0x[0-9a-f]{40}$/i.test(to))
    throw new Error('The bridge named no recipient')
  const input =
    typeof data.data === 'string' && /^0x([0-9a-f]{2})*$/i.test(data.data) ? data.data : '0x'
  return { type: 'ethereum', chainId: from.chainId, to, data: input, value: BigInt(String(value)) }
}

function readInstruction(given: unknown): BridgeInstruction {
  const { programId, keys, data } = fieldsOf(given)
  const pairs =
    String(data ?? '')
      .replace(/^0x/, '')
      .match(/../g) ?? []
  return {
    program: String(programId),
    accounts: listOf(keys).map((key) => {
      const { pubkey, isSigner, isWritable } = fieldsOf(key)
      return {
        address: String(pubkey),
        isSigner: isSigner === true,
        isWritable: isWritable === true,
      }
    }),
    data: Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)),
  }
}

async function ask({ environment, state }: SallyportClient, path: string, init: RequestInit = {}) {
  const api = state.config?.funding_urls?.relay ?? publicApi
  const signal = AbortSignal.timeout(15_000)
  const response = await environment.fetch(`${api}${path}`, { ...init, signal })
  if (!response.ok) throw new Error(`The bridge answered ${response.status}`)
  const answer: unknown = await response.json()
  return answer
}

const idOf = (network: FundingNetwork) => ('chainId' in network ? network.chainId : solanaId)

function unitsOf(value: unknown): bigint {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value))
    throw new Error('The bridge named no amount')
  return BigInt(value)
}

function firstOf(value: unknown): string | null {
  const first = listOf(value)[0]
  return typeof first === 'string' ? first : null
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function fieldsOf(value: unknown): Record<string, unknown> {
  // Any object can be read so; every field is checked where it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
