import { type Kysely, sql } from 'kysely'

/** The accounts of others in which users keep recovery keys; and whether an app has such wallets. */
export const recoveryAccounts = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table recovery_account (
      app_id text not null,
      user_id text not null,
      provider text not null,
      account_hash bytea not null,
      proven_at bigint not null,
      primary key (app_id, user_id, provider, account_hash),
      foreign key (app_id, user_id) references user_account (app_id, id) on delete restrict
    )`.execute(db)
    await sql`create index wallet_root_in_cloud on wallet_root (app_id, recovery_method)
      where recovery_method in ('google-drive', 'icloud')`.execute(db)
  },
}
