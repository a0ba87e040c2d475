import type { RecordCipher } from '@sallyport/crypto'
import { signerSchema } from '@sallyport/keyholder'
import { heartbeatMigration, migrateSchema } from '@sallyport/process/upgrades'
import { type Kysely, type Migration, sql } from 'kysely'
import type { SignerDatabase } from './database.js'
import { countReservations } from './policy-rows/count-reservations.js'
import { spendingTables } from './policy-rows/spend.js'

/** What seals the rows that a migration writes. */
interface Sealing {
  cipher: RecordCipher
  nowMs: number
}

/** Every change of the schema, in order. */
export const signerMigrations = ({ cipher, nowMs }: Sealing): Record<string, Migration> => ({
  '0001-delegations': {
    async up(db: Kysely<unknown>) {
      await sql`create table seal_key (
        id int primary key check (id = 1),
        public_key bytea not null,
        wrapped_private_key bytea not null
      )`.execute(db)
      await sql`create table app_key (app_id text primary key, record bytea not null)`.execute(db)
      await sql`create table delegation (
        consent_id uuid primary key,
        app_id text not null,
        user_id text not null,
        opened_at_ms bigint not null,
        record bytea,
        revoked_at_ms bigint,
        check (record is null or revoked_at_ms is null)
      )`.execute(db)
      await sql`create index delegation_user on delegation (app_id, user_id)`.execute(db)
      await sql`create table reservation (
        consent_id uuid not null references delegation,
        request bytea not null,
        wei numeric(78, 0) not null,
        at_ms bigint not null,
        primary key (consent_id, request)
      )`.execute(db)
    },
  },
  '0002-tokens': {
    async up(db: Kysely<unknown>) {
      await sql`alter table reservation rename column wei to amount`.execute(db)
      await sql`alter table reservation add column asset text not null default 'wei'`.execute(db)
      await sql`alter table reservation drop constraint reservation_pkey`.execute(db)
      await sql`alter table reservation add primary key (consent_id, request, asset)`.execute(db)
    },
  },
  '0003-subjects': {
    async up(db: Kysely<unknown>) {
      await sql`alter table reservation
        drop constraint reservation_consent_id_fkey,
        alter column consent_id type text using consent_id::text`.execute(db)
      await sql`alter table reservation rename column consent_id to subject`.execute(db)
    },
  },
  '0004-server-wallets': {
    async up(db: Kysely<unknown>) {
      await sql`create table wallet (
        wallet_id text primary key,
        app_id text not null,
        is_pending boolean not null,
        created_at_ms bigint not null,
        record bytea not null
      )`.execute(db)
      await sql`create index wallet_pending on wallet (created_at_ms) where is_pending`.execute(db)
      await sql`create index wallet_app on wallet (app_id)`.execute(db)
      await sql`create table key_quorum (
        quorum_id text primary key,
        app_id text not null,
        record bytea not null
      )`.execute(db)
      await sql`create index key_quorum_app on key_quorum (app_id)`.execute(db)
      await sql`create table app_counter (app_id text primary key, record bytea not null)`.execute(
        db,
      )
      await sql`create table row_change (
        app_id text not null,
        counter bigint not null,
        record bytea not null,
        primary key (app_id, counter)
      )`.execute(db)
    },
  },
  '0005-policies': {
    async up(db: Kysely<unknown>) {
      await sql`create table app_row (
        app_id text not null,
        kind text not null,
        id text not null,
        record bytea not null,
        primary key (app_id, kind, id)
      )`.execute(db)
      await sql`create table condition_set_chunk (
        app_id text not null,
        set_id text not null,
        chunk_id text not null,
        record bytea not null,
        primary key (app_id, set_id, chunk_id)
      )`.execute(db)
      await sql`create table user_key (
        app_id text not null,
        user_id text not null,
        key_id text not null,
        expires_at_ms bigint not null,
        record bytea not null,
        primary key (app_id, user_id, key_id)
      )`.execute(db)
      await sql`create index user_key_expires on user_key (expires_at_ms)`.execute(db)
      await sql`create table import_key (
        key_id text primary key,
        app_id text not null,
        expires_at_ms bigint not null,
        record bytea not null
      )`.execute(db)
      await sql`create index import_key_app on import_key (app_id, expires_at_ms)`.execute(db)
      await sql`create table answered (
        wallet_id text not null,
        name text not null,
        at_ms bigint not null,
        record bytea not null,
        primary key (wallet_id, name)
      )`.execute(db)
      await sql`create table judged_request (
        app_id text not null,
        wallet_id text not null,
        id text primary key,
        at_ms bigint not null,
        record bytea not null
      )`.execute(db)
      await sql`create index judged_request_at on judged_request (app_id, at_ms)`.execute(db)
      for (const table of spendingTables) await sql.raw(table).execute(db)
    },
  },
  // A signer of before fails without the table: two versions never count one limit apart.
  '0006-limits-of-consents': {
    async up(db: Kysely<unknown>) {
      await sql`create index spending_window_scope on spending_window (scope_key)`.execute(db)
      await countReservations({ db, cipher, nowMs })
      await sql`drop table reservation`.execute(db)
    },
  },
  '0007-heartbeats': heartbeatMigration,
  // What was answered before stays for good.
  '0008-forget-answered': {
    async up(db: Kysely<unknown>) {
      await sql`alter table answered add column forget_at_ms bigint`.execute(db)
      await sql`create index answered_forget on answered (forget_at_ms)
        where forget_at_ms is not null`.execute(db)
    },
  },
  '0009-requests-of-user-keys': {
    async up(db: Kysely<unknown>) {
      await sql`alter table user_key add column request text`.execute(db)
    },
  },
})

/**
 * Brings the schema up to date; processes that start at once wait for each other.
 *
 * @param version  Of this program.
 * @throws Error when a migration would break older signers that run.
 */
export async function migrateSigner(
  db: SignerDatabase,
  { version, ...sealing }: Sealing & { version: string },
): Promise<void> {
  const { error } = await migrateSchema(db, {
    schema: signerSchema,
    migrations: signerMigrations(sealing),
    version,
  })
  if (error) throw error
}
