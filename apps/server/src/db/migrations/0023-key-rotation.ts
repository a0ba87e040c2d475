import { type Kysely, sql } from 'kysely'

/** Keys of an app change while it runs (T-11): further token keys, a second live secret, and the age of the oldest token. */
export const keyRotation = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    const statements = [
      `alter table app
        add column previous_secret_hash bytea,
        add column previous_secret_until bigint,
        add column min_iat bigint not null default 0`,
      `create table app_token_key (
        app_id text not null references app on delete cascade,
        kid text not null,
        verification_key text not null,
        signing_key bytea,
        signs_from bigint not null,
        not_after bigint,
        primary key (app_id, kid),
        check ((signing_key is null) = (not_after is not null))
      )`,
      // At most one key is about to sign.
      `create unique index app_token_key_next on app_token_key (app_id) where signing_key is not null`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
