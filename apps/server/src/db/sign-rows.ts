import { type Kysely, sql } from 'kysely'
import type { HashKey } from '../authority/keyed-hash.js'
import { type AuthenticRow, rowMac } from '../authority/row-mac.js'

/**
 * Gives each row of a kind that has none its MAC, a thousand rows at a time. For migrations: later, a row without one is refused.
 *
 * @param input.absent  Columns that the table does not have yet, with the value that stands for them.
 * @param input.where  Which rows; default: all.
 */
export async function signRows<R>(
  db: Kysely<unknown>,
  key: HashKey,
  input: { of: AuthenticRow<R>; absent?: Partial<R>; where?: ReturnType<typeof sql> },
): Promise<void> {
  const { of, absent = {}, where = sql`true` } = input
  const [table, column] = [sql.table(of.table), sql.ref(of.mac)]
  const read = sql.join([
    ...of.columns.filter((name) => !Object.hasOwn(absent, name)).map((name) => sql.ref(name)),
    ...Object.entries(of.read ?? {}).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
  ])
  const start = '(0,0)'
  for (let after = start; ; ) {
    const { rows } = await sql<R & { signed_place: string }>`
      select ctid::text as signed_place, ${read} from ${table}
      where ${column} is null and ${where} and ctid > ${after}::tid limit 1000`.execute(db)
    const last = rows.at(-1)
    if (last === undefined && after === start) return
    // Rows come in the order of their places, but nothing promises it: the last pass begins at the start and finds none.
    after = last?.signed_place ?? start
    if (last === undefined) continue
    const places = rows.map(({ signed_place }) => signed_place)
    const macs = rows.map((row) => rowMac(key, of, { ...row, ...absent }))
    await sql`
      update ${table} t set ${sql.ref(of.mac)} = w.mac
      from unnest(${places}::tid[], ${macs}::bytea[]) as w (place, mac) where t.ctid = w.place`.execute(
      db,
    )
  }
}
