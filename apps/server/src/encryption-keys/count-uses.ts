import { type RawBuilder, sql } from 'kysely'
import { authenticRows } from '../authority/authentic-rows.js'
import { keyIdsOf } from '../authority/keyed-hash.js'
import type { AuthenticRow } from '../authority/row-mac.js'
import type { Db } from '../db/connect.js'
import type { KeyEncryption, KeyRing } from '../ports/key-encryption.js'
import { nameOf } from './remac-rows.js'
import { ringOf } from './reseal.js'
import { sealedColumns } from './sealed-columns.js'

/** Rows of one kind that name a key. */
export interface Use {
  rows: string
  ring: 'shares' | 'tokens' | 'logins'
  /** Place of the key in its ring; undefined for a key that is not set, and for values from before values named keys. */
  place: number | undefined
  count: number
}

/** Values that are sealed or hashed for minutes: they are gone by themselves, and no pass moves them. */
const shortLived: Readonly<Record<string, RawBuilder<unknown>>> = {
  'oauth_flow.secrets': sql`select secrets as v from oauth_flow where used_at is null and expires_at > now_ms`,
  'oauth_flow.outcome': sql`select outcome as v from oauth_flow where outcome is not null
    and used_at is null and expires_at > now_ms`,
}

/** Rows with a keyed hash. Hashes of tokens and credentials are renewed only when their owners come. */
const hashed: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(Object.values(authenticRows).map((of) => [nameOf(of), rowsWithMac(of)])),
  'refresh_token.token_hash': sql`select r.token_hash as v from refresh_token r
    join session s on s.app_id = r.app_id and s.id = r.session_id
    where r.used_at is null and r.expires_at > now_ms and s.revoked_at is null and s.expires_at > now_ms`,
  'session_fork.token_hash': sql`select token_hash as v from session_fork
    where used_at is null and expires_at > now_ms`,
  // Of earlier versions: a guest's login moves it.
  'linked_account.key of guests': sql`select
    decode(rpad(translate(key, '-_', '+/'), 48, '='), 'base64') as v
    from linked_account where type = 'guest' and key not like '%:%'`,
}

function rowsWithMac({ table, mac, live }: AuthenticRow<never>): RawBuilder<unknown> {
  return sql`select ${sql.ref(mac)} as v from ${sql.table(table)} where ${live ?? sql`true`}`
}

const recordPrefix = Buffer.from('EW1')

/** Counts the rows under each key. */
export async function countUses(
  db: Db,
  { keyEncryption, nowMs }: { keyEncryption: KeyEncryption; nowMs: number },
): Promise<Use[]> {
  const uses: Use[] = []
  const count = async (rows: string, counted: Counted) => {
    for (const found of await readCounts(db, { ...counted, nowMs })) uses.push({ rows, ...found })
  }
  for (const [name, { ring, table, value }] of Object.entries(sealedColumns)) {
    const source = sql`select ${value} as v from ${sql.table(table)} where ${value} is not null`
    await count(name, { source, ring, ids: idsOfRecords(ringOf(keyEncryption, ring)) })
  }
  for (const [name, source] of Object.entries(shortLived))
    await count(name, { source, ring: 'tokens', ids: idsOfRecords(keyEncryption) })
  for (const [name, source] of Object.entries(hashed))
    await count(name, { source, ring: 'tokens', ids: keyIdsOf(keyEncryption).map(toHex) })
  return uses
}

interface Counted {
  /** Rows with a column `v`; `now_ms` is the time. */
  source: RawBuilder<unknown>
  ring: Use['ring']
  /** What values under each key begin with, as hex, the newest first. */
  ids: readonly string[]
}

async function readCounts(
  db: Db,
  { source, ring, ids, nowMs }: Counted & { nowMs: number },
): Promise<Omit<Use, 'rows'>[]> {
  const length = (ids[0] ?? '').length / 2
  const { rows } = await sql<{ id: string; count: number }>`
    select encode(substring(v from 1 for ${length}), 'hex') as id, count(*)::integer as count
    from (select ${nowMs}::bigint as now_ms) as clock, lateral (${source}) as found
    group by 1`.execute(db)
  const counts = new Map<number | undefined, number>()
  for (const { id, count } of rows) {
    const place = ids.indexOf(id)
    const key = place < 0 ? undefined : place
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return [...counts].map(([place, count]) => ({ ring, place, count }))
}

/** A record begins with the format, the algorithm and the id of its key. */
function idsOfRecords({ keyIds }: KeyRing): string[] {
  return keyIds.map((id) => `${toHex(recordPrefix)}01${id}`)
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
