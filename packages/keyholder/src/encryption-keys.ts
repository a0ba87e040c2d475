import { deriveKey, type RecordCipher, type RecordPlace, recordKeyId } from '@sallyport/crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

/** What the commands of a program's key-encryption keys need. */
export interface KeyDeps {
  /** The program's own database. */
  db: QueryExecutorProvider
  cipher: RecordCipher
  /** The newest first. */
  keks: readonly Uint8Array[]
  store: RecordStore
}

/** What a program keeps under its key-encryption keys. */
export interface RecordStore {
  /** Every column of records by a name of its own. */
  columns: Readonly<Record<string, RecordColumn>>
  /** Columns whose records live for minutes: no pass moves them. */
  shortLived: Readonly<Record<string, Pick<RecordColumn, 'table' | 'column'>>>
  /** Part of the ids of its keys. */
  keyIdInfo: string
  /** The setting of the keys, and the command that moves records, for sentences. */
  setting: string
  command: string
}

/** A column of records. */
interface RecordColumn {
  table: string
  column: string
  /** The columns that the record's place is made from, the row's key among them. */
  keys: readonly string[]
  placeOf(key: readonly string[]): RecordPlace
}

/** A key-encryption key as an operator sees it, never the key. */
interface KeyReport {
  id: string
  use: 'newest' | 'older'
  /** Records under the key by their column. */
  records: Record<string, number>
}

interface KeyList {
  keys: KeyReport[]
  /** Records whose key is not set. */
  unknown: Record<string, number>
}

/** Which records each key-encryption key of the program seals. */
export async function listKeys({ db, keks, store }: KeyDeps): Promise<KeyList> {
  const keys = keks.map((key, place): KeyReport => {
    const id = deriveKey({ secret: key, info: store.keyIdInfo, length: 16 })
    return {
      id: Buffer.from(id).toString('hex'),
      use: place === 0 ? 'newest' : 'older',
      records: {},
    }
  })
  const unknown: Record<string, number> = {}
  const all = { ...store.columns, ...store.shortLived }
  for (const [name, { table, column }] of Object.entries(all)) {
    // A record begins with the format and the algorithm, 4 bytes, then the id.
    const { rows } = await sql<{ id: string; count: number }>`
      select encode(substring(${sql.ref(column)} from 5 for 16), 'hex') as id, count(*)::integer as count
      from ${sql.table(table)} where ${sql.ref(column)} is not null group by 1`.execute(db)
    for (const { id, count } of rows) {
      const records = keys.find((key) => key.id === id)?.records ?? unknown
      records[name] = (records[name] ?? 0) + count
    }
  }
  return { keys, unknown }
}

const batch = 200

/**
 * Seals every record that is under an older key again under the newest. A record is changed only while it is what was read,
 * so this may run beside the program when it has both keys, be interrupted and run again.
 */
export async function resealRecords(
  deps: KeyDeps,
): Promise<{ moved: Record<string, number>; failed: Record<string, number> } & KeyList> {
  const moved: Record<string, number> = {}
  const failed: Record<string, number> = {}
  for (const [name, column] of Object.entries(deps.store.columns)) {
    for (let after: string[] | undefined; ; ) {
      const rows = await readBatch(deps.db, { column, after })
      for (const row of rows) {
        const outcome = await resealRow(deps, { column, row })
        const counts = { moved, failed, unchanged: undefined }[outcome]
        if (counts) counts[name] = (counts[name] ?? 0) + 1
      }
      after = rows.at(-1)?.key
      if (rows.length < batch) break
    }
  }
  return { moved, failed, ...(await listKeys(deps)) }
}

interface RecordRow {
  key: string[]
  record: Buffer
}

async function readBatch(
  db: QueryExecutorProvider,
  { column: { table, column, keys }, after }: { column: RecordColumn; after: string[] | undefined },
): Promise<RecordRow[]> {
  const names = sql.join(keys.map((name) => sql`${sql.ref(name)}::text`))
  const isNext = after === undefined ? sql`true` : sql`(${names}) > (${sql.join(after)})`
  const { rows } = await sql<RecordRow>`
    select array[${names}] as key, ${sql.ref(column)} as record from ${sql.table(table)}
    where ${sql.ref(column)} is not null and ${isNext} order by ${names} limit ${batch}`.execute(db)
  return rows
}

async function resealRow(
  { db, cipher }: KeyDeps,
  { column, row: { key, record } }: { column: RecordColumn; row: RecordRow },
): Promise<'moved' | 'failed' | 'unchanged'> {
  const sealed = new Uint8Array(record)
  if (isUnderNewest(cipher, sealed)) return 'unchanged'
  const place = column.placeOf(key)
  let plaintext: Uint8Array | undefined
  try {
    plaintext = await cipher.open(sealed, place)
    const renewed = Buffer.from(await cipher.seal(plaintext, place))
    const isRow = sql.join(
      column.keys.map((name, index) => sql`${sql.ref(name)}::text = ${key[index]}`),
      sql` and `,
    )
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(column.table)} set ${sql.id(column.column)} = ${renewed}
      where ${isRow} and ${sql.ref(column.column)} = ${record}`.execute(db)
    return numAffectedRows > 0n ? 'moved' : 'unchanged'
  } catch {
    return 'failed'
  } finally {
    plaintext?.fill(0)
  }
}

function isUnderNewest(cipher: RecordCipher, record: Uint8Array): boolean {
  try {
    recordKeyId(record)
  } catch {
    return false
  }
  return !cipher.isUnderOlderKey(record)
}

/**
 * Tells whether a key can be taken out of its setting.
 *
 * @throws Error while a record names the key, when it is the newest, and when no such key is set.
 */
export async function checkUnusedKey(
  deps: KeyDeps,
  id: string,
): Promise<{ id: string; remove: string }> {
  const { keys } = await listKeys(deps)
  const key = keys.find((each) => each.id === id)
  if (key === undefined) throw new Error(`The key-encryption key ${id} is not set.`)
  if (key.use === 'newest') {
    throw new Error(`The key-encryption key ${id} is the newest: put a newer one before it.`)
  }
  const left = Object.entries(key.records).map(([name, count]) => `${count} × ${name}`)
  if (left.length > 0) {
    throw new Error(
      `The key-encryption key ${id} is in use (${left.join(', ')}): run ${deps.store.command} rotate. Challenges end after minutes.`,
    )
  }
  return { id, remove: `Remove it from ${deps.store.setting} and restart the program.` }
}
