import { addressOfScript, type BitcoinNetwork, type Sha256 } from './bitcoin-address.js'
import { type PsbtContent, parsePsbt } from './psbt.js'
import type { BitcoinReading } from './reading.js'

/** A fee is asked about twice from this share of what leaves the wallet on … */
const highFeeShare = 10n
/** … or from this rate on, in satoshis for each virtual byte. */
const highFeeRate = 500n
/** Fees below this never are: the share says nothing about small payments. */
const smallFeeSats = 5_000n

/**
 * What a PSBT does, for the wallet that `ownScript` (hex) locks outputs of; null when it cannot be read.
 *
 * @param ownScript  Of the address that signs, derived by the one who asks: nothing in the PSBT says what is change. Null when
 *   it is not known; then every output is shown as a payment.
 */
export function readBitcoin(
  deps: { sha256: Sha256 | null },
  bytes: Uint8Array,
  { ownScript, network }: { ownScript: string | null; network: BitcoinNetwork },
): BitcoinReading | null {
  const content = parsePsbt(bytes)
  if (!content) return null
  const address = (script: string) => addressOfScript(deps, script, network)
  const inputs = content.inputs.map(({ script, amount }) => ({
    address: address(script),
    script,
    amount,
    isOwn: script === ownScript,
  }))
  const outputs = content.outputs.map(({ script, amount }) => ({
    address: address(script),
    script,
    amount,
    isOwn: script === ownScript,
    // OP_RETURN: the amount can never be spent again.
    isData: script.startsWith('6a'),
  }))
  const feeSats = sum(inputs) - sum(outputs)
  // More paid than put in: no network takes it.
  if (feeSats < 0n) return null
  const sizeVb = sizeOf(content)
  const feeRate = feeSats / sizeVb
  // Without knowing which inputs are the wallet's, all may be.
  const spent = ownScript === null ? inputs : inputs.filter(({ isOwn }) => isOwn)
  const leavingSats = sum(spent) - sum(outputs.filter(({ isOwn }) => isOwn))
  const paidSats = leavingSats - feeSats
  const isLarge = feeSats * highFeeShare > paidSats || feeRate > highFeeRate
  return {
    kind: 'bitcoin-transaction',
    inputs,
    outputs,
    feeSats,
    feeRate,
    leavingSats,
    isOwnKnown: ownScript !== null,
    hasForeignInputs: ownScript !== null && spent.length < inputs.length,
    isFeeHigh: feeSats > smallFeeSats && isLarge,
    lockTime: content.lockTime,
  }
}

function sum(parts: readonly { amount: bigint }[]): bigint {
  return parts.reduce((total, { amount }) => total + amount, 0n)
}

/** The size of the signed transaction in virtual bytes; inputs count as their kind's usual one. */
function sizeOf({ inputs, outputs }: PsbtContent): bigint {
  const quarters =
    42 +
    inputs.reduce((total, { script }) => total + quartersOf(script), 0) +
    outputs.reduce((total, { script }) => total + 4 * (9 + script.length / 2), 0)
  return BigInt(Math.ceil(quarters / 4))
}

function quartersOf(script: string): number {
  if (script.startsWith('0014')) return 272
  if (script.startsWith('5120')) return 230
  return 592
}
