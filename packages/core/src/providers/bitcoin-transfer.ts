import {
  chooseUtxos,
  dustOf,
  scriptOfAddress,
  spellBitcoinAddress,
  writePsbt,
} from '@sallyport/contract/requests'
import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { bitcoinNetworkOf, esploraOf } from './esplora.js'

/** A payment to build. `feeRate` in satoshis for each virtual byte; default: what the server estimates. */
export interface BitcoinTransfer {
  from: string
  to: string
  sats: bigint
  feeRate?: bigint
}

/**
 * An unsigned payment as PSBT, hex. Change goes back to the address it comes from.
 *
 * @throws RpcError -32602 for an address of another network or kind, or too small an amount; -32003 when the wallet holds too little.
 */
export async function buildTransfer(
  client: SallyportClient,
  { from, to, sats, feeRate }: BitcoinTransfer,
): Promise<string> {
  const network = bitcoinNetworkOf(client)
  const own = scriptOfAddress(from)
  const target = scriptOfAddress(to.trim(), network)
  if (own === null || target === null) {
    throw invalid(`Enter a SegWit or Taproot address of the network ${network}`)
  }
  if (typeof sats !== 'bigint' || sats < dustOf(target)) {
    throw invalid(`sats must be a bigint of at least ${dustOf(target)}`)
  }
  const esplora = esploraOf(client)
  const [utxos, rate] = await Promise.all([
    esplora.utxos(spellBitcoinAddress(from, network)),
    feeRate ?? esplora.feeRate(),
  ])
  const payment = chooseUtxos(utxos, { sats, feeRate: rate, from: own, to: target })
  if (!payment) {
    throw new RpcError(-32003, { message: 'The wallet holds too little for this and the fee' })
  }
  // The wallet wants whole transactions where it signs several inputs of version 0: it then need not believe amounts.
  const wantsPrevious = own.startsWith('0014')
  const inputs = await Promise.all(
    payment.inputs.map(async ({ txid, vout, value }) => ({
      ...{ txid, vout, value, script: own },
      ...(wantsPrevious ? { previous: await esplora.transaction(txid) } : {}),
    })),
  )
  const change = payment.changeSats > 0n ? [{ script: own, value: payment.changeSats }] : []
  return writePsbt(inputs, [{ script: target, value: sats }, ...change])
}

function invalid(message: string): RpcError {
  return new RpcError(-32602, { message })
}
