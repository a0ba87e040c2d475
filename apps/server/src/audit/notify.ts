import { type RawBuilder, sql } from 'kysely'
import type { NoticeChannel } from '../db/audit-tables.js'
import type { Db } from '../db/connect.js'
import { verifiedEmailOf } from '../db/verified-emails.js'
import type { AccountRecord } from '../identity/user.js'
import type { RecordedEvent } from './record-event.js'

/**
 * Puts a notice of an event for each verified email address and phone number of its user into the outbox; `deliverNotices` sends
 * them. Pass the transaction that recorded the event.
 *
 * @param accounts Accounts that are told, for example as they were before a change. Default: the user's as they are now.
 */
export async function notify(
  db: Db,
  { event, accounts }: { event: RecordedEvent; accounts?: readonly AccountRecord[] },
): Promise<void> {
  const { id, appId, userId = '', nowMs } = event
  const told =
    accounts === undefined
      ? sql`select l.type, l.key, l.verified_email from linked_account l
          where l.app_id = ${appId} and l.user_id = ${userId}`
      : sql`select l.type, coalesce(l.data ->> 'address', l.data ->> 'phoneNumber') as key, l.verified_email
          from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as l (type text, data jsonb, verified_email text)`
  const events = sql`select ${id}::bigint as id, ${appId}::text as app_id, ${nowMs}::bigint as at`
  await sql`with told as (${told}), events as (${events})
    ${insertNotices(sql`events cross join told`)}`.execute(db)
}

/** Inserts the notices of `source`: tables `events` (`id`, `app_id`, `at`) and `told` (`type`, `key`, `verified_email`), joined. */
export function insertNotices(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const [email, sms]: [NoticeChannel, NoticeChannel] = ['email', 'sms']
  const phoneNumber = sql`case told.type when 'phone' then told.key end`
  return sql`
    insert into notice (app_id, event_id, channel, address, next_at, created_at)
    select events.app_id, events.id, case told.type when 'phone' then ${sms}::text else ${email}::text end,
      coalesce(${verifiedEmailOf('told')}, ${phoneNumber}), events.at, events.at
    from ${source}
    where coalesce(${verifiedEmailOf('told')}, ${phoneNumber}) is not null
    on conflict (event_id, channel, address) do nothing`
}
