import { type Kysely, sql } from 'kysely'

/** Finds what was sent to an address in the last minute: notices that follow wait and are sent as one. */
export const noticeDigests = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create index notice_sent on notice (app_id, channel, address, sent_at)
      where sent_at is not null`.execute(db)
  },
}
