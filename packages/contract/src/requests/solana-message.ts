import { toBase58 } from './bytes.js'

/** The addresses that look-up tables on the chain hold, by the table's address. */
export type LookupTables = Readonly<Record<string, readonly string[]>>

/** An instruction with its accounts by address; an account from a table that was not given is null. */
export interface Instruction {
  program: string | null
  accounts: readonly (string | null)[]
  data: Uint8Array
}

/** A Solana transaction message, as far as its bytes tell. */
interface SolanaMessage {
  feePayer: string
  signers: number
  /** A recent one, or the value of a durable nonce: the transaction ends with it. */
  blockhash: string
  instructions: readonly Instruction[]
  /** The accounts that it may change, as far as they are known. */
  writable: readonly string[]
  /** The look-up tables it takes accounts from. */
  tables: readonly string[]
}

/**
 * Reads `bytes` as a transaction message, legacy or version 0; null when they are not exactly one.
 *
 * @param tables  the addresses of look-up tables, as far as they are known.
 * @see Solana documentation, "Transactions": header, accounts, recent blockhash, instructions, address table lookups.
 */
export function readSolanaMessage(
  bytes: Uint8Array,
  tables: LookupTables = {},
): SolanaMessage | null {
  try {
    return readAll(createReader(bytes), tables)
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

function readAll(reader: Reader, tables: LookupTables): SolanaMessage {
  const isVersioned = (reader.peek() & 0x80) !== 0
  // Only version 0 is defined.
  if (isVersioned && reader.byte() !== 0x80) throw new RangeError('Unknown version')
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => toBase58(reader.take(32)))
  const [feePayer] = keys
  if (feePayer === undefined || signers === 0 || readonlySigners >= signers) throw notMessage()
  if (signers + readonlyOthers > keys.length) throw notMessage()
  const blockhash = toBase58(reader.take(32))
  const parts = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.length()),
  }))
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : []
  if (!reader.isAtEnd()) throw notMessage()
  const all = [...keys, ...accountsOf(lookups, tables)]
  const key = (index: number) => {
    if (index >= all.length) throw notMessage()
    return all[index] ?? null
  }
  const instructions = parts.map(({ program, accounts, data }) => ({
    program: key(program),
    accounts: accounts.map(key),
    data,
  }))
  return {
    ...{ feePayer, signers, blockhash, instructions },
    writable: [
      ...keys.filter((_, at) =>
        at < signers ? at < signers - readonlySigners : at < keys.length - readonlyOthers,
      ),
      ...fromTables(lookups, tables, 'writable').filter((each) => each !== null),
    ],
    tables: lookups.map(({ table }) => table),
  }
}

/** The entries that a message takes from one table. */
interface Lookup {
  table: string
  writable: readonly number[]
  readonly: readonly number[]
}

function readLookup(reader: Reader): Lookup {
  const table = toBase58(reader.take(32))
  const writable = reader.list(() => reader.byte())
  return { table, writable, readonly: reader.list(() => reader.byte()) }
}

/** The accounts that follow the message's own: the writable ones of all tables, then the others; null where not known. */
function accountsOf(lookups: readonly Lookup[], tables: LookupTables): (string | null)[] {
  return [...fromTables(lookups, tables, 'writable'), ...fromTables(lookups, tables, 'readonly')]
}

function fromTables(
  lookups: readonly Lookup[],
  tables: LookupTables,
  kind: 'writable' | 'readonly',
): (string | null)[] {
  return lookups.flatMap((lookup) => {
    const entries = tables[lookup.table]
    return lookup[kind].map((index) => entries?.[index] ?? null)
  })
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
