import { createHmac } from 'node:crypto'
import type { AuditData } from '@sallyport/contract'
import type { Deps } from '../deps.js'

/** An alarm as the webhook gets it. */
interface AlarmToSend {
  /** Of its event: the same for every attempt. */
  event_id: number
  app_id: string
  at: number
  data: AuditData
}

/** How long the receiver may take, in milliseconds. */
const deadlineMs = 5_000

/**
 * Posts an alarm to the operator's webhook. The header `sallyport-signature` is `t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of
 * `<t>.<body>` under the webhook's secret.
 *
 * @throws Error when the receiver does not answer with 2xx.
 */
export async function sendAlarm(
  deps: Pick<Deps, 'clock' | 'config'>,
  { event_id, app_id, at, data }: AlarmToSend,
): Promise<void> {
  const { alarmWebhook } = deps.config
  if (alarmWebhook === undefined) return
  const { alarm, budget } = data
  const createdAt = Math.floor(at / 1000)
  const about = { id: String(event_id), alarm, app_id: app_id || null, budget: budget ?? null }
  const body = JSON.stringify({ type: 'alarm', ...about, created_at: createdAt })
  const t = Math.floor(deps.clock.nowMs() / 1000)
  const v1 = createHmac('sha256', alarmWebhook.secret).update(`${t}.${body}`).digest('hex')
  const response = await fetch(alarmWebhook.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sallyport-signature': `t=${t},v1=${v1}` },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(deadlineMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The webhook answered ${response.status}`)
}
