import { api } from '@sallyport/contract'
import { type WebhookEventType, webhookEvents } from '@sallyport/contract/webhooks'
import type { TestKit } from '@sallyport/testing'
import { bodyOf } from '../webhooks/body.js'

/** An event as a webhook tells of it. */
interface LoggedEvent {
  type: WebhookEventType
  subject: string
  /** The body without `type`. */
  data: Record<string, unknown>
}

/**
 * Has the kit's app keep every event.
 *
 * @returns What reads them, the oldest first. It throws where a body is not exactly what the table of events says.
 */
export async function logEvents(kit: TestKit): Promise<() => Promise<LoggedEvent[]>> {
  const body = { url: 'http://127.0.0.1:9/webhooks' }
  await kit.call(api.webhooks.create, { body }, { secret: kit.appSecret })
  return async () => {
    const rows = await kit.db
      .selectFrom('app_event')
      .select(['type', 'subject', 'data', 'record'])
      .where('app_id', '=', kit.appId)
      .orderBy('seq')
      .execute()
    return rows.map((row) => {
      const { type, ...data } = JSON.parse(bodyOf(row))
      const parsed = webhookEvents[row.type].body.safeParse(data)
      if (!parsed.success) throw new Error(`${type}: ${JSON.stringify(parsed.error.issues)}`)
      const known = Object.keys(parsed.data as object)
      const unknown = Object.keys(data).filter((name) => !known.includes(name))
      if (unknown.length > 0) throw new Error(`${type} has ${unknown.join(', ')} beside its fields`)
      return { type, subject: row.subject, data }
    })
  }
}
