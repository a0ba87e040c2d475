import { createHmac, sign } from 'node:crypto'
import type { SigningSecret } from './secrets.js'

/** What is signed: the same id for every attempt, the time of this one, and the body. */
interface Message {
  id: string
  nowMs: number
  body: string
}

/**
 * The headers of a delivery: those of Standard Webhooks and of Svix, by the same secrets (wire reference §43).
 *
 * @param secrets  The endpoint's, and the one before the last rotation while it still counts.
 */
export function webhookHeaders(
  { id, nowMs, body }: Message,
  { secrets, ed25519 }: { secrets: readonly SigningSecret[]; ed25519: boolean },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const hmacs = secrets.map(
    ({ hmac }) => `v1,${createHmac('sha256', hmac).update(signed).digest('base64')}`,
  )
  const eds = ed25519
    ? secrets.map(({ key }) => `v1a,${sign(null, Buffer.from(signed), key).toString('base64')}`)
    : []
  const signature = [...hmacs, ...eds].join(' ')
  return {
    'content-type': 'application/json',
    'user-agent': 'Sallyport-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  }
}
