import { useEffect, useState } from 'react'
import type { FundingAsset, FundingNetwork } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { factsOf } from './networks.js'
import { readUnits } from './read-units.js'

/** What an address holds of an asset, read once; null while it is read, and where it can't be. */
export function useUnits(asked: {
  address: string
  network: FundingNetwork
  asset: Pick<FundingAsset, 'token'>
}): bigint | null {
  const { client } = useModal().kit
  const [units, setUnits] = useState<bigint | null>(null)
  const { address, network, asset } = asked
  const { token } = asset
  const { id } = factsOf(client, network)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for the network
  useEffect(() => {
    let isCurrent = true
    readUnits(client, { address, network, asset: { token } }).then(
      (found) => isCurrent && setUnits(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [client, address, id, token])
  return units
}
