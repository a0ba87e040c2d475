import { ApiError, api, paginationMaxLimit } from '@sallyport/contract'
import type { Db } from '../../db/connect.js'
import {
  listAttempts,
  listDeliveries,
  readDelivery,
  resendEvents,
} from '../../db/webhook-deliveries.js'
import {
  changeEndpoint,
  deleteEndpoint,
  failWaiting,
  listEndpoints,
  readEndpoint,
} from '../../db/webhook-endpoints.js'
import type { Deps } from '../../deps.js'
import { type Implementation, implement } from '../../http/implement.js'
import { bodyOf } from '../../webhooks/body.js'
import { createEndpoint, requireUrl } from './create.js'
import { publicKeys } from './public-keys.js'
import { recordWebhookChange } from './record-change.js'
import { rotateSecret } from './rotate.js'
import { notFound, toWireDelivery, toWireEndpoint } from './to-wire.js'

/** Where an app is told of what happens (docs/features/webhooks.md). */
export function webhookRoutes(deps: Deps): Implementation[] {
  const inTransaction = <T>(run: (db: Db) => Promise<T>) => deps.db.transaction().execute(run)
  const require = async (appId: string, webhookId: string) => {
    const row = await readEndpoint(deps.db, { appId, webhookId })
    if (row === undefined) throw notFound('Webhook')
    return row
  }

  return implement(api.webhooks, {
    create: ({ caller: { app }, body }) => createEndpoint(deps, app, body),
    list: async ({ caller: { app } }) => ({
      data: (await listEndpoints(deps.db, app.id)).map(toWireEndpoint),
    }),
    find: async ({ caller: { app }, params }) =>
      toWireEndpoint(await require(app.id, params.webhook_id)),
    update: async ({ caller: { app }, params: { webhook_id: webhookId }, body }) => {
      const { enabled, ...change } = body
      if (change.url !== undefined) await requireUrl(deps, change.url)
      const named = { appId: app.id, webhookId }
      const nowMs = deps.clock.nowMs()
      const state =
        enabled === undefined
          ? {}
          : enabled
            ? ({ state: 'enabled', disabled_reason: null, failing_since: null } as const)
            : ({ state: 'disabled', disabled_reason: 'by_app' } as const)
      const row = await inTransaction(async (db) => {
        const changed = await changeEndpoint(db, named, { ...change, ...state })
        if (changed === undefined) throw notFound('Webhook')
        if (enabled === false) await failWaiting(db, { ...named, nowMs })
        await recordWebhookChange(db, { ...named, change: 'changed', nowMs })
        return changed
      })
      return toWireEndpoint(row)
    },
    remove: async ({ caller: { app }, params: { webhook_id: webhookId } }) => {
      const named = { appId: app.id, webhookId }
      const nowMs = deps.clock.nowMs()
      await inTransaction(async (db) => {
        if (!(await deleteEndpoint(db, named))) throw notFound('Webhook')
        await recordWebhookChange(db, { ...named, change: 'deleted', nowMs })
      })
      return { success: true }
    },
    rotate: async ({ caller: { app }, params: { webhook_id: webhookId }, body }) =>
      rotateSecret(deps, await require(app.id, webhookId), body.overlap_seconds),
    deliveries: async ({ caller: { app }, params: { webhook_id: webhookId }, query }) => {
      await require(app.id, webhookId)
      const { cursor, limit = paginationMaxLimit, state } = query
      const asked = { appId: app.id, webhookId, state, after: cursor, limit: limit + 1 }
      const found = await listDeliveries(deps.db, asked)
      const data = found.slice(0, limit).map(toWireDelivery)
      const next_cursor = found.length > limit ? (data.at(-1)?.event_id ?? null) : null
      return { data, next_cursor }
    },
    delivery: async ({ caller: { app }, params: { webhook_id: webhookId, event_id: eventId } }) => {
      const row = await readDelivery(deps.db, { appId: app.id, webhookId, eventId })
      if (row === undefined) throw notFound('Delivery')
      const key = { app_id: app.id, webhook_id: webhookId, seq: row.seq }
      const attempt_list = await listAttempts(deps.db, key)
      return { ...toWireDelivery(row), body: bodyOf(row), attempt_list }
    },
    resend: async ({ caller: { app }, params: { webhook_id: webhookId }, body }) => {
      const row = await require(app.id, webhookId)
      if (row.state === 'disabled')
        throw new ApiError('invalid_data', { message: 'The webhook is off: switch it on first' })
      const named = { appId: app.id, webhookId, nowMs: deps.clock.nowMs() }
      const resent = await inTransaction(async (db) => {
        const count = await resendEvents(db, named, body)
        await recordWebhookChange(db, { ...named, change: 'resent' })
        return count
      })
      return { resent }
    },
    keys: async ({ params: { app_id: appId }, request }) => {
      const app = await deps.apps.find(appId, request.spender.ip)
      if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
      return { keys: publicKeys(await listEndpoints(deps.db, appId), deps.clock.nowMs()) }
    },
  })
}
