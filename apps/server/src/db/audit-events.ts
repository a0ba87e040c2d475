import { type RawBuilder, sql } from 'kysely'
import { insertNotices } from '../audit/notify.js'

/** How a session comes to be. */
export type OpeningKind = 'signed_up' | 'logged_in' | 'session_forked'

/** The session `s` was opened on the device of `owner`; where a client tells no id of its own, by browser and system. */
const isSameDevice = sql`
  case when s.device ? 'client_id' and owner.device ? 'client_id'
    then s.device -> 'client_id' = owner.device -> 'client_id'
    else s.device -> 'browser' is not distinct from owner.device -> 'browser'
      and s.device -> 'system' is not distinct from owner.device -> 'system'
  end`

/**
 * Tables of a statement that record the sessions opened for the rows of table `owner` and put the notices of logins on
 * new devices into the outbox. A device is new when the user had sessions and none of them was opened there.
 */
export function loginEventCtes(kind: OpeningKind): RawBuilder<unknown> {
  const sessions = sql`select from session s where s.app_id = owner.app_id and s.user_id = owner.user_id`
  const isNew = sql`exists (${sessions}) and not exists (${sessions} and ${isSameDevice})`
  const recorded =
    kind === 'logged_in'
      ? sql`case when ${isNew} then 'logged_in_on_new_device' else ${kind}::text end`
      : sql`${kind}::text`
  const told = sql`events join linked_account told on told.app_id = events.app_id and told.user_id = events.user_id`
  return sql`recorded as (
      insert into audit_event (app_id, user_id, session_id, kind, at, data)
      select owner.app_id, owner.user_id, owner.session_id, ${recorded}, owner.now_ms,
        jsonb_strip_nulls(jsonb_build_object('method', owner.amr[1],
          'browser', owner.device -> 'browser', 'system', owner.device -> 'system',
          'place', owner.device -> 'place'))
      from owner
      returning id, app_id, user_id, kind, at
    ), events as (select * from recorded where kind = 'logged_in_on_new_device'
    ), noticed as (
      ${insertNotices(told)}
    )`
}
