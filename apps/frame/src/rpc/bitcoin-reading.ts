import { parsePsbt } from '@sallyport/contract/requests'
import type { PsbtFacts } from '@sallyport/crypto/chains/bitcoin'
import { invalidArguments } from '../frame-error.js'

/**
 * Passes when the reader whose reading is shown and the library that signs find the same inputs, outputs and amounts: no two
 * ways to read the bytes may differ.
 *
 * @throws FrameError `invalid_request_arguments`
 */
export function requireSameReading(bytes: Uint8Array, facts: PsbtFacts): void {
  const content = parsePsbt(bytes)
  if (!content || spell(content) !== spell(facts)) throw invalidArguments('The PSBT cannot be read')
}

function spell({ version, lockTime, inputs, outputs }: PsbtFacts): string {
  return JSON.stringify([
    version,
    lockTime,
    inputs.map((each) => [each.txid, each.index, each.sequence, each.script, `${each.amount}`]),
    outputs.map((each) => [each.script, `${each.amount}`]),
  ])
}
