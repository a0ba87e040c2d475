import type { FundingOrder } from '../../flow/funding-data.js'
import { useModal } from '../../modal/modal-context.js'
import { readUnits } from './read-units.js'
import { usePolling } from './use-polling.js'

/**
 * Watches the wallet of a payment until it holds more than before. What the network did not say before is read first.
 *
 * @param order  null to watch nothing.
 */
export function useArrival(order: FundingOrder | null): {
  hasArrived: boolean
  /** How much more there is; null while that is not known. */
  gain: bigint | null
  failed: boolean
} {
  const { client } = useModal().kit
  const before = order?.before ?? null
  const polled = usePolling(
    order && before !== null ? () => readUnits(client, order.funding) : null,
    { everyMs: 4000, isLast: (units) => before !== null && units > BigInt(before) },
  )
  const gain = polled.value === null || before === null ? null : polled.value - BigInt(before)
  return { hasArrived: gain !== null && gain > 0n, gain, failed: polled.failed }
}
