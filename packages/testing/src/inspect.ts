import { apiSchema, type Db } from '@sallyport/server'
import { sql } from 'kysely'

/** Dumps the API's tables as text, one line per row, bytes as hex. */
export async function dumpTables(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = ${apiSchema} and table_name not like 'kysely%' order by 1`.execute(db)
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
      return rows.map(({ row }) => `${name} ${row.replaceAll('\n', '\\n')}`)
    }),
  )
  return dumps.flat().join('\n')
}

/** Returns a secret in its possible encodings: raw, hex and base64, of its text and of the bytes it encodes. */
export function encodingsOf(secret: string): string[] {
  const forms = [Buffer.from(secret), Buffer.from(secret, 'base64url')]
  const encoded = forms.flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ])
  return [secret, ...encoded].filter((form) => form.length >= 6)
}

/** Counts the statements that the server sends during `work`, except reads of the app, which is cached for a second. */
export async function countQueries(db: Db, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const executor = db.getExecutor()
  const original = executor.executeQuery.bind(executor)
  executor.executeQuery = (query) => {
    if (!query.sql.includes('from "app"')) count += 1
    return original(query)
  }
  try {
    await work()
  } finally {
    executor.executeQuery = original
  }
  return count
}
