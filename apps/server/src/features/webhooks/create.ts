import { ApiError, type RouteRequest } from '@sallyport/contract'
import type { webhooks } from '@sallyport/contract/webhooks'
import type { App } from '../../apps/app.js'
import { insertEndpoint } from '../../db/webhook-endpoints.js'
import type { WebhookEndpointTable } from '../../db/webhook-tables.js'
import type { Deps } from '../../deps.js'
import { randomId } from '../../ports/random.js'
import { drawSecret } from '../../webhooks/secrets.js'
import { recordWebhookChange } from './record-change.js'
import { toWireEndpoint } from './to-wire.js'

/** An app has this many endpoints at most. */
const mostEndpoints = 20

/** Adds an endpoint. @throws ApiError `invalid_data` for a URL that is not allowed, and for one endpoint too many. */
export async function createEndpoint(
  deps: Deps,
  { id: appId }: App,
  body: RouteRequest<typeof webhooks.create>['body'],
) {
  await requireUrl(deps, body.url)
  const webhookId = randomId(deps.random, 24)
  const nowMs = deps.clock.nowMs()
  const drawn = drawSecret(deps, { app_id: appId, webhook_id: webhookId })
  const row = {
    app_id: appId,
    webhook_id: webhookId,
    url: body.url,
    description: body.description ?? null,
    event_types: body.event_types ?? null,
    contact_email: body.contact_email ?? null,
    ed25519: body.ed25519 ?? false,
    state: 'enabled',
    disabled_reason: null,
    failing_since: null,
    secret: drawn.sealed,
    public_key: drawn.publicKey,
    previous_secret: null,
    previous_public_key: null,
    previous_until: null,
    created_at: nowMs,
  } as const satisfies Partial<Record<keyof WebhookEndpointTable, unknown>>
  await deps.db.transaction().execute(async (db) => {
    if (!(await insertEndpoint(db, { row, most: mostEndpoints })))
      throw new ApiError('invalid_data', {
        message: `An app has at most ${mostEndpoints} webhooks`,
      })
    await recordWebhookChange(db, { appId, webhookId, change: 'created', nowMs })
  })
  return { ...toWireEndpoint(row), secret: drawn.shown }
}

/** @throws ApiError `invalid_data` that says what is wrong with the URL. */
export async function requireUrl({ webhookSender }: Deps, url: string): Promise<void> {
  const message = await webhookSender.problemOf(url)
  if (message !== undefined) throw new ApiError('invalid_data', { message, data: { field: 'url' } })
}
