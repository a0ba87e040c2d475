import { type Kysely, sql } from 'kysely'

/** What users let other apps and sites know and ask for: one row for each, replaced when the user connects again. */
export const crossApp = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table cross_app_grant (
      id text primary key,
      app_id text not null,
      user_id text not null,
      requester text not null,
      requester_app_id text,
      requester_origin text not null,
      requester_name text not null,
      addresses jsonb not null,
      created_at bigint not null,
      expires_at bigint not null,
      last_used_at bigint,
      unique (app_id, user_id, requester),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
    )`.execute(db)
  },
}
