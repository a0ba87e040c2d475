import { type BitcoinNetwork, readBitcoin, type Sha256 } from '@sallyport/contract/requests'
import { type Action, type Facts, known, knownOr, type Unread } from './facts.js'
import { spellAddress } from './spell.js'

/** What a PSBT is read with: the wallet's own script (hex) tells its change from payments. */
export interface BitcoinPlace {
  ownScript: string
  network: BitcoinNetwork
  sha256: Sha256
}

/** A Bitcoin transaction as facts: each output that is not change has to be allowed. */
export function readBitcoinRequest(
  method: 'bitcoin_signPsbt' | 'bitcoin_sendPsbt',
  { psbt, place }: { psbt: Uint8Array; place: BitcoinPlace },
): Facts | Unread {
  const { ownScript, network, sha256 } = place
  const reading = readBitcoin({ sha256 }, psbt, { ownScript, network })
  if (!reading) return { unread: 'it is not a PSBT that says what it spends' }
  const payments = reading.outputs.filter(({ isOwn }) => !isOwn)
  // What goes back to the wallet alone is judged too: its fee is paid.
  const outputs = payments.length > 0 ? payments : reading.outputs
  const actions = outputs.map(({ address, amount, isData }): Action => {
    const to = knownOr(address && spellAddress(address), 'unreadable')
    return {
      fields: {
        bitcoin_output: {
          address: isData ? 'absent' : to,
          amount: known(amount),
          is_data: known(String(isData)),
        },
      },
      moves: [
        { kind: 'transfer', asset: known('native'), to, amount: known(amount), chainId: 'absent' },
      ],
      // Data can be an order for what else the coins carry.
      isWhole: !isData,
    }
  })
  if (actions.length === 0) return { unread: 'it has no output' }
  return {
    method,
    chain: 'bitcoin',
    shared: {
      bitcoin_transaction: {
        fee: known(reading.feeSats),
        fee_rate: known(reading.feeRate),
        amount: known(reading.leavingSats),
        foreign_inputs: known(String(reading.hasForeignInputs)),
      },
    },
    actions,
  }
}
