import type { WebhookEventType } from '@sallyport/contract/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { StoredEvent } from '../webhooks/body.js'
import type { Outcome, WebhookAnswer } from '../webhooks/decide.js'
import { unheardDaysOf } from './app-events.js'
import type { ClaimedDelivery, DeliveryKey } from './claim-deliveries.js'
import type { Db } from './connect.js'

/** An attempt that was made, and what becomes of the delivery. */
interface Finished {
  token: string
  answer: WebhookAnswer
  outcome: Outcome
  startedAtMs: number
  nowMs: number
}

/**
 * Keeps an attempt and what came of it. What another process has claimed since stays as that process decides; the attempt is kept all the same.
 *
 * @returns since when the endpoint has failed; null when it does not.
 */
export async function finishDelivery(
  db: Db,
  delivery: ClaimedDelivery,
  { token, answer, outcome, startedAtMs, nowMs }: Finished,
): Promise<number | null> {
  const { app_id, webhook_id, seq, subject } = delivery
  const isWaiting = outcome.state === 'pending'
  const nextAtMs = isWaiting ? nowMs + outcome.waitMs : nowMs
  const status = 'status' in answer ? answer.status : null
  const failure = 'failure' in answer ? answer.failure : null
  const response = 'status' in answer ? answer.response : null
  const failingSince =
    outcome.state === 'delivered' ? sql`null` : sql`coalesce(w.failing_since, ${nowMs}::bigint)`
  const { rows } = await sql<{ failing_since: number | null }>`
    with finished as (
      update webhook_delivery d set state = ${outcome.state}, next_at = ${nextAtMs}::bigint, claim = null,
        finished_at = ${isWaiting ? null : nowMs}::bigint
      where d.app_id = ${app_id} and d.webhook_id = ${webhook_id} and d.seq = ${seq} and d.claim = ${token}
        and d.state = 'pending'
    ), behind as (
      -- They would only be found again and again while the one before them waits.
      update webhook_delivery d set next_at = ${nextAtMs}::bigint, claim = null
      where ${isWaiting} and d.app_id = ${app_id} and d.webhook_id = ${webhook_id} and d.subject = ${subject}
        and d.seq > ${seq} and d.state = 'pending'
    ), attempt as (
      insert into webhook_attempt (app_id, webhook_id, seq, at, duration_ms, status, failure, response)
      select d.app_id, d.webhook_id, d.seq, ${startedAtMs}::bigint, ${nowMs - startedAtMs}::integer,
        ${status}::integer, ${failure}::text, ${response}::text
      from webhook_delivery d where d.app_id = ${app_id} and d.webhook_id = ${webhook_id} and d.seq = ${seq}
    ), changed as (
      update webhook_endpoint w set failing_since = ${failingSince}
      where w.app_id = ${app_id} and w.webhook_id = ${webhook_id}
        and w.failing_since is distinct from ${failingSince}
      returning w.failing_since
    )
    select coalesce((select failing_since from changed), w.failing_since) as failing_since
    from webhook_endpoint w where w.app_id = ${app_id} and w.webhook_id = ${webhook_id}`.execute(db)
  return outcome.state === 'delivered' ? null : (rows[0]?.failing_since ?? null)
}

/** Lets other processes take at once what was claimed and not begun. */
export async function releaseClaim(
  db: Db,
  { token, nowMs }: { token: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ claim: null, next_at: nowMs })
    .where('state', '=', 'pending')
    .where('claim', '=', token)
    .execute()
}

/** A delivery as it is listed. */
export interface ListedDelivery {
  seq: number
  event_id: string
  type: WebhookEventType
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  created_at: number
  next_at: number
  finished_at: number | null
}

interface Named {
  appId: string
  webhookId: string
}

const listed = sql`d.seq, e.id as event_id, e.type, d.state, d.attempts, d.created_at, d.next_at, d.finished_at`

