import { Transaction } from '@scure/btc-signer/transaction.js'
import type { Bytes } from '../../bytes.js'
import { type BitcoinKind, publicKeyOf, segwitKind, sighashAll } from './kinds.js'
import { digestOfInput, type Prevout } from './message.js'

/** Why a PSBT is not signed; the text repeats nothing of it. */
export class PsbtError extends Error {
  override readonly name = 'PsbtError'
}

/** The parts of a PSBT that decide what its signatures do. */
export interface PsbtFacts {
  version: number
  lockTime: number
  /** `txid` as explorers write it. */
  inputs: readonly {
    txid: string
    index: number
    sequence: number
    script: string
    amount: bigint
  }[]
  outputs: readonly { script: string; amount: bigint }[]
}

/** A PSBT that has been read, and found to be one that can be signed. */
export interface ReadPsbt {
  facts: PsbtFacts
  transaction: Transaction
  prevouts: readonly Prevout[]
}

const finalSequence = 0xffffffff

/**
 * Reads a PSBT (BIP-174, BIP-370, BIP-371). Every input must say what it spends: the fee follows from it.
 *
 * @throws PsbtError
 */
export function readPsbt(bytes: Uint8Array): ReadPsbt {
  const transaction = parse(bytes)
  const inputs = range(transaction.inputsLength).map((at) => {
    const input = transaction.getInput(at)
    const { txid, index, sequence = finalSequence } = input
    if (!txid || index === undefined) throw new PsbtError('An input names no output')
    // A previous transaction says it, or nothing does: what is written beside it could be anything.
    const prevout = input.nonWitnessUtxo ? input.nonWitnessUtxo.outputs[index] : input.witnessUtxo
    if (!prevout) throw new PsbtError('An input does not say what it spends')
    return { txid: toHex(txid), index, sequence, prevout }
  })
  const outputs = range(transaction.outputsLength).map((at) => {
    const { script, amount } = transaction.getOutput(at)
    if (!script || amount === undefined) throw new PsbtError('An output is not complete')
    return { script: toHex(script), amount }
  })
  if (inputs.length === 0 || outputs.length === 0) throw new PsbtError('It moves nothing')
  const prevouts = inputs.map(({ prevout: { script, amount } }) => ({ script, amount }))
  const { version, lockTime } = transaction
  const facts = {
    version,
    lockTime,
    inputs: inputs.map(({ prevout, ...input }) => ({
      ...input,
      script: toHex(prevout.script),
      amount: prevout.amount,
    })),
    outputs,
  }
  return { facts, transaction, prevouts }
}

/**
 * Signs the inputs that are locked with the wallet's own key, and no others. Each signature covers the whole transaction and is
 * verified before it is given out.
 *
 * @returns The transaction for the network when that completes it, else the PSBT with the signatures.
 * @throws PsbtError when no input is the wallet's, one asks for another kind of signature, or is signed already.
 */
export function signPsbt(
  kind: BitcoinKind,
  privateKey: Uint8Array,
  { transaction, prevouts }: ReadPsbt,
): Bytes {
  const publicKey = publicKeyOf(privateKey)
  const script = toHex(kind.script(publicKey))
  const own = range(prevouts.length).filter((at) => toHex(prevouts[at]?.script ?? none) === script)
  if (own.length === 0) throw new PsbtError('No input is of this wallet')
  for (const at of own) requireSignable(kind, transaction, at)
  if (kind === segwitKind) requireAmounts(transaction)
  for (const at of own) {
    const signature = kind.sign(
      privateKey,
      digestOfInput(kind, transaction, { index: at, prevouts }),
    )
    transaction.updateInput(
      at,
      kind === segwitKind
        ? { partialSig: [[publicKey, signature]] }
        : { tapInternalKey: publicKey.subarray(1), tapKeySig: signature },
      true,
    )
    transaction.finalizeIdx(at)
  }
  return Uint8Array.from(transaction.isFinal ? transaction.extract() : transaction.toPSBT())
}

const none = new Uint8Array()

function requireSignable(kind: BitcoinKind, transaction: Transaction, at: number): void {
  const input = transaction.getInput(at)
  const { sighashType } = input
  const allowed = kind === segwitKind ? [sighashAll] : [0, sighashAll]
  if (sighashType !== undefined && !allowed.includes(sighashType))
    throw new PsbtError('An input asks for a signature that does not cover the whole transaction')
  if (input.finalScriptWitness || input.partialSig?.length || input.tapKeySig)
    throw new PsbtError('An input of this wallet is signed already')
  if (input.redeemScript || input.witnessScript || input.tapLeafScript || input.tapMerkleRoot)
    throw new PsbtError('An input of this wallet has a script, and the wallet has none')
}

/**
 * A version 0 signature covers its own input's amount only. Of two requests with one wrong amount each, one signature of each would make a transaction
 * with a fee that neither showed. A wrong amount can stand at any other input: the wallet's own can be written as another account's.
 */
function requireAmounts(transaction: Transaction): void {
  const inputs = range(transaction.inputsLength).map((at) => transaction.getInput(at))
  if (inputs.length > 1 && inputs.some(({ nonWitnessUtxo }) => !nonWitnessUtxo))
    throw new PsbtError('With several inputs each of them needs its previous transaction')
}

function parse(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes, { allowUnknownOutputs: true, allowUnknownInputs: true })
  } catch (cause) {
    throw new PsbtError('Not a PSBT that can be read', { cause })
  }
}

/** The id of a signed transaction, as explorers write it. @throws PsbtError for bytes that are none. */
export function transactionId(signed: Uint8Array): string {
  try {
    return Transaction.fromRaw(signed, {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
      disableScriptCheck: true,
    }).id
  } catch (cause) {
    throw new PsbtError('Not a transaction', { cause })
  }
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at)
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
