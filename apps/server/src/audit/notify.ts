import { type RawBuilder, sql } from 'kysely'
import type { NoticeChannel } from '../db/audit-tables.js'
import type { Db } from '../db/connect.js'
import type { AccountRecord } from '../identity/user.js'
import type { RecordedEvent } from './record-event.js'

/**
 * Puts a notice of an event for each email address and phone number of its user into the outbox; `deliverNotices` sends
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
      ? sql`select l.type, l.data from linked_account l where l.app_id = ${appId} and l.user_id = ${userId}`
      : sql`select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as l (type text, data jsonb)`
  const events = sql`select ${id}::bigint as id, ${appId}::text as app_id, ${nowMs}::bigint as at`
  await sql`with told as (${told}), events as (${events})
    ${insertNotices(sql`events cross join told`)}`.execute(db)
}

/** How the accounts of each type that take messages are told: the field of their address, and the channel. */
const channels: Record<'email' | 'phone', { field: string; channel: NoticeChannel }> = {
  email: { field: 'address', channel: 'email' },
  phone: { field: 'phoneNumber', channel: 'sms' },
}

/** Inserts the notices of `source`: tables `events` (`id`, `app_id`, `at`) and `told` (`type`, `data`), joined. */
export function insertNotices(source: RawBuilder<unknown>): RawBuilder<unknown> {
  const { email, phone } = channels
  return sql`
    insert into notice (app_id, event_id, channel, address, next_at, created_at)
    select events.app_id, events.id,
      case told.type when 'email' then ${email.channel}::text else ${phone.channel}::text end,
      case told.type when 'email' then told.data ->> ${email.field}::text
        else told.data ->> ${phone.field}::text end,
      events.at, events.at
    from ${source}
    where told.type = 'email' and told.data ->> ${email.field}::text is not null
      or told.type = 'phone' and told.data ->> ${phone.field}::text is not null
    on conflict (event_id, channel, address) do nothing`
}
