import { type Kysely, type Migration, sql } from 'kysely'

/** Second factors: secrets and proofs in records under the vault's key, counters beside them. */
export const factorTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table factor_key (
      id int primary key check (id = 1),
      public_key text not null,
      wrapped_private_key bytea not null,
      wrapped_pepper bytea not null
    )`.execute(db)
    // One row for each authenticator app and phone number, one for each passkey.
    await sql`create table factor (
      app_id text not null,
      user_id text not null,
      method text not null check (method in ('sms', 'totp', 'passkey')),
      factor_id text not null,
      record bytea not null,
      counter bigint not null,
      verified_at_ms bigint not null,
      primary key (app_id, user_id, method, factor_id)
    )`.execute(db)
    await sql`create table factor_challenge (
      app_id text not null,
      user_id text not null,
      session_id text not null,
      purpose text not null,
      record bytea not null,
      tries int not null default 0,
      expires_at_ms bigint not null,
      primary key (app_id, user_id, session_id, purpose)
    )`.execute(db)
    await sql`create index factor_challenge_by_expiry on factor_challenge (expires_at_ms)`.execute(
      db,
    )
    await sql`create table factor_code (
      app_id text not null,
      user_id text not null,
      code_hash bytea not null,
      primary key (app_id, user_id, code_hash)
    )`.execute(db)
    await sql`create table factor_proof (
      app_id text not null,
      user_id text not null,
      session_id text not null,
      proven_at_ms bigint not null,
      primary key (app_id, user_id, session_id)
    )`.execute(db)
    await sql`create index factor_proof_by_time on factor_proof (proven_at_ms)`.execute(db)
    await sql`create table factor_reset (
      app_id text not null,
      user_id text not null,
      due_at_ms bigint not null,
      primary key (app_id, user_id)
    )`.execute(db)
  },
}
