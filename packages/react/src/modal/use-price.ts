import { funding as fundingCalls, type SallyportClient } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { isListed } from '../chain/listed-tokens.js'
import type { Price, PricedAsset, SallyportConfig } from '../config.js'
import { useModal } from './modal-context.js'
import { toProblem } from './to-problem.js'

/** What one unit of an asset is worth: by the app's `priceOf`, else by the server; null where neither knows, and for no asset. */
export function usePrice(asset: PricedAsset | null): Price | null {
  const { settings, kit } = useModal()
  const { priceOf } = settings
  const { client } = kit
  const [price, setPrice] = useState<Price | null>(null)
  const { network, token, symbol } = asset ?? { network: null, token: null, symbol: '' }
  useEffect(() => {
    if (network === null) return
    let isCurrent = true
    // Not knowing is a state of its own: amounts are shown in the asset alone.
    askPrice(client, { priceOf, asset: { network, token, symbol } }).then(
      (found) => isCurrent && setPrice(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, priceOf, network, token, symbol])
  return price
}

/** Clients of deployments that know no prices: they are asked once. */
const withoutPrices = new WeakSet<SallyportClient>()

async function askPrice(
  client: SallyportClient,
  { priceOf, asset }: { priceOf: SallyportConfig['priceOf'] | null; asset: PricedAsset },
): Promise<Price | null> {
  if (priceOf) return priceOf(asset)
  const chainId = pricedChainOf(asset)
  if (chainId === null || withoutPrices.has(client)) return null
  try {
    const amount = await fundingCalls.tokenPrice(client, { chainId, tokenSymbol: asset.symbol })
    return { amount, currency: 'USD' }
  } catch (error) {
    if (toProblem(error).code === 'feature_not_enabled') withoutPrices.add(client)
    return null
  }
}

/**
 * The chain that the server is asked about: 0 stands for Solana. Null for what it isn't asked: it knows assets by their symbols,
 * and any contract can call itself ETH or USDC.
 */
function pricedChainOf({ network, token, symbol }: PricedAsset): number | null {
  if (token !== null && !isListed(network, { token, symbol })) return null
  const [namespace, id] = network.split(':')
  if (namespace === 'solana') return 0
  return namespace === 'eip155' ? Number(id) : null
}

/** About how much `units` are worth, as text. */
export function worthOf(
  price: Price,
  amount: { units: bigint; decimals: number; locale: string },
): string {
  const { units, decimals, locale } = amount
  // Rounded to cents on display; the exact amount stands beside it.
  return writeMoney((Number(units) / 10 ** decimals) * price.amount, price.currency, locale)
}

/** Money as people read it. */
export function writeMoney(value: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
  }).format(value)
}
