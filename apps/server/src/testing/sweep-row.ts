import type { TestKit } from '@sallyport/testing'
import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { rowColumns } from '../authority/row-columns.js'
import type { Database } from '../db/schema.js'

export type Swept = {
  [T in keyof typeof rowColumns]: (typeof rowColumns)[T] extends { columns: object } ? T : never
}[keyof typeof rowColumns]

/** The columns of a table that a thief gains nothing by: all of `rowColumns` that are not called harmless. */
export function columnsToSweep(
  table: Swept,
): [column: string, rule: 'authentic' | 'sealed' | 'finds'][] {
  return Object.entries(rowColumns[table].columns).flatMap(([column, rule]) =>
    typeof rule === 'string' ? [[column, rule]] : [],
  )
}

/** A row that a thief changes, and the request that relies on it. */
export interface Target {
  /** Which row: a condition on its columns. */
  row: RawBuilder<unknown>
  /** What the thief writes, where a value made from the old one would not do. */
  value?: RawBuilder<unknown>
  /** The request; its status, or whether it was answered as if the row said something. */
  use(): Promise<number>
}

/**
 * Changes a column of a row as a thief with write access to the tables and no key (P5): whatever relies on the row is refused,
 * and operators are alarmed where the rule of the column says so. The row is put back.
 */
export async function sweepColumn(
  kit: TestKit,
  { table, column, rule }: { table: keyof Database; column: string; rule: string },
  target: Target,
): Promise<void> {
  const { row, use } = target
  const before = refusedRows(kit).length
  const value = target.value ?? (await otherValue(kit, { table, column, row }))
  const old = await write(kit, { table, column, row, value })
  const status = await use()
  await write(kit, { table, column, ...old })
  expect(`${table}.${column} ${status}`).toMatch(/ [45]\d\d$/)
  if (rule === 'authentic') {
    expect([column, refusedRows(kit).length > before]).toEqual([column, true])
  }
}

/** Lines of the log that operators are alarmed by. */
function refusedRows(kit: TestKit): string[] {
  return kit.log.filter((line) => line.includes('"event":"refused_row"'))
}

/** Writes a column past every foreign key, and gives what puts it back. */
async function write(
  kit: TestKit,
  input: { table: string; column: string; row: RawBuilder<unknown>; value: RawBuilder<unknown> },
): Promise<{ row: RawBuilder<unknown>; value: RawBuilder<unknown> }> {
  const [table, column] = [sql.table(input.table), sql.ref(input.column)]
  return kit.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    const { rows } = await sql<{ old: string | null; place: string }>`
      with found as (select ctid as place, ${column}::text as old from ${table} where ${input.row} limit 1)
      update ${table} t set ${sql.id(input.column)} = ${input.value} from found where t.ctid = found.place
      returning found.old, t.ctid::text as place`.execute(transaction)
    const [changed] = rows
    if (changed === undefined) return { row: sql`false`, value: sql`null` }
    const type = await typeOf(kit, input)
    return {
      row: sql`ctid = ${changed.place}::tid`,
      value: sql`${changed.old}::${sql.raw(type)}`,
    }
  })
}

async function typeOf(kit: TestKit, { table, column }: { table: string; column: string }) {
  const { rows } = await sql<{ type: string }>`
    select format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attname = ${column}`.execute(kit.db)
  const [found] = rows
  if (found === undefined) throw new Error(`No column ${table}.${column}`)
  return found.type
}

/** Another value of the column's type. */
async function otherValue(
  kit: TestKit,
  input: { table: string; column: string; row: RawBuilder<unknown> },
): Promise<RawBuilder<unknown>> {
  const column = sql.ref(`t.${input.column}`)
  switch (await typeOf(kit, input)) {
    case 'bytea':
      return sql`case when ${column} is null or length(${column}) = 0 then '\\x00'::bytea
        else set_byte(${column}, length(${column}) - 1, 255 - get_byte(${column}, length(${column}) - 1)) end`
    case 'bigint':
    case 'integer':
      return sql`coalesce(${column}, 0) + 1`
    case 'boolean':
      return sql`not ${column}`
    case 'jsonb':
      return sql`case jsonb_typeof(${column}) when 'array' then ${column} || '["planted"]'::jsonb
        else coalesce(${column}, '{}'::jsonb) || '{"planted": true}'::jsonb end`
    case 'uuid':
      return sql`gen_random_uuid()`
    case 'text[]':
      return sql`array_append(${column}, 'planted')`
    default:
      return sql`coalesce(${column}, '') || 'x'`
  }
}
