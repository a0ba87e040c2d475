import { type Kysely, sql } from 'kysely'

const statements = [
  `create table wallet_root (
     app_id text not null,
     user_id text not null,
     wallet_id uuid not null,
     state text not null check (state in ('stored', 'active', 'abandoned')),
     imported boolean not null,
     recovery_method text not null,
     created_at bigint not null,
     confirmed_at bigint,
     primary key (app_id, user_id, wallet_id),
     foreign key (app_id, user_id) references user_account (app_id, id) on delete cascade
   )`,
  // One active root per user: whatever happens at once, the second activation fails here.
  `create unique index wallet_root_one_active on wallet_root (app_id, user_id)
     where state = 'active' and not imported`,
  `create index wallet_root_unconfirmed on wallet_root (created_at) where state = 'stored'`,
  `create table share_generation (
     app_id text not null,
     user_id text not null,
     wallet_id uuid not null,
     generation_id uuid not null,
     state text not null check (state in ('stored', 'active', 'revoked')),
     device_public_key bytea not null,
     auth_share bytea,
     encrypted_recovery_share bytea,
     device_hash bytea not null,
     auth_hash bytea not null,
     recovery_hash bytea not null,
     created_at bigint not null,
     last_used_at bigint not null,
     revoked_at bigint,
     primary key (app_id, user_id, wallet_id, generation_id),
     foreign key (app_id, user_id, wallet_id)
       references wallet_root (app_id, user_id, wallet_id) on delete cascade,
     check ((state = 'revoked') = (auth_share is null and encrypted_recovery_share is null))
   )`,
  `create table wallet_account (
     app_id text not null,
     user_id text not null,
     wallet_id uuid not null,
     chain_type text not null,
     wallet_index integer not null,
     address text not null,
     public_key text,
     primary key (app_id, user_id, wallet_id, chain_type, wallet_index),
     foreign key (app_id, user_id, wallet_id)
       references wallet_root (app_id, user_id, wallet_id) on delete cascade
   )`,
]

/** Wallet roots, the shares of their devices and their addresses. */
export const custody = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
