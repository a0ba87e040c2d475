import { sql } from 'kysely'
import type { StoredEvent } from '../webhooks/body.js'
import type { Db } from './connect.js'

/** A delivery, by the columns of its key. */
export interface DeliveryKey {
  app_id: string
  webhook_id: string
  seq: number
}

/** A delivery that a process has claimed. */
export interface ClaimedDelivery extends DeliveryKey {
  subject: string
}

interface Claim {
  nowMs: number
  /** Names this claim: what another process has claimed since is not begun. */
  token: string
  /** How long until another process may take what was claimed, in milliseconds. */
  leaseMs: number
  /** Subjects at most, for each endpoint, for each app and in all. */
  perEndpoint: number
  perApp: number
  limit: number
  /** How many subjects of an app are being delivered already. */
  ofApps: Readonly<Record<string, number>>
  /** Endpoints that get no more for now. */
  full: readonly string[]
}

/** How many events of one subject a claim takes, to be delivered one after the other. */
const runLength = 50
/** An endpoint that fails gets a few at a time, so that it does not hold up the others. */
const perFailingEndpoint = 2

/**
 * Claims deliveries that are due: for each subject the earliest that waits, and those behind it. What is behind one that is not due or that another process
 * has claimed waits. Several processes claim side by side. Apps take turns at random, so that a few with slow endpoints do not keep the others out.
 */
export async function claimDeliveries(db: Db, claim: Claim): Promise<ClaimedDelivery[]> {
  const { nowMs, token, leaseMs, perEndpoint, perApp, limit, ofApps, full } = claim
  const ofEndpoint = sql`d.app_id = w.app_id and d.webhook_id = w.webhook_id and d.state = 'pending'`
  const sameSubject = (alias: string, than: string) => sql`
    ${sql.ref(`${alias}.app_id`)} = ${sql.ref(`${than}.app_id`)}
    and ${sql.ref(`${alias}.webhook_id`)} = ${sql.ref(`${than}.webhook_id`)}
    and ${sql.ref(`${alias}.subject`)} = ${sql.ref(`${than}.subject`)}
    and ${sql.ref(`${alias}.state`)} = 'pending'`
  const { rows } = await sql<ClaimedDelivery>`
    with apps as materialized (
      select app_id, ${perApp}::integer - coalesce((${JSON.stringify(ofApps)}::jsonb ->> app_id)::integer, 0) as free
      from webhook_endpoint where state = 'enabled' group by app_id order by random()
    ), heads as materialized (
      select of_app.* from apps a cross join lateral (
        select head.* from webhook_endpoint w cross join lateral (
          select d.app_id, d.webhook_id, d.subject, d.seq from webhook_delivery d
          where ${ofEndpoint} and d.next_at <= ${nowMs}::bigint and not exists (
            select from webhook_delivery b where ${sameSubject('b', 'd')} and b.seq < d.seq)
          order by d.next_at, d.seq
          limit case when w.failing_since is null then ${perEndpoint}::integer else ${perFailingEndpoint}::integer end
          for update of d skip locked
        ) as head
        where w.app_id = a.app_id and w.state = 'enabled' and w.webhook_id <> all(${full}::text[])
        limit greatest(a.free, 0)
      ) as of_app
      limit ${limit}
    ), runs as (
      select r.app_id, r.webhook_id, r.seq from heads h cross join lateral (
        select r.app_id, r.webhook_id, r.seq from webhook_delivery r
        where ${sameSubject('r', 'h')} and r.seq >= h.seq order by r.seq limit ${runLength}
      ) as r
    )
    update webhook_delivery d set claim = ${token}, next_at = ${nowMs + leaseMs}::bigint
    from runs where d.app_id = runs.app_id and d.webhook_id = runs.webhook_id and d.seq = runs.seq
      and d.state = 'pending'
    returning d.app_id, d.webhook_id, d.seq, d.subject`.execute(db)
  return rows.sort((a, b) => a.seq - b.seq)
}

/** A delivery that is about to be sent. */
interface BegunDelivery extends StoredEvent {
  /** Of the event, the same for every attempt. */
  id: string
  /** Counting this one. */
  attempts: number
}

/** Counts an attempt before it is made. @returns undefined when it is claimed by another process by now, or over. */
export async function beginDelivery(
  db: Db,
  { app_id, webhook_id, seq }: DeliveryKey,
  { token, nowMs, leaseMs }: { token: string; nowMs: number; leaseMs: number },
): Promise<BegunDelivery | undefined> {
  const { rows } = await sql<BegunDelivery>`
    update webhook_delivery d set attempts = d.attempts + 1, next_at = ${nowMs + leaseMs}::bigint
    from app_event e where e.app_id = d.app_id and e.seq = d.seq and d.app_id = ${app_id} and d.webhook_id = ${webhook_id}
      and d.seq = ${seq} and d.state = 'pending' and d.claim = ${token}
    returning e.id, e.type, e.data, e.record, d.attempts`.execute(db)
  return rows[0]
}
