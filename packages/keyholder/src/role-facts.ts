import { type SchemaReader, schemaReadersSql } from '@sallyport/process'
import { CompiledQuery, type QueryExecutorProvider, sql } from 'kysely'

/** Reads the process's own role, and every login role that can read the tables of its schema (T-15). */
export async function readRoleFacts(
  db: QueryExecutorProvider,
  schema: string,
): Promise<{ role: string; readers: readonly SchemaReader[] }> {
  const { rows } = await db
    .getExecutor()
    .executeQuery<SchemaReader>(CompiledQuery.raw(schemaReadersSql, [schema]))
  const own = await sql<{ role: string }>`select current_user as role`.execute(db)
  return { role: own.rows[0]?.role ?? '', readers: rows }
}
