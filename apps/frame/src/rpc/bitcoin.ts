import {
  type BitcoinKind,
  PsbtError,
  readPsbt,
  segwitKind,
  signMessage,
  signPsbt,
  taprootKind,
} from '@sallyport/crypto/chains/bitcoin'
import * as z from 'zod/mini'
import { base64ToBytes, bytesToBase64 } from '../base64.js'
import { invalidArguments } from '../frame-error.js'
import { requireSameReading } from './bitcoin-reading.js'
import { refuseCustodyText } from './refuse-custody-text.js'
import type { Methods } from './signer.js'

/** A transaction of the network has at most 400 kB; a PSBT carries the ones before it too. */
const longestPsbt = 4_000_000
const messageParams = z.strictObject({ message: z.string() })
const psbtParams = z.strictObject({ psbt: z.string().check(z.maxLength(longestPsbt)) })

/** What the frame signs for Bitcoin (wire reference §20.4): texts by BIP-322, and PSBTs. */
function methodsOf(kind: BitcoinKind): Methods {
  return {
    sign(params) {
      const bytes = messageOf(params)
      return ({ privateKey }) => ({
        signature: bytesToBase64(signMessage(kind, privateKey, bytes)),
      })
    },
    signTransaction(params) {
      const bytes = psbtOf(params)
      const read = refusing(() => readPsbt(bytes))
      requireSameReading(bytes, read.facts)
      return ({ privateKey }) => ({
        signedTransaction: toHex(refusing(() => signPsbt(kind, privateKey, read))),
      })
    },
  }
}

/** Of wallets of chain type `bitcoin-segwit`. */
export const segwitMethods = methodsOf(segwitKind)
/** Of wallets of chain type `bitcoin-taproot`. */
export const taprootMethods = methodsOf(taprootKind)

/** The bytes of the text in the parameters of `sign`. @throws FrameError */
export function messageOf(params: unknown): Uint8Array {
  const parsed = messageParams.safeParse(params)
  if (!parsed.success) throw invalidArguments()
  const bytes = new TextEncoder().encode(parsed.data.message)
  refuseCustodyText(bytes)
  return bytes
}

/** The PSBT in the parameters of `signTransaction`: hex, as the wire has it, or base64, as BIP-174 has it. @throws FrameError */
export function psbtOf(params: unknown): Uint8Array {
  const parsed = psbtParams.safeParse(params)
  if (!parsed.success) throw invalidArguments()
  const { psbt } = parsed.data
  if (/^([0-9a-fA-F]{2})+$/.test(psbt)) {
    return Uint8Array.from(psbt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  try {
    return base64ToBytes(psbt)
  } catch {
    throw invalidArguments('The PSBT is neither hex nor base64')
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Turns what is wrong with the PSBT into an answer that repeats none of it. */
function refusing<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof PsbtError ? invalidArguments(error.message) : error
  }
}
