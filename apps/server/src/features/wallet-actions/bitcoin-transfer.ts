import { ApiError } from '@sallyport/contract'
import { chooseUtxos, dustOf, scriptOfAddress, writePsbt } from '@sallyport/contract/requests'
import type { Broadcast } from '../../ports/broadcast.js'
import { readUtxos, spellFor } from '../../wallet-api/bitcoin-outputs.js'
import { isRecord } from '../../wallet-api/send/json.js'
import type { LaneView } from '../../wallet-api/send/lane-view.js'

/** Satoshis for each virtual byte; a node that says more is wrong. */
const highestFeeRate = 1_000
/** In one of so many blocks. */
const target = '3'

/**
 * A payment of a wallet on Bitcoin as PSBT in base64: of outputs that no other send spends, the largest in blocks first, at the node's
 * rate for the next blocks. What is left goes back to the wallet.
 *
 * @throws ApiError `insufficient_funds`; `invalid_data` for an amount that the network does not relay.
 */
export async function bitcoinTransfer(
  broadcast: Broadcast,
  lane: LaneView,
  { caip2, from, to, sats }: { caip2: string; from: string; to: string; sats: bigint },
): Promise<{ psbt: string; outpoints: string[] }> {
  const [own, script] = [scriptOfAddress(from), scriptOfAddress(to)]
  if (own === null || script === null) throw invalid('Not an address of SegWit or Taproot')
  if (sats < dustOf(script)) throw invalid(`The least that is sent there is ${dustOf(script)} sat`)
  const read = (path: string) => broadcast.read({ caip2, path })
  const [utxos, feeRate] = [
    readUtxos(await read(`/address/${spellFor(caip2, from)}/utxo`)),
    readRate(await read('/fee-estimates')),
  ]
  const free = utxos.filter(({ txid, vout }) => !lane.spending.has(`${txid}:${vout}`))
  const payment = chooseUtxos(free, { sats, feeRate, from: own, to: script })
  if (payment === null)
    throw new ApiError('insufficient_funds', { message: 'Insufficient funds for it and its fee' })
  // Several inputs of version 0 are signed only with the transactions that they are from: a wrong amount would be a fee.
  const inputs = await Promise.all(
    payment.inputs.map(async ({ txid, vout, value }) => ({
      ...{ txid, vout, value, script: own },
      ...(own.startsWith('0014') && { previous: String(await read(`/tx/${txid}/hex`)) }),
    })),
  )
  const change = payment.changeSats > 0n ? [{ script: own, value: payment.changeSats }] : []
  const psbt = writePsbt(inputs, [{ script, value: sats }, ...change])
  return {
    psbt: Buffer.from(psbt, 'hex').toString('base64'),
    outpoints: payment.inputs.map(({ txid, vout }) => `${txid}:${vout}`),
  }
}

function readRate(answer: unknown): bigint {
  const rate = isRecord(answer) ? Number(answer[target] ?? 1) : 1
  const whole = Number.isFinite(rate) ? Math.ceil(rate) : 1
  return BigInt(Math.min(Math.max(whole, 1), highestFeeRate))
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
