import type { FilledTransaction } from '@sallyport/protocols/signer'
import { invalid } from '../../refusals.js'
import { mostTimes } from './noop-grant.js'

const fees: ReadonlySet<string> = new Set([
  'gas_price',
  'max_fee_per_gas',
  'max_priority_fee_per_gas',
])

/**
 * Refuses numbers that differ from the ones that were signed in more than fees, or have fees too far above them.
 *
 * @throws CallRefused `invalid_request`.
 */
export function requireSameButFees(
  [signed = {}]: readonly FilledTransaction[],
  [asked = {}]: readonly FilledTransaction[],
): void {
  const before: Readonly<Record<string, string | undefined>> = signed
  const after: Readonly<Record<string, string | undefined>> = asked
  if (before.nonce === undefined) throw invalid('The nonce is the one of the request')
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [one, other] = [before[name], after[name]]
    const isFee = fees.has(name) && one !== undefined && other !== undefined
    if (isFee && BigInt(other) <= BigInt(one) * mostTimes + mostTimes) continue
    if (one !== other) throw invalid(`${name} is another one than was signed`)
  }
}
