import { type Kysely, type Migration, sql } from 'kysely'

/** Whom the vault tells, and what it has still to tell them. */
export const noticeTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table contact (
      app_id text not null,
      user_id text not null,
      record bytea not null,
      primary key (app_id, user_id)
    )`.execute(db)
    await sql`create table notice (
      id uuid primary key,
      record bytea not null,
      attempts int not null default 0,
      next_at_ms bigint not null
    )`.execute(db)
    await sql`create index notice_by_time on notice (next_at_ms)`.execute(db)
  },
}
