import { sql } from 'kysely'
import type { MessageLocale } from '../http/message-locale.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'

/** The language of messages to a user as it is stored; null without a user or a language. */
export async function readUserLocale(db: Db, { appId, userId }: UserKey): Promise<string | null> {
  const row = await db
    .selectFrom('user_account')
    .select('locale')
    .where('app_id', '=', appId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.locale ?? null
}

/** Writes the language of messages to a user whose client with this id has had a session for so long; of others nothing is changed. */
export async function writeUserLocale(
  db: Db,
  {
    appId,
    userId,
    locale,
    clientId,
    forMs,
    nowMs,
  }: UserKey & { locale: MessageLocale; clientId: string; forMs: number; nowMs: number },
): Promise<void> {
  await sql`
    update user_account u set locale = ${locale}
    where u.app_id = ${appId} and u.id = ${userId} and exists (
      select from session s where s.app_id = u.app_id and s.user_id = u.id
        and s.device ->> 'client_id' = ${clientId}
        and coalesce(s.revoked_at, ${nowMs}::bigint) - s.created_at >= ${forMs}::bigint)`.execute(
    db,
  )
}
