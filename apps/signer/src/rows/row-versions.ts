import type { RecordCipher, RecordPlace } from '@sallyport/crypto'
import { CallRefused, RowRefused } from '@sallyport/keyholder'
import type { SignerDatabase } from '../database.js'
import type { AppRowKind } from './app-rows.js'

/** A row that says who may act with what, and how often it was changed since it was made. */
export interface VersionedRow {
  appId: string
  table: 'wallet' | 'key_quorum' | AppRowKind
  id: string
  version: number
}

type Sealed = { db: SignerDatabase; cipher: RecordCipher }

/**
 * Tells whether a row is the newest of its versions. Each change of such a row is an entry of its app's list of changes, numbered
 * without gaps by a counter; both are sealed. A row that was put back as it was before a change, a counter or an entry that is gone,
 * and a counter that has become less are refused. What a process can't notice is all of an app's rows put back together before it
 * starts (docs/develop/decisions/the-signer.md).
 */
export interface RowVersions {
  /**
   * Reads what has changed, and locks the counter until the transaction ends: `share` where nothing is changed, `update` before a
   * change. Call it before any row is read.
   *
   * @throws RowRefused
   */
  sync(appId: string, lock: 'share' | 'update', sealed: Sealed): Promise<void>
  /** @throws RowRefused for a row that is not the newest. */
  check(row: VersionedRow): void
  /** The newest version of a row; 0 for one that was never changed. Rows whose making is a change are not there then. */
  versionOf(row: Omit<VersionedRow, 'version'>): number
  /** Ids of the rows of a table that were changed. */
  idsOf(rows: Pick<VersionedRow, 'appId' | 'table'>): string[]
  /** The newest version of a row that a request has made; undefined when it has made none. */
  madeBy(row: Omit<VersionedRow, 'version'>, request: string): number | undefined
  /** Notes the change to `row.version`, which is written in the same transaction; after `sync` with `update`. */
  noteChange(
    row: VersionedRow,
    sealed: Sealed & { noted: NotedChange[]; request?: string },
  ): Promise<void>
  /** Remembers a change that was noted; call it when it is committed. */
  remember(change: NotedChange): void
  /** Begins an app's list, where it has none; with its first row. */
  begin(appId: string, sealed: Sealed): Promise<void>
}

/** A change with its number. */
export type NotedChange = VersionedRow & { counter: number; request?: string }

/** What a process knows of an app. */
interface Known {
  counter: number
  /** By table and id. */
  versions: Map<VersionedRow['table'], Map<string, number>>
  /** By row and name of the request. */
  made: Map<string, number>
}

