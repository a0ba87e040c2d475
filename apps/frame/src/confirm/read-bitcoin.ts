import { readBitcoin, readMessage, scriptOfAddress } from '@sallyport/contract/requests'
import { sha256 } from '@sallyport/crypto/chains/bitcoin'
import { invalidArguments } from '../frame-error.js'
import { messageOf, psbtOf } from '../rpc/bitcoin.js'
import type { OwnAddress, Reading } from './reading.js'

type Readers = Readonly<
  Record<string, (params: unknown, ownAddress: OwnAddress) => Promise<Reading>>
>

/**
 * What each Bitcoin method would sign. What is change is decided by the address this device derived, never by the PSBT. Addresses
 * are spelled as on the main network: a PSBT does not say which network it is for.
 */
function readersOf(chain: 'bitcoin-segwit' | 'bitcoin-taproot'): Readers {
  return {
    sign: async (params, ownAddress) => ({
      subject: readMessage(chain, messageOf(params)),
      wallet: await ownAddress(),
    }),
    async signTransaction(params, ownAddress) {
      const wallet = await ownAddress()
      const ownScript = wallet === null ? null : scriptOfAddress(wallet)
      const place = { ownScript, network: 'mainnet' } as const
      const subject = readBitcoin({ sha256 }, psbtOf(params), place)
      if (!subject) throw invalidArguments('The PSBT cannot be read')
      return { subject, wallet }
    },
  }
}

/** Of wallets of chain type `bitcoin-segwit`. */
export const segwitReaders = readersOf('bitcoin-segwit')
/** Of wallets of chain type `bitcoin-taproot`. */
export const taprootReaders = readersOf('bitcoin-taproot')
