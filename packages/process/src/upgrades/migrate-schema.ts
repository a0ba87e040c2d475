import {
  type Kysely,
  type Migration,
  type MigrationInfo,
  type MigrationResultSet,
  Migrator,
  type QueryExecutorProvider,
  sql,
} from 'kysely'
import { type Contracting, isContracting, refuseContracting } from './refuse-contracting.js'

/** The schema of a program, and the steps to it. */
interface Schema {
  /** Its name in the database. */
  schema: string
  /** Every step of this version by name; they run in the order of their names. */
  migrations: Readonly<Record<string, Migration>>
  /** Parts of one version are written at the same time: a database of a developer may have a later one already. */
  allowUnorderedMigrations?: boolean
}

/**
 * Creates the migrator of a schema. It accepts one that a later version has extended, so that programs of this version start beside those of
 * the next one, and again after it.
 *
 * @throws Error when a later version has removed what this one uses.
 */
export async function createSchemaMigrator<T>(
  db: Kysely<T>,
  { schema, migrations, allowUnorderedMigrations = false }: Schema,
): Promise<Migrator> {
  const later = (await readExecuted(db, schema)).filter((name) => !Object.hasOwn(migrations, name))
  const removing = later.filter(isContracting)
  if (removing.length > 0)
    throw new Error(
      `A later version has removed from the database what this version uses (${removing.join(', ')}): start that version again.`,
    )
  const doneAlready = Object.fromEntries(later.map((name) => [name, { up: async () => {} }]))
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...doneAlready, ...migrations }) },
    migrationTableSchema: schema,
    allowUnorderedMigrations,
  })
}

/**
 * Brings a schema to this version; programs that start at once wait for each other.
 *
 * @param asked.contracting  What each of its steps removes whose name ends with `-contracts`.
 * @param asked.version  Of this program.
 * @throws Error when a step would break older programs that run, or a later version has removed what this one uses.
 */
export async function migrateSchema<T>(
  db: Kysely<T>,
  asked: Schema & { contracting?: Contracting; version: string },
): Promise<MigrationResultSet> {
  const migrator = await createSchemaMigrator(db, asked)
  const steps: readonly MigrationInfo[] = await migrator.getMigrations()
  const { contracting = {}, version } = asked
  await refuseContracting(db, { migrations: steps, contracting, version })
  return migrator.migrateToLatest()
}

async function readExecuted(db: QueryExecutorProvider, schema: string): Promise<string[]> {
  const table = sql.table(`${schema}.kysely_migration`)
  const found = await sql<{ exists: boolean }>`
    select to_regclass(${`${schema}.kysely_migration`}) is not null as exists`.execute(db)
  if (found.rows[0]?.exists !== true) return []
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
  return rows.map(({ name }) => name)
}