/** Deliveries of an endpoint, the newest event first. */
export async function listDeliveries(
  db: Db,
  asked: Named & {
    state?: ListedDelivery['state'] | undefined
    after?: string | undefined
    limit: number
  },
): Promise<ListedDelivery[]> {
  const { appId, webhookId, state, after, limit } = asked
  const { rows } = await sql<ListedDelivery>`
    select ${listed} from webhook_delivery d join app_event e on e.app_id = d.app_id and e.seq = d.seq
    where d.app_id = ${appId} and d.webhook_id = ${webhookId}
      and ${state === undefined ? sql`true` : sql`d.state = ${state}`}
      and ${after === undefined ? sql`true` : sql`d.seq < (select seq from app_event where id = ${after})`}
    order by d.seq desc limit ${limit}`.execute(db)
  return rows
}

/** One delivery with its event. */
export async function readDelivery(
  db: Db,
  { appId, webhookId, eventId }: Named & { eventId: string },
): Promise<(ListedDelivery & StoredEvent) | undefined> {
  const { rows } = await sql<ListedDelivery & StoredEvent>`
    select ${listed}, e.data, e.record from webhook_delivery d join app_event e on e.app_id = d.app_id and e.seq = d.seq
    where d.app_id = ${appId} and d.webhook_id = ${webhookId} and e.id = ${eventId}`.execute(db)
  return rows[0]
}

/** The attempts of a delivery, the first one first. */
export async function listAttempts(db: Db, { app_id, webhook_id, seq }: DeliveryKey) {
  return db
    .selectFrom('webhook_attempt')
    .select(['at', 'duration_ms', 'status', 'failure', 'response'])
    .where('app_id', '=', app_id)
    .where('webhook_id', '=', webhook_id)
    .where('seq', '=', seq)
    .orderBy('id')
    .execute()
}

/** Which events are sent again. */
export type Resend =
  | { event_id: string }
  | { since: number; until?: number | undefined }
  | { failed: true }

/**
 * Sends events to an endpoint again, also those that happened while it was off. Attempts are counted from one again. What waits or is on its way stays as it is.
 *
 * @returns how many.
 */
export async function resendEvents(
  db: Db,
  { appId, webhookId, nowMs }: Named & { nowMs: number },
  which: Resend,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_delivery as d (app_id, webhook_id, seq, subject, state, next_at, created_at)
    select e.app_id, w.webhook_id, e.seq, e.subject, 'pending', ${nowMs}::bigint, ${nowMs}::bigint
    from app_event e join webhook_endpoint w on w.app_id = e.app_id and w.webhook_id = ${webhookId}
      and (w.event_types is null or e.type = any(w.event_types))
    where e.app_id = ${appId} and ${chosen(which)} order by e.seq
    on conflict (app_id, webhook_id, seq) do update
      set state = 'pending', next_at = ${nowMs}::bigint, attempts = 0, claim = null, finished_at = null
      where d.state <> 'pending'`.execute(db)
  return Number(numAffectedRows)
}

function chosen(which: Resend): RawBuilder<unknown> {
  if ('event_id' in which) return sql`e.id = ${which.event_id}`
  if ('since' in which) {
    const { since, until = Number.MAX_SAFE_INTEGER } = which
    return sql`e.at >= ${since}::bigint and e.at <= ${until}::bigint`
  }
  return sql`exists (select from webhook_delivery f where f.app_id = w.app_id and f.webhook_id = w.webhook_id
    and f.seq = e.seq and f.state = 'failed')`
}

/** Deliveries that wait. */
export async function countPendingDeliveries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Forgets events from before `beforeMs` with their deliveries and attempts, those of apps without an endpoint after the app's own time, and deliveries whose
 * endpoint is gone; some thousands at a time.
 */
export async function dropOldAppEvents(
  db: Db,
  { beforeMs, nowMs }: { beforeMs: number; nowMs: number },
): Promise<void> {
  await sql`delete from app_event where seq in (
    select seq from app_event where at < ${beforeMs}::bigint order by at limit 5000)`.execute(db)
  await sql`delete from app_event where seq in (
    select e.seq from app a cross join lateral (
      select e.seq from app_event e
      where e.app_id = a.id and e.at < ${nowMs}::bigint - ${unheardDaysOf('a')} * 86400000::bigint
      order by e.at limit 5000
    ) as e
    where not exists (select from webhook_endpoint w where w.app_id = a.id) limit 5000)`.execute(db)
  await sql`delete from webhook_delivery d where d.state = 'pending' and not exists (
    select from webhook_endpoint w where w.app_id = d.app_id and w.webhook_id = d.webhook_id)`.execute(
    db,
  )
}
