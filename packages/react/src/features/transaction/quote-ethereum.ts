import type { Chain, SallyportClient } from '@sallyport/core'
import { loadWallets } from '../../load-wallets.js'
import { quantity } from './draft-ethereum.js'
import type { Draft, Quote } from './preview.js'
import { readChain } from './read-chain.js'

/** A transaction as an app asked for it. */
interface EthereumRequest {
  address: string
  chain: Chain
  transaction: Record<string, unknown>
}

/** Asks the network what a transaction costs, what the wallet holds, and whether it would work. Never rejects. */
export async function quoteEthereum(
  request: EthereumRequest,
  deps: { client: SallyportClient; draft: Draft },
): Promise<Quote> {
  const unknown = { fee: null, balance: null, likelyFails: false }
  const [costs, token] = await Promise.all([
    // Not knowing is a state of its own on the screen.
    costsOf(request, deps).catch(() => unknown),
    tokenOf(request, deps),
  ])
  return { ...costs, token }
}

async function costsOf(request: EthereumRequest, { client }: { client: SallyportClient }) {
  const { ethereum } = await loadWallets()
  const prepared = await ethereum.prepareTransaction(client, request)
  const { maxFeeWei, balanceWei, isInsufficient, problem } = prepared
  return { fee: maxFeeWei, balance: balanceWei, likelyFails: problem !== null && !isInsufficient }
}

async function tokenOf(
  { chain }: EthereumRequest,
  { client, draft }: { client: SallyportClient; draft: Draft },
): Promise<Quote['token']> {
  const { action } = draft
  if (action.kind !== 'send-token' && action.kind !== 'approve-token') return null
  const ask = (data: string) =>
    readChain(client, {
      chain,
      method: 'eth_call',
      params: [{ to: action.token, data }, 'latest'],
    })
  try {
    // The selectors of symbol() and decimals().
    const [symbol, decimals] = await Promise.all([ask('0x95d89b41'), ask('0x313ce567')])
    const places = quantity(decimals)
    const name = decodeText(symbol)
    if (places === null || places > 36n || name === null) return null
    return { symbol: name, decimals: Number(places) }
  } catch {
    // A contract without these two is shown in base units.
    return null
  }
}

/** An ABI-encoded string of at most 12 printable characters; contracts may claim any name. */
export function decodeText(value: unknown): string | null {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{64}){3,}$/i.test(value)) return null
  const length = Number(BigInt(`0x${value.slice(66, 130)}`))
  if (length < 1 || length > 12) return null
  const bytes = value.slice(130, 130 + length * 2).match(/../g) ?? []
  const text = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)))
  return /^[\x21-\x7e]+$/.test(text) ? text : null
}
