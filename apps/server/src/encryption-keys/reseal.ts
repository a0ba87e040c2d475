import { sql } from 'kysely'
import type { Db } from '../db/connect.js'
import type { KeyEncryption, KeyRing } from '../ports/key-encryption.js'
import { type RingName, type SealedColumn, sealedColumns } from './sealed-columns.js'

/** What a pass over the rows of one kind did. */
export interface Pass {
  moved: number
  /** Rows that none of the keys opens or vouches for; they stay as they are. */
  failed: number
}

const batch = 200

/** The ring of a name. */
export function ringOf(keyEncryption: KeyEncryption, name: RingName): KeyRing {
  return name === 'tokens' ? keyEncryption : keyEncryption[name]
}

/**
 * Seals every value of the sealed columns that is under an older key again under the newest. Values are changed only
 * while they are what was read, so it may run beside servers, be interrupted and run again.
 */
export async function resealColumns(
  db: Db,
  keyEncryption: KeyEncryption,
): Promise<Record<string, Pass>> {
  const passes: Record<string, Pass> = {}
  for (const [name, column] of Object.entries(sealedColumns)) {
    passes[name] = await resealColumn(db, { column, ring: ringOf(keyEncryption, column.ring) })
  }
  return passes
}

interface Resealing {
  column: SealedColumn
  ring: KeyRing
}

async function resealColumn(db: Db, resealing: Resealing): Promise<Pass> {
  const pass = { moved: 0, failed: 0 }
  for (let after: string[] | undefined; ; ) {
    const rows = await readBatch(db, { column: resealing.column, after })
    for (const row of rows) {
      const outcome = await resealRow(db, { ...resealing, row })
      if (outcome !== 'unchanged') pass[outcome] += 1
    }
    after = rows.at(-1)?.key
    if (rows.length < batch) return pass
  }
}

interface SealedRow {
  key: string[]
  sealed: Buffer
}

async function readBatch(
  db: Db,
  { column, after }: { column: SealedColumn; after: string[] | undefined },
): Promise<SealedRow[]> {
  const keys = sql.join(column.keys.map((name) => sql`${sql.ref(name)}::text`))
  const isNext = after === undefined ? sql`true` : sql`(${keys}) > (${sql.join(after)})`
  const { rows } = await sql<SealedRow>`
    select array[${keys}] as key, ${column.value} as sealed from ${sql.table(column.table)}
    where ${column.value} is not null and ${isNext} order by ${keys} limit ${batch}`.execute(db)
  return rows
}

async function resealRow(
  db: Db,
  { column, ring, row: { key, sealed } }: Resealing & { row: SealedRow },
): Promise<'moved' | 'failed' | 'unchanged'> {
  if (ring.keyIdOf(sealed) === ring.keyIds[0]) return 'unchanged'
  const context = column.contextOf(key)
  let plaintext: Uint8Array | undefined
  try {
    plaintext = ring.open(sealed, context)
    const isRow = sql.join(
      column.keys.map((name, index) => sql`${sql.ref(name)}::text = ${key[index]}`),
      sql` and `,
    )
    const { numAffectedRows = 0n } = await sql`
      update ${sql.table(column.table)} set ${column.set(ring.seal(plaintext, context))}
      where ${isRow} and ${column.value} = ${sealed}::bytea`.execute(db)
    // Otherwise the row was changed meanwhile: a server has sealed it under its newest key, or the next run does.
    return numAffectedRows > 0n ? 'moved' : 'unchanged'
  } catch {
    return 'failed'
  } finally {
    plaintext?.fill(0)
  }
}
