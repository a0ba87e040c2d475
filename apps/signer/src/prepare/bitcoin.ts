import { readBitcoin } from '@sallyport/contract/requests'
import type { WalletRpc } from '@sallyport/contract/wallet-api'
import {
  type BitcoinKind,
  PsbtError,
  type ReadPsbt,
  readPsbt,
  segwitKind,
  sha256,
  signPsbt,
  taprootKind,
} from '@sallyport/crypto/chains/bitcoin'
import { readBitcoinRequest } from '../policy/read-bitcoin.js'
import { invalid } from '../refusals.js'
import type { Prepared, Signing } from './prepare.js'

type Psbt = Extract<WalletRpc, { method: 'bitcoin_signPsbt' | 'bitcoin_sendPsbt' }>

/**
 * A PSBT with the signatures of the wallet's inputs.
 *
 * @throws CallRefused `invalid_request` when it can't be signed, or is read in two ways.
 */
export function preparePsbt({ method, params }: Psbt, { chain, publicKey }: Signing): Prepared {
  const kind = chain === 'bitcoin-taproot' ? taprootKind : segwitKind
  const ownScript = scriptOf(kind, publicKey)
  const psbt = Uint8Array.from(Buffer.from(params.psbt, 'base64'))
  const place = { ownScript, network: 'mainnet', sha256 } as const
  const { facts } = read(psbt)
  requireOneReading(read(psbt), { psbt, place })
  // What spends the same output is not in a block beside it.
  const [first = ''] = facts.inputs.map(({ txid, index }) => `${txid}:${index}`).sort()
  return {
    facts: readBitcoinRequest(method, { psbt, place }),
    exclusive: { name: `bip122:${first}` },
    // Signing writes into what was read.
    sign: (key) => signed(kind, { key, psbt: read(psbt) }),
  }
}

/** The script of the wallet's own outputs, in hex. */
export function scriptOf(kind: BitcoinKind, publicKey: string | null): string {
  const script = publicKey === null ? undefined : kind.scriptOfText(publicKey)
  if (!script) throw invalid('The script of the wallet is not known')
  return Buffer.from(script).toString('hex')
}

function read(psbt: Uint8Array): ReadPsbt {
  try {
    return readPsbt(psbt)
  } catch (error) {
    if (error instanceof PsbtError) throw invalid(error.message)
    throw error
  }
}

/** What is judged is read by one reader, what is signed by another: they have to see the same outputs and amounts. */
function requireOneReading(
  { facts }: ReadPsbt,
  {
    psbt,
    place,
  }: { psbt: Uint8Array; place: { ownScript: string; network: 'mainnet'; sha256: typeof sha256 } },
): void {
  const reading = readBitcoin({ sha256: place.sha256 }, psbt, place)
  const spell = (parts: readonly { script: string; amount: bigint }[] | undefined) =>
    parts?.map(({ script, amount }) => `${script}:${amount}`).join()
  const isSame =
    spell(reading?.outputs) === spell(facts.outputs) &&
    spell(reading?.inputs) === spell(facts.inputs)
  if (!isSame) throw invalid('The PSBT can be read in two ways')
}

function signed(
  kind: BitcoinKind,
  { key, psbt }: { key: Uint8Array; psbt: ReadPsbt },
): Record<string, unknown> {
  try {
    const bytes = signPsbt(kind, key, psbt)
    const { transaction } = psbt
    return {
      signed_psbt: Buffer.from(transaction.toPSBT()).toString('base64'),
      encoding: 'base64',
      ...(transaction.isFinal && { signed_transaction: Buffer.from(bytes).toString('hex') }),
    }
  } catch (error) {
    if (error instanceof PsbtError) throw invalid(error.message)
    throw error
  }
}
