import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table wallet_root add column confirming_chain text`,
  // Roots from before: their first address, Ethereum's if there is one.
  `update wallet_root r set confirming_chain = coalesce((
     select min(a.chain_type) from wallet_account a
     where a.app_id = r.app_id and a.user_id = r.user_id and a.wallet_id = r.wallet_id
       and a.wallet_index = 0
   ), 'ethereum')`,
  `alter table wallet_root alter column confirming_chain set not null`,
  `alter table share_generation
     add column vouched boolean not null default false,
     add column confirmed_root boolean not null default false`,
  `update share_generation g set confirmed_root = true, vouched = true
   from (
     select distinct on (app_id, user_id, wallet_id) app_id, user_id, wallet_id, generation_id
     from share_generation where state = 'active'
     order by app_id, user_id, wallet_id, created_at, generation_id
   ) f
   where g.app_id = f.app_id and g.user_id = f.user_id and g.wallet_id = f.wallet_id
     and g.generation_id = f.generation_id`,
  // A revoked generation keeps its shares for a while.
  `alter table share_generation drop constraint share_generation_check`,
  `alter table share_generation add constraint share_generation_has_shares
     check (state = 'revoked' or (auth_share is not null and encrypted_recovery_share is not null))`,
  `create index share_generation_revoked on share_generation (revoked_at)
     where state = 'revoked' and auth_share is not null`,
]

/** Which address vouches for a root's devices, which devices it vouched for, and which one confirmed the root. */
export const rootProofs = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
