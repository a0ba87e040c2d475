import type { Chain, SallyportClient } from '@sallyport/core'
import { readChain } from './read-chain.js'

/** An ERC-20 token as its contract describes it. */
export interface TokenOnChain {
  symbol: string
  decimals: number
  /** What `holder` has of it; null where the contract did not say. */
  balance: bigint | null
}

/** The selectors of symbol(), decimals() and balanceOf(address). */
const selectors = { symbol: '0x95d89b41', decimals: '0x313ce567', balanceOf: '0x70a08231' } as const

/** Asks a token's contract for symbol, decimals and the holder's balance; null when it does not name the first two. */
export async function readToken(
  { client }: { client: SallyportClient },
  { chain, token, holder }: { chain: Chain; token: string; holder: string },
): Promise<TokenOnChain | null> {
  const ask = (data: string) =>
    readChain(client, { chain, method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  try {
    const [symbol, decimals, balance] = await Promise.all([
      ask(selectors.symbol),
      ask(selectors.decimals),
      readTokenBalance({ client }, { chain, token, holder }).catch(() => null),
    ])
    const places = wordOf(decimals)
    const name = decodeText(symbol)
    if (places === null || places > 36n || name === null) return null
    return { symbol: name, decimals: Number(places), balance }
  } catch {
    // A contract without these two is shown in base units.
    return null
  }
}

/** What `holder` has of a token, in base units; null when its contract does not say. @throws what the node refused. */
export async function readTokenBalance(
  { client }: { client: SallyportClient },
  { chain, token, holder }: { chain: Chain; token: string; holder: string },
): Promise<bigint | null> {
  const account = holder.toLowerCase().replace(/^0x/, '').padStart(64, '0')
  const call = { to: token, data: `${selectors.balanceOf}${account}` }
  return wordOf(await readChain(client, { chain, method: 'eth_call', params: [call, 'latest'] }))
}

/** Decodes an ABI-encoded string of at most 12 printable characters; contracts may claim any name. */
export function decodeText(value: unknown): string | null {
  if (typeof value !== 'string' || !/^0x([0-9a-f]{64}){3,}$/i.test(value)) return null
  const length = Number(BigInt(`0x${value.slice(66, 130)}`))
  if (length < 1 || length > 12) return null
  const bytes = value.slice(130, 130 + length * 2).match(/../g) ?? []
  const text = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)))
  return /^[\x21-\x7e]+$/.test(text) ? text : null
}

function wordOf(value: unknown): bigint | null {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : null
}