/** Creates what a process knows of versions; empty at its start, it reads an app's list at the first use. */
export function createRowVersions(): RowVersions {
  const apps = new Map<string, Known>()
  const knownOf = (appId: string): Known =>
    apps.get(appId) ?? { counter: 0, versions: new Map(), made: new Map() }
  const versionOf = ({ appId, table, id }: Omit<VersionedRow, 'version'>) =>
    knownOf(appId).versions.get(table)?.get(id) ?? 0

  return {
    sync: async (appId, lock, { db, cipher }) => {
      const query = db.selectFrom('app_counter').select('record').where('app_id', '=', appId)
      const row = await (lock === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
      if (!row) throw await missingCounter(appId, { db, isKnown: apps.has(appId) })
      const counter = await openCounter(appId, row.record, cipher)
      const after = knownOf(appId).counter
      if (counter < after) throw new RowRefused('app_counter')
      const changes = await readChanges({ appId, after, counter }, { db, cipher })
      // Another call may have learned of the same changes meanwhile, and of none beyond them.
      const known = knownOf(appId)
      apps.set(appId, known)
      for (const { key, ...change } of changes) learn(known, { ...rowOf(key), ...change })
      known.counter = Math.max(known.counter, counter)
    },
    check: ({ version, ...row }) => {
      if (versionOf(row) !== version) throw new RowRefused(row.table)
    },
    versionOf,
    idsOf: ({ appId, table }) => [...(knownOf(appId).versions.get(table)?.keys() ?? [])],
    madeBy: ({ appId, ...row }, request) => knownOf(appId).made.get(madeKey(row, request)),
    noteChange: async (row, { db, cipher, noted, request }) => {
      const { appId, version } = row
      const counter = knownOf(appId).counter + noted.length + 1
      const named = request !== undefined && { request }
      const entry = { key: keyOf(row), version, ...named } satisfies Change
      noted.push({ ...row, ...named, counter })
      const record = await sealJson(entry, placeOfChange(appId, String(counter)), cipher)
      await db
        .insertInto('row_change')
        .values({ app_id: appId, counter: String(counter), record })
        .execute()
      await db
        .updateTable('app_counter')
        .set({ record: await sealJson({ counter }, placeOfCounter(appId), cipher) })
        .where('app_id', '=', appId)
        .execute()
    },
    remember: ({ appId, counter, ...row }) => {
      const known = knownOf(appId)
      // Another call may have read it, with later ones.
      if (counter <= known.counter) return
      apps.set(appId, known)
      learn(known, row)
      known.counter = counter
    },
    begin: async (appId, { db, cipher }) => {
      await db
        .insertInto('app_counter')
        .values({
          app_id: appId,
          record: await sealJson({ counter: 0 }, placeOfCounter(appId), cipher),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

/** Where an app's counter is. */
export function placeOfCounter(appId: string): RecordPlace {
  return { table: 'app_counter', column: 'record', row: [appId] }
}

/** Where an entry of an app's list is. */
export function placeOfChange(appId: string, counter: string): RecordPlace {
  return { table: 'row_change', column: 'record', row: [appId, counter] }
}

/** An entry: the row, its version since, and the name of the request where an owner has signed one. */
interface Change {
  key: string
  version: number
  request?: string
}

const keyOf = ({ table, id }: Pick<VersionedRow, 'table' | 'id'>) => `${table}/${id}`

/** The row that an entry names. Only this signer seals entries: the table is one of ours. */
function rowOf(key: string): Pick<VersionedRow, 'table' | 'id'> {
  const at = key.indexOf('/')
  return { table: key.slice(0, at) as VersionedRow['table'], id: key.slice(at + 1) }
}

const madeKey = (row: Pick<VersionedRow, 'table' | 'id'>, request: string) =>
  `${keyOf(row)} ${request}`

function learn(
  { versions, made }: Known,
  { table, id, version, request }: Omit<VersionedRow, 'appId'> & { request?: string },
): void {
  if (request !== undefined) made.set(madeKey({ table, id }, request), version)
  const ofTable = versions.get(table) ?? new Map<string, number>()
  ofTable.set(id, Math.max(version, ofTable.get(id) ?? 0))
  versions.set(table, ofTable)
}

/** An app without counter has no wallets, unless the counter was removed. */
async function missingCounter(
  appId: string,
  { db, isKnown }: { db: SignerDatabase; isKnown: boolean },
): Promise<CallRefused> {
  const rowIn = (table: 'wallet' | 'key_quorum' | 'row_change' | 'app_row') =>
    db.selectFrom(table).select('app_id').where('app_id', '=', appId).limit(1).executeTakeFirst()
  const rows = [
    await rowIn('wallet'),
    await rowIn('key_quorum'),
    await rowIn('row_change'),
    await rowIn('app_row'),
  ]
  const isRemoved = isKnown || rows.some((row) => row !== undefined)
  return isRemoved ? new RowRefused('app_counter') : new CallRefused('not_found')
}

async function openCounter(appId: string, record: Buffer, cipher: RecordCipher): Promise<number> {
  const { counter } = await openJson<{ counter: number }>(record, placeOfCounter(appId), cipher)
  return counter
}

async function readChanges(
  { appId, after, counter }: { appId: string; after: number; counter: number },
  { db, cipher }: Sealed,
): Promise<Change[]> {
  if (counter === after) return []
  const rows = await db
    .selectFrom('row_change')
    .select(['counter', 'record'])
    .where('app_id', '=', appId)
    .where('counter', '>', String(after))
    .where('counter', '<=', String(counter))
    .orderBy('counter')
    .execute()
  const isWhole =
    rows.length === counter - after &&
    rows.every((row, at) => Number(row.counter) === after + at + 1)
  if (!isWhole) throw new RowRefused('row_change')
  return Promise.all(
    rows.map((row) => openJson<Change>(row.record, placeOfChange(appId, row.counter), cipher)),
  )
}

/** Seals a value of JSON. */
export async function sealJson(
  value: unknown,
  place: RecordPlace,
  cipher: RecordCipher,
): Promise<Buffer> {
  const text = new TextEncoder().encode(JSON.stringify(value))
  try {
    return Buffer.from(await cipher.seal(text, place))
  } finally {
    text.fill(0)
  }
}

/** Opens a value that `sealJson` has sealed. Only the signer seals records for its places: it has the form. */
export async function openJson<T>(
  record: Buffer,
  place: RecordPlace,
  cipher: RecordCipher,
): Promise<T> {
  const opened = await cipher.open(new Uint8Array(record), place)
  try {
    return JSON.parse(new TextDecoder().decode(opened)) as T
  } finally {
    opened.fill(0)
  }
}
