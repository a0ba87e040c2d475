import { type Kysely, type Migration, Migrator, sql } from 'kysely'
import { type VaultDatabase, vaultSchema } from './database.js'
import { factorTables } from './factors/migration.js'

const migrations: Record<string, Migration> = {
  '0001-vault': {
    async up(db: Kysely<unknown>) {
      await sql`create table seal_key (
        id int primary key check (id = 1),
        public_key bytea not null,
        wrapped_private_key bytea not null
      )`.execute(db)
      await sql`create table app_key (
        app_id text primary key,
        issuer text not null,
        verification_key text not null
      )`.execute(db)
      await sql`create table recovery_key (
        app_id text not null,
        user_id text not null,
        wallet_id uuid not null,
        record bytea not null,
        created_at_ms bigint not null,
        primary key (app_id, user_id, wallet_id)
      )`.execute(db)
      await sql`create table release_log (
        subject text primary key,
        at_ms bigint[] not null
      )`.execute(db)
    },
  },
  '0002-free-release': {
    async up(db: Kysely<unknown>) {
      await sql`alter table recovery_key
        add column free_release_until_ms bigint not null default 0`.execute(db)
    },
  },
  '0004-factors': factorTables,
  '0006-app-key-list': {
    async up(db: Kysely<unknown>) {
      await sql`alter table app_key add column earlier jsonb not null default '[]'`.execute(db)
    },
  },
}

/** Brings the vault's schema up to date; several vaults starting at once wait for each other. */
export async function migrateVault(db: VaultDatabase): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: vaultSchema,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
