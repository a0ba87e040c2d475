import type { SallyportClient } from '@sallyport/core'
import { useEffect, useState } from 'react'
import { usdcOf } from '../../chain/listed-tokens.js'
import type { Funding, FundingAsset, FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { unitsNow } from './begin-order.js'
import { factsOf } from './networks.js'
import { useArrival } from './use-arrival.js'

/**
 * What arrived in place of the asset that was asked for: the network's coin for a token, and its USDC for the coin. Null while nothing
 * of that has. Other tokens are not looked for.
 */
export function useOtherAsset(
  order: FundingOrder | null,
): { asset: FundingAsset; units: bigint } | null {
  const { client } = useModal().kit
  const [before, setBefore] = useState<string | null>(null)
  const other = order && otherOf(client, order.funding)
  const address = order?.funding.address ?? null
  const token = other?.token ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each address and asset
  useEffect(() => {
    if (order === null || other === null) return
    let isCurrent = true
    void unitsNow(client, { ...order.funding, asset: other }).then((units) => {
      if (isCurrent) setBefore(units)
    })
    return () => {
      isCurrent = false
    }
  }, [client, address, token])
  const watched =
    order !== null && other !== null && before !== null
      ? { ...order, before, funding: { ...order.funding, asset: other } }
      : null
  const { gain, hasArrived } = useArrival(watched)
  return hasArrived && gain !== null && other !== null ? { asset: other, units: gain } : null
}

/** The asset that is most likely sent by mistake; null where there is none. */
function otherOf(client: SallyportClient, { network, asset }: Funding): FundingAsset | null {
  const { id, coin } = factsOf(client, network)
  if (asset.token !== null) return { ...coin, token: null }
  const usdc = usdcOf(id)
  return usdc === undefined ? null : { symbol: 'USDC', decimals: 6, token: usdc }
}
