import { ByteReader } from './byte-reader.js'

/** What an input of a Bitcoin transaction spends. `script` is hex; `txid` as explorers write it. */
export interface PsbtInput {
  txid: string
  index: number
  sequence: number
  script: string
  amount: bigint
}

/** The parts of a PSBT that decide what its signatures do. */
export interface PsbtContent {
  version: number
  lockTime: number
  inputs: readonly PsbtInput[]
  outputs: readonly { script: string; amount: bigint }[]
}

const magic = '70736274ff'
/** Key types of BIP-174. */
const unsignedTransaction = 0x00
const psbtVersion = 0xfb
const previousTransaction = 0x00
const spentOutput = 0x01

/**
 * The content of a PSBT of version 0 (BIP-174); null when the bytes are none, or an input does not say what it spends. The
 * hash of a previous transaction is for the signer to check.
 */
export function parsePsbt(bytes: Uint8Array): PsbtContent | null {
  try {
    return readPsbt(new ByteReader(bytes))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function readPsbt(reader: ByteReader): PsbtContent {
  if (reader.hex(5) !== magic) throw new RangeError('Not a PSBT')
  const global = readMap(reader)
  const unsigned = global.get(unsignedTransaction)
  if (!unsigned || global.has(psbtVersion)) throw new RangeError('Not a PSBT of version 0')
  const transaction = readTransaction(new ByteReader(unsigned))
  const inputs = transaction.inputs.map((input): PsbtInput => {
    const map = readMap(reader)
    const whole = map.get(previousTransaction)
    const part = map.get(spentOutput)
    const spent = whole
      ? readTransaction(new ByteReader(whole)).outputs[input.index]
      : part && readOutput(new ByteReader(part))
    if (!spent) throw new RangeError('An input does not say what it spends')
    return { ...input, ...spent }
  })
  for (const _ of transaction.outputs) readMap(reader)
  reader.requireEnd()
  return { ...transaction, inputs }
}

/** A map's values by the type of their keys; keys with more than a type tell the signer nothing that is shown. */
function readMap(reader: ByteReader): Map<number, Uint8Array> {
  const seen = new Set<string>()
  const values = new Map<number, Uint8Array>()
  for (let length = reader.compact(); length > 0; length = reader.compact()) {
    const key = reader.bytes(length)
    const name = key.join()
    if (seen.has(name)) throw new RangeError('A key is given twice')
    seen.add(name)
    const value = reader.bytes(reader.compact())
    if (key.length === 1) values.set(key[0] ?? 0, value)
  }
  return values
}

function readTransaction(reader: ByteReader) {
  const version = reader.u32() | 0
  let count = reader.compact()
  // No inputs and a flag: a transaction with witnesses (BIP-144).
  const hasWitnesses = count === 0
  if (hasWitnesses) {
    if (reader.byte() !== 1) throw new RangeError('Not a transaction')
    count = reader.compact()
  }
  const inputs = times(count, () => {
    const txid = reader.reversedHex(32)
    const index = reader.u32()
    reader.bytes(reader.compact())
    return { txid, index, sequence: reader.u32() }
  })
  const outputs = times(reader.compact(), () => readOutput(reader))
  if (hasWitnesses) {
    for (const _ of inputs) times(reader.compact(), () => reader.bytes(reader.compact()))
  }
  const lockTime = reader.u32()
  reader.requireEnd()
  return { version, inputs, outputs, lockTime }
}

function readOutput(reader: ByteReader): { script: string; amount: bigint } {
  const amount = reader.u64()
  return { amount, script: reader.hex(reader.compact()) }
}

/** What `read` gives, `count` times; it fails at the end of the bytes, so a wrong count costs nothing. */
function times<T>(count: number, read: () => T): T[] {
  const all: T[] = []
  while (all.length < count) all.push(read())
  return all
}
