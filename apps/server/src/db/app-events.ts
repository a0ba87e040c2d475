import { userIdPrefix } from '@sallyport/contract'
import type { WebhookData, WebhookEventType } from '@sallyport/contract/webhooks'
import { type RawBuilder, sql } from 'kysely'
import { unheardDays } from '../apps/defaults.js'
import type { AccountKey } from '../identity/proven-account.js'
import type { AccountRecord, UserRecord } from '../identity/user.js'
import type { Db } from './connect.js'
import type { UserKey } from './links.js'
import { userColumns } from './users.js'
import type { EventRecord } from './webhook-tables.js'

/** Whether an endpoint `w` gets the event `e`. Asked by `lateral` with a limit or offset: Postgres then looks it up by app, and does not read the endpoints of all apps. */
const wants = sql`w.app_id = e.app_id and (w.event_types is null or e.type = any(w.event_types))`

/** `webhook_unheard_days` of a row of `app`. */
export function unheardDaysOf(app: string): RawBuilder<number> {
  return sql<number>`coalesce((${sql.ref(`${app}.private_settings`)} ->> 'webhook_unheard_days')::integer, ${sql.lit(unheardDays)})`
}

/**
 * Tables of a statement that record the events of `source` and put them on their way to each endpoint that wants them, in the statement's own commit.
 * An event that no endpoint of its app wants is not kept, unless the app has no endpoint: then a later one can be sent it (`webhook_unheard_days`).
 * Table `made` has those that are kept.
 *
 * @param source  Rows of `app_id`, `type`, `subject`, `data`, `record`, `at` and `place`; it may read what the statement reads.
 */
export function appEventCtes(source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`made as (
      insert into app_event (app_id, type, subject, data, record, at)
      select e.app_id, e.type, e.subject, e.data, e.record, e.at from (${source}) as e
        cross join lateral (select from (
          select from webhook_endpoint w where ${wants}
          union all
          select from app a where a.id = e.app_id and ${unheardDaysOf('a')} > 0
            and not exists (select from webhook_endpoint w where w.app_id = e.app_id)
        ) as kept limit 1) as wanted
      order by e.place
      returning seq, app_id, type, subject, at
    ), addressed as (
      insert into webhook_delivery (app_id, webhook_id, seq, subject, state, next_at, created_at)
      select e.app_id, w.webhook_id, e.seq, e.subject, 'pending', e.at, e.at
      from made e cross join lateral (
        select w.webhook_id from webhook_endpoint w where ${wants} and w.state = 'enabled' offset 0
      ) as w
    )`
}

/** Something that happened to a user or wallet of an app. */
interface NewAppEvent<T extends WebhookEventType> {
  appId: string
  /** Whose events are delivered in order. */
  subject: { userId: string } | { walletId: string } | 'app'
  type: T
  data: WebhookData<T>
  nowMs: number
}

/** Records an event whose body is known. Pass the transaction that does what happened. */
export async function recordAppEvent<T extends WebhookEventType>(
  db: Db,
  { appId, subject, type, data, nowMs }: NewAppEvent<T>,
): Promise<void> {
  await insert(db, {
    appId,
    subject: subjectOf(subject),
    type,
    data,
    record: sql`'{}'::jsonb`,
    nowMs,
  })
}

/** Events whose body shows the user. */
type UserEventType =
  | 'user.created'
  | 'user.deleted'
  | 'user.linked_account'
  | 'user.unlinked_account'
  | 'user.updated_account'
  | 'user.transferred_account'
  | 'user.wallet_created'

/**
 * Records an event with its user as the transaction has them by now.
 *
 * @param event.account  The account that it is about: its key, or as it was before it was removed.
 */
