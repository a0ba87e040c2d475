import { type Kysely, sql } from 'kysely'

/** Recovery methods that users own: of a device's shares, and of the root since they were confirmed. */
export const recoveryMethods = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table share_generation add column recovery_method text not null default 'privy',
      add column recovery_locator text`.execute(db)
    await sql`alter table wallet_root add column recovery_locator text,
      add column recovery_set_at bigint, add column recovery_used_at bigint`.execute(db)
    // Shares of a method that was replaced are deleted while their device still signs.
    await sql`alter table share_generation drop constraint share_generation_has_shares`.execute(db)
    await sql`alter table share_generation add constraint share_generation_has_shares
      check (state = 'revoked' or (auth_share is not null
        and (state = 'active' or encrypted_recovery_share is not null)))`.execute(db)
  },
}
