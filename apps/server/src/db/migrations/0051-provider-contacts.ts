import { type Kysely, sql } from 'kysely'

/** The vault is told the addresses that Google and Apple have verified, of users who have such an account already. */
export const providerContacts = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`insert into contact_change (app_id, user_id, next_at)
      select u.app_id, u.id, 0 from user_account u
      where u.deleted_at is null
        and exists (select from linked_account l where l.app_id = u.app_id and l.user_id = u.id
          and l.type in ('google_oauth', 'apple_oauth'))
        and (u.mfa_methods <> '[]'::jsonb or exists (
          select from recovery_key_ref r where r.app_id = u.app_id and r.user_id = u.id))
      on conflict do nothing`.execute(db)
  },
}