export async function recordUserEvent(
  db: Db,
  event: UserKey & {
    type: UserEventType
    account?: AccountKey | { before: AccountRecord | undefined }
    data?: object
    nowMs: number
  },
): Promise<void> {
  const { appId, userId, type, account, data = {}, nowMs } = event
  const user = sql`(select to_jsonb(shown) from (
    select ${userColumns} from user_account u where u.app_id = ${appId} and u.id = ${userId}) as shown)`
  const name = type === 'user.wallet_created' ? 'wallet' : 'account'
  const about =
    account === undefined ? [] : [sql`${name}::text, ${recordOf({ appId, userId }, account)}`]
  const record = sql`jsonb_build_object(${sql.join([sql`'user', ${user}`, ...about])})`
  await insert(db, { appId, subject: subjectOf({ userId }), type, data, record, nowMs })
}

/** Records that sessions of a user ended before their time. */
export async function recordSessionEnds(
  db: Db,
  ended: UserKey & {
    sessionIds: readonly string[]
    reason: WebhookData<'user.session_ended'>['reason']
    nowMs: number
  },
): Promise<void> {
  const { appId, userId, sessionIds, reason, nowMs } = ended
  const user_id = userIdPrefix + userId
  for (const session_id of sessionIds) {
    const data = { user_id, session_id, reason }
    await recordAppEvent(db, {
      appId,
      subject: { userId },
      type: 'user.session_ended',
      data,
      nowMs,
    })
  }
}

/** Rows for `appEventCtes`: of a login, which its statement has all of. */
export function loginEvents(
  from: RawBuilder<unknown>,
  { user, account }: { user: RawBuilder<unknown>; account: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`select owner.app_id, 'user.authenticated' as type, 'user:' || owner.user_id as subject,
    '{}'::jsonb as data, jsonb_build_object('user', ${user}, 'account', ${account}) as record,
    owner.now_ms as at, owner.place from ${from}`
}

/** Rows for `appEventCtes`: of a sign-up, by the row of the new user in table `owner`. */
export function signUpEvents(record: {
  user: UserRecord
  account: AccountRecord | null
}): RawBuilder<unknown> {
  const text = JSON.stringify(record satisfies EventRecord)
  return sql`select owner.app_id, of.type, 'user:' || owner.user_id as subject, '{}'::jsonb as data,
      case of.place when 1 then ${text}::jsonb - 'account' else ${text}::jsonb end as record,
      owner.now_ms as at, of.place
    from owner cross join (values (1, 'user.created'), (2, 'user.authenticated')) as of (place, type)`
}

/** An account `l` of linked_account as `AccountRecord` has it. */
const accountRecord = sql`jsonb_build_object('type', l.type, 'data', l.data,
  'first_verified_at', l.first_verified_at, 'latest_verified_at', l.latest_verified_at)`

function recordOf(
  { appId, userId }: UserKey,
  account: AccountKey | { before: AccountRecord | undefined },
): RawBuilder<unknown> {
  if ('before' in account) return sql`${JSON.stringify(account.before ?? null)}::jsonb`
  // The credential of a guest stays inside.
  return sql`(select ${accountRecord} from linked_account l where l.app_id = ${appId} and l.user_id = ${userId}
    and l.type = ${account.type} and l.key = ${account.key} and l.type <> 'guest')`
}

function subjectOf(subject: NewAppEvent<WebhookEventType>['subject']): string {
  if (subject === 'app') return 'app'
  return 'userId' in subject ? `user:${subject.userId}` : `wallet:${subject.walletId}`
}

async function insert(
  db: Db,
  event: {
    appId: string
    subject: string
    type: WebhookEventType
    data: object
    record: RawBuilder<unknown>
    nowMs: number
  },
): Promise<void> {
  const { appId, subject, type, data, record, nowMs } = event
  const source = sql`select ${appId}::text as app_id, ${type}::text as type, ${subject}::text as subject,
    ${JSON.stringify(data)}::jsonb as data, ${record} as record, ${nowMs}::bigint as at, 1 as place`
  await sql`with ${appEventCtes(source)} select from made`.execute(db)
}
