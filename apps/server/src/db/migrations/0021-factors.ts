import { type Kysely, sql } from 'kysely'

/** Second factors: which a user has, when a session proved one, and resets that run. What proves them is in the vault. */
export const factors = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table user_account add column mfa_methods jsonb not null default '[]'`.execute(
      db,
    )
    await sql`alter table session add column mfa_at_ms bigint`.execute(db)
    await sql`create table factor_reset (
      app_id text not null,
      user_id text not null,
      due_at bigint not null,
      notified_at bigint not null,
      cancel_hash bytea not null,
      primary key (app_id, user_id),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
    )`.execute(db)
    await sql`create unique index factor_reset_by_link on factor_reset (cancel_hash)`.execute(db)
  },
}
