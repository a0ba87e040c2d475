import { changeEndpoint, type WebhookEndpointRow } from '../../db/webhook-endpoints.js'
import type { Deps } from '../../deps.js'
import { drawSecret } from '../../webhooks/secrets.js'
import { recordWebhookChange } from './record-change.js'
import { notFound, toWireEndpoint } from './to-wire.js'

/** Gives an endpoint another secret, and has the one before sign as well for a while. */
export async function rotateSecret(
  deps: Deps,
  before: WebhookEndpointRow,
  overlapSeconds = 86_400,
) {
  const { app_id: appId, webhook_id: webhookId, secret, public_key } = before
  const drawn = drawSecret(deps, before)
  const named = { appId, webhookId }
  const nowMs = deps.clock.nowMs()
  const row = await deps.db.transaction().execute(async (db) => {
    const changed = await changeEndpoint(db, named, {
      secret: drawn.sealed,
      public_key: drawn.publicKey,
      previous_secret: secret,
      previous_public_key: public_key,
      previous_until: nowMs + overlapSeconds * 1000,
    })
    if (changed === undefined) throw notFound('Webhook')
    await recordWebhookChange(db, { ...named, change: 'secret_rotated', nowMs })
    return changed
  })
  return { ...toWireEndpoint(row), secret: drawn.shown }
}
