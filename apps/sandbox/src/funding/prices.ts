/** What one unit is worth in the sandbox, in US dollars. */
const usd: Readonly<Record<string, number>> = {
  ETH: 2_500,
  SOL: 150,
  USDC: 1,
  USDT: 1,
  DAI: 1,
  BTC: 60_000,
  POL: 0.5,
  AVAX: 30,
  BNB: 600,
}

/** The coins that the sandbox sells and bridges. */
export const coins = {
  ethereum: { symbol: 'ETH', decimals: 18, usualAmount: '0.05' },
  solana: { symbol: 'SOL', decimals: 9, usualAmount: '1' },
} as const
export type CoinChain = keyof typeof coins

/** The price of a symbol; undefined for others. */
export function priceOf(symbol: string): number | undefined {
  const key = symbol.toUpperCase()
  return Object.hasOwn(usd, key) ? usd[key] : undefined
}

/** Units of one chain's coin for as much as `units` of the other's are worth. */
export function convert(units: bigint, from: CoinChain, to: CoinChain): bigint {
  const [paid, got] = [coins[from], coins[to]]
  const cents = (symbol: string) => BigInt(Math.round((priceOf(symbol) ?? 0) * 100))
  const worth = units * cents(paid.symbol) * 10n ** BigInt(got.decimals)
  return worth / (cents(got.symbol) * 10n ** BigInt(paid.decimals))
}

/** Base units of a decimal amount; undefined for text that is none. */
export function unitsOf(amount: string, decimals: number): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/**
 * The service that the server asks for prices and tokens.
 *
 * @returns undefined for a request that is not for it.
 */
export function answerTokenFacts(request: Request): Response | undefined {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/token_price') {
    const price = priceOf(searchParams.get('tokenSymbol') ?? '')
    return price === undefined
      ? Response.json({ error: 'unknown token' }, { status: 404 })
      : Response.json({ usd: price })
  }
  if (pathname !== '/spl_token_info') return undefined
  return searchParams.get('mint_address') === 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    ? Response.json({ name: 'USD Coin', symbol: 'USDC', decimals: 6 })
    : Response.json({ error: 'unknown token' }, { status: 404 })
}
