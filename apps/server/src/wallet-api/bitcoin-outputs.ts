import { spellBitcoinAddress, type Utxo } from '@sallyport/contract/requests'
import { isRecord } from './send/json.js'

const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'

/** An address as the nodes of a network spell it. */
export function spellFor(caip2: string, address: string): string {
  const network = caip2 === regtest ? 'regtest' : caip2 === testnet ? 'testnet' : 'mainnet'
  return spellBitcoinAddress(address, network)
}

/** Outputs of an address, as Esplora lists them. */
export function readUtxos(answer: unknown): Utxo[] {
  if (!Array.isArray(answer)) throw unreadable()
  return answer.map((each: unknown): Utxo => {
    if (!isRecord(each)) throw unreadable()
    const { txid, vout, value, status } = each
    const isWhole = Number.isSafeInteger(vout) && Number.isSafeInteger(value)
    if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid) || !isWhole) throw unreadable()
    const isConfirmed = isRecord(status) && status.confirmed === true
    return { txid, vout: Number(vout), value: BigInt(Number(value)), isConfirmed }
  })
}

function unreadable(): Error {
  return new Error('The Bitcoin node gave no readable answer')
}
