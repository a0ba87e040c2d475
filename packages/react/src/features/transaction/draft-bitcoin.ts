import {
  type BitcoinReading,
  fromHex,
  inertText,
  readBitcoin,
  type ShownNetwork,
  scriptOfAddress,
  spellBitcoinAddress,
} from '@sallyport/contract/requests'
import type { ConfirmRequest } from '@sallyport/core'
import type { Draft, Quote } from './preview.js'

/** A request about a PSBT. */
export type BitcoinRequest = Extract<ConfirmRequest, { psbt: string }>

const networks = {
  mainnet: { name: 'Bitcoin', isTest: false, colour: '#F7931A' },
  testnet: { name: 'Bitcoin Testnet', isTest: true, colour: '#F7931A' },
  regtest: { name: 'Bitcoin Regtest', isTest: true, colour: '#F7931A' },
} as const satisfies Record<BitcoinRequest['network'], ShownNetwork>

/** What a PSBT says about itself. One that cannot be read, and an app that names another wallet, cannot be approved. */
export function draftBitcoin(request: BitcoinRequest): Draft {
  const { address, network } = request
  const reading = readRequest(request)
  const spentSats = reading ? reading.leavingSats - reading.feeSats : 0n
  const payments = (reading?.outputs ?? []).filter(({ isOwn }) => !isOwn)
  const [only, ...others] = payments
  const isSend = only !== undefined && others.length === 0 && !only.isData
  return {
    action: isSend ? { kind: 'send', to: only.address ?? only.script } : { kind: 'payments' },
    spent: { units: spentSats > 0n ? spentSats : 0n, decimals: 8, symbol: 'BTC' },
    network: networks[network],
    networkId: `bip122:${network}`,
    subject: reading ?? {
      ...{ kind: 'bytes', chain: request.chainType, hex: inertText(`0x${request.psbt}`) },
      length: request.psbt.length / 2,
    },
    from: spellBitcoinAddress(address, network),
    feeNote: reading ? `${reading.feeRate} sat/vB` : '',
    hidesAccounts: reading === null,
  }
}

/** What a PSBT costs, which it says itself, and what the wallet holds. Never rejects. */
export async function quoteBitcoin(
  request: BitcoinRequest,
  { readBalance }: { readBalance: () => Promise<bigint> },
): Promise<Quote> {
  const reading = readRequest(request)
  return {
    fee: reading?.feeSats ?? null,
    // Not knowing is a state of its own on the screen.
    balance: await readBalance().catch(() => null),
    token: null,
    likelyFails: false,
    unusual: reading?.isFeeHigh ? ['fee'] : [],
  }
}

/** Where a transaction can be looked at; null on networks of this machine. */
export function bitcoinExplorer(network: BitcoinRequest['network'], txid: string): string | null {
  if (network === 'regtest') return null
  return `https://mempool.space/${network === 'testnet' ? 'testnet/' : ''}tx/${txid}`
}

/** The page has no hash at hand for addresses older than SegWit: their scripts are shown. */
function readRequest({ address, network, psbt }: BitcoinRequest): BitcoinReading | null {
  const bytes = fromHex(`0x${psbt}`)
  const ownScript = scriptOfAddress(address)
  if (!bytes || !ownScript) return null
  return readBitcoin({ sha256: null }, bytes, { ownScript, network })
}
