import type { RecordCipher } from '@sallyport/crypto'
import { sealStoredPins, vaultSchema } from '@sallyport/keyholder'
import { heartbeatMigration, migrateSchema } from '@sallyport/process/upgrades'
import { type Kysely, type Migration, sql } from 'kysely'
import type { VaultDatabase } from './database.js'
import { factorTables } from './factors/migration.js'
import { noticeTables } from './notices/migration.js'

const migrationsWith = (cipher: RecordCipher): Record<string, Migration> => ({
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
  '0003-keys-of-generations': {
    async up(db: Kysely<unknown>) {
      await sql`alter table recovery_key add column key_id uuid, add column deleted_at_ms bigint,
        drop column free_release_until_ms, alter column record drop not null`.execute(db)
      // A root's one key until now: generations name it by the root's id.
      await sql`update recovery_key set key_id = wallet_id`.execute(db)
      await sql`alter table recovery_key alter column key_id set not null,
        drop constraint recovery_key_pkey,
        add primary key (app_id, user_id, wallet_id, key_id)`.execute(db)
      await sql`create index recovery_key_deleted on recovery_key (deleted_at_ms)
        where deleted_at_ms is not null and record is not null`.execute(db)
      await sql`create table release_request (
        request bytea primary key,
        device_key bytea not null,
        at_ms bigint not null
      )`.execute(db)
      await sql`create index release_request_at on release_request (at_ms)`.execute(db)
      await sql`alter table app_key add column record bytea`.execute(db)
      await sealStoredPins(db, cipher)
      await sql`alter table app_key alter column record set not null,
        drop column issuer, drop column verification_key`.execute(db)
    },
  },
  '0004-factors': factorTables,
  '0007-deleted-users': {
    async up(db: Kysely<unknown>) {
      await sql`create table deleted_user (
        app_id text not null,
        user_id text not null,
        deleted_at_ms bigint not null,
        primary key (app_id, user_id)
      )`.execute(db)
    },
  },
  '0008-notices': noticeTables,
  '0011-authentic-counters': {
    async up(db: Kysely<unknown>) {
      // What was counted before is not authenticated: the limits begin anew.
      await sql`delete from release_log`.execute(db)
      await sql`alter table release_log add column version bigint not null,
        add column mac text not null`.execute(db)
    },
  },
  '0012-root-pins': {
    async up(db: Kysely<unknown>) {
      await sql`create table root_pin (
        app_id text not null,
        user_id text not null,
        slot text not null,
        record bytea not null,
        primary key (app_id, user_id, slot)
      )`.execute(db)
    },
  },
  '0013-heartbeats': heartbeatMigration,
})

/**
 * Brings the vault's schema up to date; several vaults starting at once wait for each other.
 *
 * @param cipher For migrations that encrypt what was stored in clear.
 * @param version  Of this program.
 * @throws Error when a migration would break older vaults that run.
 */
export async function migrateVault(
  db: VaultDatabase,
  { cipher, version }: { cipher: RecordCipher; version: string },
): Promise<void> {
  const { error } = await migrateSchema(db, {
    schema: vaultSchema,
    migrations: migrationsWith(cipher),
    allowUnorderedMigrations: true,
    version,
  })
  if (error) throw error
}
