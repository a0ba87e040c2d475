import type { SallyportClient } from '../client.js'
import type { BitcoinTransfer } from '../providers/bitcoin-transfer.js'
import type { BitcoinBalance } from '../providers/esplora.js'

export type { BitcoinNetwork } from '@sallyport/contract/requests'
export { type BitcoinWallet, getWallet } from '../providers/bitcoin.js'
export type { BitcoinTransfer } from '../providers/bitcoin-transfer.js'
export { type BitcoinBalance, bitcoinNetworkOf as networkOf } from '../providers/esplora.js'

/** The address of an embedded wallet as the app's network spells it: what is shown, and paid to. */
export async function spellAddress(client: SallyportClient, address: string): Promise<string> {
  const [{ spellBitcoinAddress }, { bitcoinNetworkOf }] = await Promise.all([
    import('@sallyport/contract/requests'),
    import('../providers/esplora.js'),
  ])
  return spellBitcoinAddress(address, bitcoinNetworkOf(client))
}

/** The least that can be paid to an address, in satoshis; null when it is not a SegWit or Taproot address of the app's network. */
export async function leastPayment(client: SallyportClient, to: string): Promise<bigint | null> {
  const [{ dustOf, scriptOfAddress }, { bitcoinNetworkOf }] = await Promise.all([
    import('@sallyport/contract/requests'),
    import('../providers/esplora.js'),
  ])
  const script = scriptOfAddress(to, bitcoinNetworkOf(client))
  return script === null ? null : dustOf(script)
}

/** What an address holds. @throws ClientError when the server cannot be reached. */
export async function balance(client: SallyportClient, address: string): Promise<BitcoinBalance> {
  const { esploraOf } = await import('../providers/esplora.js')
  return esploraOf(client).balance(await spellAddress(client, address))
}

/**
 * An unsigned payment of `sats` as PSBT (hex) for `signAndSendTransaction`; change goes back to the address it comes from.
 *
 * @throws RpcError -32602 for an address of another network or kind, or too small an amount; -32003 when the wallet holds too
 *   little; ClientError when the server cannot be reached.
 */
export async function transfer(client: SallyportClient, job: BitcoinTransfer): Promise<string> {
  const { buildTransfer } = await import('../providers/bitcoin-transfer.js')
  return buildTransfer(client, job)
}
