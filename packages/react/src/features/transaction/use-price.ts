import { useEffect, useState } from 'react'
import type { Price } from '../../config.js'
import { useModal } from '../../modal/modal-context.js'
import { assetOf, type Draft, type Quote } from './preview.js'

/** The price of the asset a transaction moves, by the app's `priceOf`; null without it, and where it does not know. */
export function usePrice(draft: Draft, quote: Quote | null): Price | null {
  const { priceOf } = useModal().settings
  const [price, setPrice] = useState<Price | null>(null)
  const asset = assetOf(draft, quote)
  const { network, token, symbol } = asset ?? { network: null, token: null, symbol: '' }
  useEffect(() => {
    if (!priceOf || network === null) return
    let current = true
    const ask = async () => priceOf({ network, token, symbol })
    // Not knowing is a state of its own: the amount is shown in the asset alone.
    void ask().then(
      (found) => current && setPrice(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [priceOf, network, token, symbol])
  return price
}

/** About how much `units` are worth, as text. */
export function worthOf(
  price: Price,
  amount: { units: bigint; decimals: number; locale: string },
): string {
  const { units, decimals, locale } = amount
  // Rounded to cents on display; the exact amount stands beside it.
  const value = (Number(units) / 10 ** decimals) * price.amount
  const format = { style: 'currency', currency: price.currency, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(locale, format).format(value)
}
