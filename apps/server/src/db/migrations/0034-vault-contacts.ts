import { type Kysely, sql } from 'kysely'

/**
 * Users whose addresses the vault has to be told, at first all with a recovery key or a second factor; and whether the vault
 * has forgotten a deleted user.
 */
export const vaultContacts = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table contact_change (
      app_id text not null,
      user_id text not null,
      version integer not null default 1,
      next_at bigint not null,
      primary key (app_id, user_id),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
    )`.execute(db)
    await sql`create index contact_change_by_time on contact_change (next_at)`.execute(db)
    await sql`insert into contact_change (app_id, user_id, next_at)
      select u.app_id, u.id, 0 from user_account u
      where u.deleted_at is null and (u.mfa_methods <> '[]'::jsonb or exists (
        select from recovery_key_ref r where r.app_id = u.app_id and r.user_id = u.id))`.execute(db)
    await sql`alter table user_account
      add column is_vault_deleted boolean not null default false`.execute(db)
    await sql`create index user_account_to_forget on user_account (deleted_at)
      where deleted_at is not null and not is_vault_deleted`.execute(db)
  },
}
