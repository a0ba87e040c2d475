import { type LookupTables, toBase58 } from '@sallyport/contract/requests'
import { fromBase64 } from './draft-solana.js'

type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
/** What precedes the addresses: kind, slots, authority. @see Solana, `LOOKUP_TABLE_META_SIZE`. */
const headerBytes = 56
/** The kind of an account that holds a table; 0 is one without content. */
const tableKind = 1

/**
 * The accounts of look-up tables, read from the chain. A table that cannot be read is left out. Entries of a table never
 * change, they are only added: what is shown is what will happen, as far as the app's node tells the truth.
 */
export async function readLookupTables(
  read: Read,
  tables: readonly string[],
): Promise<LookupTables> {
  const found = await Promise.all(
    tables.map(async (table) => [table, await readTable(read, table)] as const),
  )
  return Object.fromEntries(found.filter(([, entries]) => entries.length > 0))
}

async function readTable(read: Read, table: string): Promise<string[]> {
  const parameters = [table, { encoding: 'base64', commitment: 'confirmed' }]
  // Not knowing the accounts is a state of its own on the screen.
  const answer = await read('getAccountInfo', parameters).catch(() => null)
  const { value } = Object(answer) as { value?: unknown } // any object has unknown fields
  const { owner, data } = Object(value) as { owner?: unknown; data?: unknown } // as above
  const [text] = Array.isArray(data) ? data : []
  if (owner !== tableProgram || typeof text !== 'string') return []
  const bytes = bytesOf(text)
  if (bytes === null || bytes.length < headerBytes || bytes[0] !== tableKind) return []
  const count = Math.floor((bytes.length - headerBytes) / 32)
  return Array.from({ length: count }, (_, index) => {
    const start = headerBytes + index * 32
    return toBase58(bytes.subarray(start, start + 32))
  })
}

function bytesOf(text: string): Uint8Array | null {
  try {
    return fromBase64(text)
  } catch {
    return null
  }
}
