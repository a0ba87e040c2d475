import { type Kysely, sql } from 'kysely'

/** Solana wallets linked before the wire demanded `public_key`: an address of Solana is the public key itself. */
export const solanaPublicKeys = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`update linked_account
      set data = data || jsonb_build_object('public_key', data -> 'address')
      where type = 'wallet' and data ->> 'wallet_client' = 'privy'
        and data ->> 'chain_type' = 'solana' and data ->> 'public_key' is null`.execute(db)
  },
}
