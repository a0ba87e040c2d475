import { toBase58 } from './bytes.js'

/** An instruction with its accounts by address; accounts from a table on the chain are null. */
export interface Instruction {
  program: string | null
  accounts: readonly (string | null)[]
  data: Uint8Array
}

/** A Solana transaction message, as far as its bytes tell. */
interface SolanaMessage {
  feePayer: string
  signers: number
  instructions: readonly Instruction[]
  usesTables: boolean
}

/**
 * Reads `bytes` as a transaction message, legacy or version 0; null when they are not exactly one.
 *
 * @see Solana documentation, "Transactions": header, accounts, recent blockhash, instructions, address table lookups.
 */
export function readSolanaMessage(bytes: Uint8Array): SolanaMessage | null {
  try {
    return readAll(createReader(bytes))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * The message in the wire bytes of a transaction, which start with its signatures.
 *
 * @throws RangeError when the bytes end early.
 */
export function messageOfTransaction(bytes: Uint8Array): Uint8Array {
  const reader = createReader(bytes)
  reader.take(reader.length() * 64)
  return bytes.subarray(reader.at())
}

function readAll(reader: Reader): SolanaMessage {
  const isVersioned = (reader.peek() & 0x80) !== 0
  // Only version 0 is defined.
  if (isVersioned && reader.byte() !== 0x80) throw new RangeError('Unknown version')
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => toBase58(reader.take(32)))
  const [feePayer] = keys
  if (feePayer === undefined || signers === 0 || readonlySigners >= signers) throw notMessage()
  if (signers + readonlyOthers > keys.length) throw notMessage()
  reader.take(32)
  const parts = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.length()),
  }))
  const fromTables = isVersioned ? reader.list(() => readLookup(reader)) : []
  if (!reader.isAtEnd()) throw notMessage()
  const known = keys.length + fromTables.reduce((sum, count) => sum + count, 0)
  const key = (index: number) => {
    if (index >= known) throw notMessage()
    return keys[index] ?? null
  }
  const instructions = parts.map(({ program, accounts, data }) => ({
    program: key(program),
    accounts: accounts.map(key),
    data,
  }))
  return { feePayer, signers, instructions, usesTables: fromTables.length > 0 }
}

/** How many accounts one table lookup adds. */
function readLookup(reader: Reader): number {
  reader.take(32)
  return reader.list(() => reader.byte()).length + reader.list(() => reader.byte()).length
}

interface Reader {
  peek(): number
  byte(): number
  take(length: number): Uint8Array
  /** A compact-u16: seven bits a byte, low bits first. */
  length(): number
  list<T>(read: () => T): T[]
  at(): number
  isAtEnd(): boolean
}

function createReader(bytes: Uint8Array): Reader {
  let at = 0
  const reader: Reader = {
    peek: () => bytes[at] ?? end(),
    byte: () => bytes[at++] ?? end(),
    take(length) {
      if (at + length > bytes.length) end()
      at += length
      return bytes.subarray(at - length, at)
    },
    length() {
      let value = 0
      for (let index = 0; index < 3; index += 1) {
        const byte = reader.byte()
        value |= (byte & 0x7f) << (index * 7)
        if ((byte & 0x80) === 0) return value
      }
      throw notMessage()
    },
    list: (read) => Array.from({ length: reader.length() }, read),
    at: () => at,
    isAtEnd: () => at === bytes.length,
  }
  return reader
}

function end(): never {
  throw new RangeError('The bytes end early')
}

function notMessage(): RangeError {
  return new RangeError('Not a transaction message')
}
