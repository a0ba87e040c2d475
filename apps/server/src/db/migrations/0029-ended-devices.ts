import { type Kysely, sql } from 'kysely'

/**
 * The session that last used a device's share, so that ending the session ends the share. An ended share restores the wallet
 * elsewhere and is not answered to its device any more.
 */
export const endedDevices = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`alter table share_generation
      add column session_id text,
      add column ended_at bigint`.execute(db)
  },
}
