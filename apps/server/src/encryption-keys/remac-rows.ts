import { sql } from 'kysely'
import { authenticRows } from '../authority/authentic-rows.js'
import { type HashKey, placeOfKey } from '../authority/keyed-hash.js'
import { type AuthenticRow, isRowMac, rowMac } from '../authority/row-mac.js'
import type { Db } from '../db/connect.js'
import type { Pass } from './reseal.js'

const batch = 500

/**
 * Gives every authenticated row whose MAC is under an older key one under the newest, if it is right: a row that was changed in
 * the database stays refused. May run beside servers and be repeated.
 */
export async function renewRowMacs(db: Db, key: HashKey): Promise<Record<string, Pass>> {
  const passes: Record<string, Pass> = {}
  for (const of of Object.values(authenticRows)) {
    // Each entry signs the columns that it names: the type of its row says nothing more to this loop.
    passes[nameOf(of)] = await renewRows(db, { key, of: of as AuthenticRow<unknown> })
  }
  return passes
}

/** Names the rows of an entry for operators. */
export function nameOf({ table, mac }: Pick<AuthenticRow<never>, 'table' | 'mac'>): string {
  return `${table}.${mac}`
}

async function renewRows(
  db: Db,
  { key, of }: { key: HashKey; of: AuthenticRow<unknown> },
): Promise<Pass> {
  const pass = { moved: 0, failed: 0 }
  const place = sql.join(of.keys.map((name) => sql`${sql.ref(name)}::text`))
  const mac = sql.ref(of.mac)
  const read = sql.join([
    ...of.columns.map((name) => sql.ref(name)),
    ...Object.entries(of.read ?? {}).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
  ])
  for (let after: string[] | undefined; ; ) {
    const isNext = after === undefined ? sql`true` : sql`(${place}) > (${sql.join(after)})`
    const { rows } = await sql<{ renewed_place: string[]; renewed_mac: Buffer }>`
      select array[${place}] as renewed_place, ${mac} as renewed_mac, ${read} from ${sql.table(of.table)}
      where ${mac} is not null and ${isNext} order by ${place} limit ${batch}`.execute(db)
    for (const { renewed_place: found, renewed_mac: old, ...row } of rows) {
      after = found
      if (placeOfKey(key, old) === 0) continue
      if (!isRowMac(old, { key, of, row })) {
        pass.failed += 1
        continue
      }
      // A row that was changed meanwhile has a MAC under the newest key already.
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(of.table)} set ${sql.id(of.mac)} = ${rowMac(key, of, row)}
        where (${place}) = (${sql.join(found)}) and ${mac} = ${old}`.execute(db)
      pass.moved += Number(numAffectedRows)
    }
    if (rows.length < batch) return pass
  }
}
