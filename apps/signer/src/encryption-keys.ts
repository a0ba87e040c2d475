import { deriveKey, type RecordCipher, type RecordPlace, recordKeyId } from '@sallyport/crypto'
import { sql } from 'kysely'
import { placeOfPin } from './app-keys.js'
import type { VaultDatabase } from './database.js'
import { factorKeyPlace } from './factors/factor-key.js'
import { placeOfFactor } from './factors/factor-store.js'
import type { FactorMethod } from './factors/tables.js'
import { placeOfContacts } from './notices/contacts.js'
import { placeOfNotice } from './notices/outbox.js'
import { keyIdInfo } from './record-cipher.js'
import { placeOf } from './recovery-key-rows.js'
import { sealKeyPlace } from './seal-key.js'

/** What the commands of the vault's key-encryption keys need. */
export interface VaultKeyDeps {
  db: VaultDatabase
  cipher: RecordCipher
  /** The newest first. */
  keks: readonly Uint8Array[]
}

/** A column of records. */
interface RecordColumn {
  table: string
  column: string
  /** The columns that the record's place is made from, the row's key among them. */
  keys: readonly string[]
  placeOf(key: readonly string[]): RecordPlace
}

const columns: Readonly<Record<string, RecordColumn>> = {
  'seal_key.wrapped_private_key': {
    table: 'seal_key',
    column: 'wrapped_private_key',
    keys: ['id'],
    placeOf: () => sealKeyPlace,
  },
  'factor_key.wrapped_private_key': factorKeyColumn('wrapped_private_key'),
  'factor_key.wrapped_pepper': factorKeyColumn('wrapped_pepper'),
  'app_key.record': {
    table: 'app_key',
    column: 'record',
    keys: ['app_id'],
    placeOf: ([appId = '']) => placeOfPin(appId),
  },
  'recovery_key.record': {
    table: 'recovery_key',
    column: 'record',
    keys: ['app_id', 'user_id', 'wallet_id', 'key_id', 'created_at_ms'],
    placeOf: ([appId = '', userId = '', walletId = '', keyId = '', storedAtMs = '']) =>
      placeOf({ appId, userId, walletId, keyId }, Number(storedAtMs)),
  },
  'factor.record': {
    table: 'factor',
    column: 'record',
    keys: ['app_id', 'user_id', 'method', 'factor_id'],
    placeOf: ([appId = '', userId = '', method = '', factorId = '']) =>
      // The column's values are of this type.
      placeOfFactor({ appId, userId }, { method: method as FactorMethod, factorId }),
  },
  'contact.record': {
    table: 'contact',
    column: 'record',
    keys: ['app_id', 'user_id'],
    placeOf: ([appId = '', userId = '']) => placeOfContacts({ appId, userId }),
  },
  'notice.record': {
    table: 'notice',
    column: 'record',
    keys: ['id'],
    placeOf: ([id = '']) => placeOfNotice(id),
  },
}

function factorKeyColumn(column: string): RecordColumn {
  return { table: 'factor_key', column, keys: ['id'], placeOf: () => factorKeyPlace(column) }
}

/** Records that live for minutes: no pass moves them. */
const shortLived = { table: 'factor_challenge', column: 'record' }

/** A key-encryption key as an operator sees it, never the key. */
interface KeyReport {
  id: string
  use: 'newest' | 'older'
  /** Records under the key by their column. */
  records: Record<string, number>
}

interface VaultKeyList {
  keys: KeyReport[]
  /** Records whose key is not set. */
  unknown: Record<string, number>
}

/** Which records each key-encryption key of the vault seals. */
export async function listVaultKeys({ db, keks }: VaultKeyDeps): Promise<VaultKeyList> {
  const keys = keks.map((key, place): KeyReport => {
    const id = deriveKey({ secret: key, info: keyIdInfo, length: 16 })
    return {
      id: Buffer.from(id).toString('hex'),
      use: place === 0 ? 'newest' : 'older',
      records: {},
    }
  })
  const unknown: Record<string, number> = {}
  const all = { ...columns, 'factor_challenge.record': shortLived }
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
 * so this may run beside a vault that has both keys, be interrupted and run again.
 */
export async function resealRecords(
  deps: VaultKeyDeps,
): Promise<{ moved: Record<string, number>; failed: Record<string, number> } & VaultKeyList> {
  const moved: Record<string, number> = {}
  const failed: Record<string, number> = {}
  for (const [name, column] of Object.entries(columns)) {
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
  return { moved, failed, ...(await listVaultKeys(deps)) }
}

interface RecordRow {
  key: string[]
  record: Buffer
}

async function readBatch(
  db: VaultDatabase,
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
  { db, cipher }: VaultKeyDeps,
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
export async function checkUnusedVaultKey(
  deps: VaultKeyDeps,
  id: string,
): Promise<{ id: string; remove: string }> {
  const { keys } = await listVaultKeys(deps)
  const key = keys.find((each) => each.id === id)
  if (key === undefined) throw new Error(`The key-encryption key ${id} is not set.`)
  if (key.use === 'newest') {
    throw new Error(`The key-encryption key ${id} is the newest: put a newer one before it.`)
  }
  const left = Object.entries(key.records).map(([name, count]) => `${count} × ${name}`)
  if (left.length > 0) {
    throw new Error(
      `The key-encryption key ${id} is in use (${left.join(', ')}): run vault-keys rotate. Challenges end after minutes.`,
    )
  }
  return { id, remove: 'Remove it from SALLYPORT_VAULT_KEK and restart the vault.' }
}
