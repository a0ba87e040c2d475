import { type Kysely, sql } from 'kysely'

const statements = [
  `create table recovery_key_ref (
     app_id text not null,
     user_id text not null,
     wallet_id uuid not null,
     key_id uuid not null,
     stored_at bigint not null,
     retired_at bigint,
     deleted_at bigint,
     vault_deleted boolean not null default false,
     primary key (app_id, user_id, wallet_id, key_id)
   )`,
  `create index recovery_key_ref_live on recovery_key_ref (stored_at) where deleted_at is null`,
  `create index recovery_key_ref_deleting on recovery_key_ref (deleted_at)
     where deleted_at is not null and not vault_deleted`,
  `alter table share_generation
     add column recovery_key_id uuid,
     add column next_recovery_key_id uuid,
     add column next_encrypted_recovery_share bytea`,
  // The one key that a root had until now is named by the root's id, here and in the vault.
  `update share_generation set recovery_key_id = wallet_id`,
  `alter table share_generation alter column recovery_key_id set not null`,
  `insert into recovery_key_ref (app_id, user_id, wallet_id, key_id, stored_at)
     select app_id, user_id, wallet_id, wallet_id, created_at from wallet_root`,
]

/** A recovery key for each generation, and the list of all keys that the vault was asked to store. */
export const recoveryKeys = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
