import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, payments, script, type Transaction } from 'bitcoinjs-lib'

/** An output that an input spends. `script` is hex. */
export interface SpentOutput {
  script: string
  value: bigint
}

/** Why a node would not take a transaction; the text is sent to the client. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Lock times from here on are seconds since 1970, below it heights (BIP-65). */
const firstTime = 500_000_000
/** Outputs below it are not relayed: spending them would cost more (Bitcoin Core's default policy). */
const dust: readonly (readonly [RegExp, bigint])[] = [
  [/^0014/, 294n],
  [/^5120/, 330n],
  [/^6a/, 0n],
]

/**
 * Checks a transaction as a node does before it takes it: amounts, fee, dust, time and the signature of every input. Inputs other than
 * P2WPKH and P2TR by key are refused, because this chain does not run scripts.
 *
 * @returns The fee in satoshis.
 * @throws Refusal
 */
export function checkTransaction(
  transaction: Transaction,
  { spent, height }: { spent: readonly SpentOutput[]; height: number },
): bigint {
  const { ins, outs, locktime } = transaction
  if (ins.length === 0) throw new Refusal('bad-txns-vin-empty')
  if (outs.length === 0) throw new Refusal('bad-txns-vout-empty')
  const outpoints = ins.map(({ hash, index }) => `${Buffer.from(hash).toString('hex')}:${index}`)
  if (new Set(outpoints).size < ins.length) throw new Refusal('bad-txns-inputs-duplicate')
  const isTimed = ins.some(({ sequence }) => sequence !== 0xffffffff)
  if (isTimed && locktime > height && locktime < firstTime) throw new Refusal('non-final')
  const isDust = outs.some(({ script: bytes, value }) => value < leastOf(hexOf(bytes)))
  if (isDust) throw new Refusal('dust')
  const fee = sum(spent) - sum(outs)
  if (fee < 0n) throw new Refusal('bad-txns-in-belowout')
  if (fee < BigInt(transaction.virtualSize())) throw new Refusal('min relay fee not met')
  for (const at of ins.keys()) {
    if (!isSigned(transaction, at, spent))
      throw new Refusal(
        'mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)',
      )
  }
  return fee
}

/** Whether the witness of an input spends its output: the second implementation beside the one that signs. */
function isSigned(transaction: Transaction, at: number, spent: readonly SpentOutput[]): boolean {
  const { script: locked, value } = spent[at] ?? { script: '', value: 0n }
  const { witness = [], script: unlocking } = transaction.ins[at] ?? {}
  if (unlocking && unlocking.length > 0) return false
  const [signature = new Uint8Array(), pubkey, ...more] = witness
  if (more.length > 0) return false
  if (/^0014/.test(locked)) {
    if (!pubkey || hexOf(crypto.hash160(pubkey)) !== locked.slice(4)) return false
    return isEcdsa(transaction, at, { signature, pubkey, value })
  }
  return /^5120/.test(locked) && !pubkey && isSchnorr(transaction, at, { signature, spent })
}

function isEcdsa(
  transaction: Transaction,
  at: number,
  { signature, pubkey, value }: { signature: Uint8Array; pubkey: Uint8Array; value: bigint },
): boolean {
  try {
    const decoded = script.signature.decode(signature)
    const code = payments.p2pkh({ pubkey }).output ?? new Uint8Array()
    const digest = transaction.hashForWitnessV0(at, code, value, decoded.hashType)
    // Strict: s in the lower half (BIP-146).
    return secp256k1.verify(decoded.signature, digest, pubkey, { prehash: false, lowS: true })
  } catch {
    // Not a signature.
    return false
  }
}

function isSchnorr(
  transaction: Transaction,
  at: number,
  { signature, spent }: { signature: Uint8Array; spent: readonly SpentOutput[] },
): boolean {
  const hashType = signature.length === 65 ? signature[64] : 0
  // 65 bytes name a type, and the default is not among them (BIP-341).
  if (hashType === undefined || (signature.length === 65 && hashType === 0)) return false
  if (signature.length < 64 || signature.length > 65) return false
  const scripts = spent.map((each) => Buffer.from(each.script, 'hex'))
  const values = spent.map((each) => each.value)
  const digest = transaction.hashForWitnessV1(at, scripts, values, hashType)
  const key = Buffer.from(spent[at]?.script.slice(4) ?? '', 'hex')
  // False for a key that is not a point.
  return schnorr.verify(signature.subarray(0, 64), digest, key)
}

function leastOf(hex: string): bigint {
  return dust.find(([form]) => form.test(hex))?.[1] ?? 546n
}

function sum(parts: readonly { value: bigint }[]): bigint {
  return parts.reduce((total, { value }) => total + value, 0n)
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
