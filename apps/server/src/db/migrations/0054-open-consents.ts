import { type Kysely, sql } from 'kysely'

/** Consents that users are giving: ending delegations deletes them, and only one that is still there is kept. */
export const openConsents = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table open_consent (
      app_id text not null,
      user_id text not null,
      consent_id text not null,
      opened_at bigint not null,
      primary key (app_id, user_id, consent_id),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
    )`.execute(db)
  },
}
