import { type Kysely, sql } from 'kysely'

/** The key that signs for a root's shares and addresses. Roots from before get theirs with their next device. */
export const custodyKeys = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table wallet_root add column custody_key text`.execute(db)
  },
}
