import { type QueryExecutorProvider, sql } from 'kysely'

/** The columns of a schema that hold bytes, as `table.column`, sorted. */
export async function bytesColumns(db: QueryExecutorProvider, schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = ${schema} and data_type = 'bytea'`.execute(db)
  return rows.map(({ name }) => name).sort()
}
