import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { RawOldTx, RawWitness } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import { type Bytes, concat } from '../../bytes.js'
import { type BitcoinKind, publicKeyOf, segwitKind, sighashAll } from './kinds.js'

/** OP_RETURN, the one output of the transaction that BIP-322 signs. */
const nothing = Uint8Array.of(0x6a)
const tag = sha256(utf8ToBytes('BIP0322-signed-message'))

/** The hash of a message (BIP-322). */
export function hashMessage(message: Uint8Array): Bytes {
  return Uint8Array.from(sha256(concat(tag, tag, message)))
}

/**
 * A message's signature (BIP-322, form "simple"): the witness of a transaction that cannot be sent, which spends an output that
 * holds the message. No transaction that can be sent has this signature.
 */
export function signMessage(kind: BitcoinKind, privateKey: Uint8Array, message: Uint8Array): Bytes {
  const publicKey = publicKeyOf(privateKey)
  const digest = digestOf(kind, kind.script(publicKey), message)
  const signature = kind.sign(privateKey, digest)
  return Uint8Array.from(
    RawWitness.encode(kind === segwitKind ? [signature, publicKey] : [signature]),
  )
}

/** Whether `signature` is a message's, by the key so named. Never throws. */
export function verifyMessage(
  kind: BitcoinKind,
  proof: { publicKeyText: string; message: Uint8Array; signature: Uint8Array },
): boolean {
  const { publicKeyText, message } = proof
  try {
    const script = kind.scriptOfText(publicKeyText)
    const [signature, publicKey, ...more] = RawWitness.decode(proof.signature)
    if (!script || !signature || more.length > 0) return false
    // The witness of a P2WPKH input names its key; the one of a P2TR input has the signature alone.
    const isNamed = publicKey ? kind === segwitKind : kind !== segwitKind
    if (!isNamed || (publicKey && kind.publicKeyText(publicKey) !== publicKeyText)) return false
    return kind.verify({
      script,
      publicKeyText,
      digest: digestOf(kind, script, message),
      signature,
    })
  } catch {
    // Not a witness.
    return false
  }
}

/** What is signed: the one input of `to_sign` that spends `to_spend`. */
function digestOf(kind: BitcoinKind, script: Uint8Array, message: Uint8Array): Uint8Array {
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: Uint8Array.from(sha256x2(toSpend(script, message))).reverse(),
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
  })
  toSign.addOutput({ script: nothing, amount: 0n })
  return digestOfInput(kind, toSign, { index: 0, prevouts: [{ script, amount: 0n }] })
}

/** The outputs that the inputs of a transaction spend, in their order. */
export interface Prevout {
  script: Uint8Array
  amount: bigint
}

/** What an input of the wallet signs: everything, by the rules of its kind (BIP-143, BIP-341). */
export function digestOfInput(
  kind: BitcoinKind,
  transaction: Transaction,
  { index, prevouts }: { index: number; prevouts: readonly Prevout[] },
): Uint8Array {
  const scripts = prevouts.map(({ script }) => script)
  const amounts = prevouts.map(({ amount }) => amount)
  if (kind !== segwitKind) return transaction.preimageWitnessV1(index, scripts, 0, amounts)
  const { script, amount } = prevouts[index] ?? { script: new Uint8Array(), amount: 0n }
  // BIP-143 hashes the script that the 20 bytes stand for: OP_DUP OP_HASH160 … OP_EQUALVERIFY OP_CHECKSIG.
  const code = concat(Uint8Array.of(0x76, 0xa9), script.subarray(1), Uint8Array.of(0x88, 0xac))
  return transaction.preimageWitnessV0(index, code, sighashAll, amount)
}

function toSpend(script: Uint8Array, message: Uint8Array): Uint8Array {
  const input = {
    txid: new Uint8Array(32),
    index: 0xffffffff,
    // OP_0 and a push of the hash.
    finalScriptSig: concat(Uint8Array.of(0, 32), hashMessage(message)),
    sequence: 0,
  }
  return RawOldTx.encode({
    version: 0,
    inputs: [input],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
}
