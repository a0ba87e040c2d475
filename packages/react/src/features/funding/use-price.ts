import { funding as fundingCalls, type SallyportClient } from '@sallyport/core'
import { useEffect, useState } from 'react'
import type { Price, SallyportConfig } from '../../config.js'
import type { Funding } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { factsOf } from './networks.js'

/** What one unit of the asset is worth: by the app's `priceOf`, else by the server; null where neither knows. */
export function usePrice({ network, asset }: Pick<Funding, 'network' | 'asset'>): Price | null {
  const { settings, kit } = useModal()
  const { priceOf } = settings
  const { client } = kit
  const [price, setPrice] = useState<Price | null>(null)
  const { token, symbol } = asset
  const { id } = factsOf(client, network)
  useEffect(() => {
    let isCurrent = true
    // Not knowing is a state of its own: amounts are shown in the asset alone.
    askPrice(client, { priceOf, network: id, token, symbol }).then(
      (found) => isCurrent && setPrice(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, priceOf, id, token, symbol])
  return price
}

async function askPrice(
  client: SallyportClient,
  asked: {
    priceOf: SallyportConfig['priceOf'] | null
    network: string
    token: string | null
    symbol: string
  },
): Promise<Price | null> {
  const { priceOf, network, token, symbol } = asked
  if (priceOf) return priceOf({ network, token, symbol })
  const [namespace, id] = network.split(':')
  const chainId = namespace === 'eip155' ? Number(id) : 0
  return {
    amount: await fundingCalls.tokenPrice(client, { chainId, tokenSymbol: symbol }),
    currency: 'USD',
  }
}
