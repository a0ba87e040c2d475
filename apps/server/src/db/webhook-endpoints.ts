import type { Insertable, Selectable, Updateable } from 'kysely'
import { recordEvent } from '../audit/record-event.js'
import type { Db } from './connect.js'
import type { WebhookEndpointTable } from './webhook-tables.js'

/** An endpoint as its row has it. */
export type WebhookEndpointRow = Selectable<WebhookEndpointTable>

interface Named {
  appId: string
  webhookId: string
}

/** Adds an endpoint. @returns false when the app has `most` of them. */
export async function insertEndpoint(
  db: Db,
  { row, most }: { row: Insertable<WebhookEndpointTable>; most: number },
): Promise<boolean> {
  // One at a time for each app, so that the number is exact.
  await db.selectFrom('app').select('id').where('id', '=', row.app_id).forUpdate().execute()
  const { count } = await db
    .selectFrom('webhook_endpoint')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('app_id', '=', row.app_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) return false
  await db.insertInto('webhook_endpoint').values(row).execute()
  return true
}

/** The endpoints of an app, the oldest first. */
export async function listEndpoints(db: Db, appId: string): Promise<WebhookEndpointRow[]> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('app_id', '=', appId)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute()
}

/** One endpoint of an app. */
export async function readEndpoint(
  db: Db,
  { appId, webhookId }: Named,
): Promise<WebhookEndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('app_id', '=', appId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
}

/** Changes an endpoint; undefined when there is none. */
export async function changeEndpoint(
  db: Db,
  { appId, webhookId }: Named,
  change: Updateable<WebhookEndpointTable>,
): Promise<WebhookEndpointRow | undefined> {
  return db
    .updateTable('webhook_endpoint')
    .set(change)
    .where('app_id', '=', appId)
    .where('webhook_id', '=', webhookId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes an endpoint with its deliveries. @returns false when there is none. */
export async function deleteEndpoint(db: Db, { appId, webhookId }: Named): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_endpoint')
    .where('app_id', '=', appId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  await db
    .deleteFrom('webhook_delivery')
    .where('app_id', '=', appId)
    .where('webhook_id', '=', webhookId)
    .execute()
  return numDeletedRows > 0n
}

/**
 * Switches an endpoint off, which ends what waits for it, records it, and has its contact told.
 *
 * @param how.isMailed  Whether the contact gets a mail.
 * @returns false when it is off already.
 */
export async function switchOff(
  db: Db,
  { appId, webhookId }: Named,
  { reason, isMailed, nowMs }: { reason: 'gone' | 'failing'; isMailed: boolean; nowMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable('webhook_endpoint')
    .set({ state: 'disabled', disabled_reason: reason })
    .where('app_id', '=', appId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'enabled')
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  await failWaiting(db, { appId, webhookId, nowMs })
  const data = { webhook_id: webhookId, change: reason, by: 'server' } as const
  const event = { kind: 'webhook_disabled', appId, userId: undefined, data, nowMs } as const
  const { id: eventId } = await recordEvent(db, event)
  if (row.contact_email === null || !isMailed) return true
  const times = { next_at: nowMs, created_at: nowMs }
  await db
    .insertInto('notice')
    .values({
      app_id: appId,
      event_id: eventId,
      channel: 'email',
      address: row.contact_email,
      ...times,
    })
    .execute()
  return true
}

/** Ends what waits for an endpoint; it can be sent again later. */
export async function failWaiting(
  db: Db,
  { appId, webhookId, nowMs }: Named & { nowMs: number },
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', claim: null, finished_at: nowMs })
    .where('app_id', '=', appId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute()
}
