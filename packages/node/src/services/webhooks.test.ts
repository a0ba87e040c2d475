import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackEndWorld, createBackEndWorld } from '../test-kit/back-end-world.js'
import { verifyWebhook, WebhookVerificationError } from '../webhooks.js'

let world: BackEndWorld
beforeAll(async () => {
  world = await createBackEndWorld()
})
afterAll(() => world?.close())

test('an endpoint is made, changed, rotated and removed; its deliveries are listed', async () => {
  const webhooks = world.client.webhooks()
  const made = await webhooks.create({
    url: 'http://127.0.0.1:9/webhooks',
    event_types: ['user.created'],
  })
  expect(made.secret).toMatch(/^whsec_/)

  await world.kit.signIn('grace@example.com')
  const { data } = await webhooks.deliveries(made.id)
  expect(data).toMatchObject([{ type: 'user.created', state: 'pending' }])
  const [delivery] = data
  const whole = await webhooks.getDelivery(delivery?.event_id ?? '', { webhook_id: made.id })
  expect(JSON.parse(whole.body)).toMatchObject({ type: 'user.created' })

  const rotated = await webhooks.rotate(made.id, { overlap_seconds: 60 })
  expect(rotated.secret).not.toBe(made.secret)
  expect(await webhooks.resend(made.id, { failed: true })).toEqual({ resent: 0 })
  expect(await webhooks.update(made.id, { enabled: false })).toMatchObject({
    enabled: false,
    disabled_reason: 'by_app',
  })
  expect(await webhooks.list()).toMatchObject([{ id: made.id }])
  expect(await webhooks.delete(made.id)).toEqual({ success: true })
  await expect(webhooks.get(made.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('what arrives is verified by the secret of the endpoint; another secret is named as the mistake', async () => {
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
  const nowMs = world.kit.clock.nowMs()
  const timestamp = String(Math.floor(nowMs / 1_000))
  const body = '{"type":"user.created","user":{"id":"did:privy:ada"}}'
  const raw = Uint8Array.from(atob(secret.slice(6)), (each) => each.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign'])
  const bytes = new TextEncoder().encode(`evt_1.${timestamp}.${body}`)
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
  const request = () =>
    new Request('https://api.example.com/webhooks', {
      method: 'POST',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${btoa(String.fromCharCode(...mac))}`,
      },
      body,
    })

  const verify = (trust: { secret: string }, atMs = nowMs) =>
    verifyWebhook(request(), trust, { nowMs: atMs })

  expect(await verify({ secret })).toMatchObject({ type: 'user.created' })
  const other = `whsec_${btoa('another secret of 32 bytes length')}`
  await expect(verify({ secret: other })).rejects.toBeInstanceOf(WebhookVerificationError)
  await expect(verify({ secret }, nowMs + 301_000)).rejects.toThrow(/timestamp|old/i)
})
