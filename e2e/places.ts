import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Every column of every table of the stack as text; byte columns appear as hex. */
export async function everyRow(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const texts = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`)
      texts.push(...rows.map((row) => `${name} ${row.text}`))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

/** What every process of the stack has said: the API, the vault, the database, the chains and the launcher. */
export async function everyLog(directory: string): Promise<string> {
  const names = await readdir(directory)
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
  return names.map((name, i) => `== ${name}\n${texts[i]}`).join('\n')
}
