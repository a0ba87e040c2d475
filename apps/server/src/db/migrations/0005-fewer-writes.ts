import { type Kysely, sql } from 'kysely'

const statements = [
  // A refresh token is written from its session's row, by the same statement: there is nothing a foreign key could find,
  // and it locked and logged the session's row at every refresh. What it did beside that, the trigger does.
  `alter table refresh_token drop constraint refresh_token_app_id_session_id_fkey`,
  `create function forget_refresh_tokens() returns trigger language plpgsql
   set search_path from current as $$
   begin
     delete from refresh_token r using gone g where r.app_id = g.app_id and r.session_id = g.id;
     return null;
   end $$`,
  `create trigger session_forgets_refresh_tokens after delete on session
     referencing old table as gone for each statement execute function forget_refresh_tokens()`,
  // Room for the row's next version on its page: an update of unindexed columns then writes no index.
  `alter table refresh_token set (fillfactor = 65)`,
  `alter table email_code set (fillfactor = 50)`,
  `alter table linked_account set (fillfactor = 80)`,
  `alter table rate_limit set (fillfactor = 50)`,
]

/** Refresh and login write fewer index and log records. */
export const fewerWrites = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
