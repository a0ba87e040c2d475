import { createHash } from 'node:crypto'
import { raiseAlarm } from '../audit/raise-alarm.js'
import { beginDelivery, type ClaimedDelivery, claimDeliveries } from '../db/claim-deliveries.js'
import { take } from '../db/rate-limits.js'
import { finishDelivery, releaseClaim } from '../db/webhook-deliveries.js'
import { readEndpoint, switchOff, type WebhookEndpointRow } from '../db/webhook-endpoints.js'
import type { Deps } from '../deps.js'
import { randomId } from '../ports/random.js'
import { bodyOf } from './body.js'
import { decideOutcome, failingForMs, type Outcome, type WebhookAnswer } from './decide.js'
import { openSecret } from './secrets.js'
import { webhookHeaders } from './sign.js'

/** What deliveries need. */
export type WebhookDeps = Pick<
  Deps,
  'db' | 'clock' | 'random' | 'keyEncryption' | 'webhookSender' | 'logger' | 'metrics' | 'config'
>

/** Longer than an attempt takes: after it another process goes on with what this one has claimed. */
const leaseMs = 60_000
/** Subjects that a process delivers side by side, for each endpoint, for each app and in all. */
const perEndpoint = 16
const perApp = 40
const mostAtOnce = 200
/** Mails of an app to one address that an endpoint was switched off. */
const mailsPerDay = 3
const dayMs = 86_400_000
/** A number from 0 to 1 in steps of this. */
const steps = 1_000_000

/** Delivers what is due. Several processes may run one each. */
interface WebhookWorker {
  /** Claims what is due and begins to deliver it. @returns how many subjects were begun. */
  round(): Promise<number>
  /** Resolves when everything that was begun has ended. */
  settled(): Promise<void>
  /** Ends what was begun after the attempts that are on their way, and leaves the rest to other processes. */
  stop(): Promise<void>
}

/** Creates a worker. `ended` is called when a subject is done. */
export function createWebhookWorker(
  deps: WebhookDeps,
  ended: () => void = () => undefined,
): WebhookWorker {
  const running = new Set<Promise<void>>()
  const ofEndpoints = new Map<string, number>()
  const ofApps = new Map<string, number>()
  let isStopped = false
  const count = ({ app_id: appId, webhook_id: webhookId }: ClaimedDelivery, by: 1 | -1) => {
    add(ofEndpoints, webhookId, by)
    add(ofApps, appId, by)
  }
  return {
    round: async () => {
      const limit = mostAtOnce - running.size
      if (limit <= 0 || isStopped) return 0
      const token = randomId(deps.random)
      const full = [...ofEndpoints].flatMap(([id, number]) => (number >= perEndpoint ? [id] : []))
      const nowMs = deps.clock.nowMs()
      const most = { perEndpoint, perApp, limit, ofApps: Object.fromEntries(ofApps), full }
      const claim = { token, nowMs, leaseMs, ...most }
      const runs = bySubject(await claimDeliveries(deps.db, claim))
      for (const [first, ...others] of runs) {
        count(first, 1)
        const run = deliverRun(deps, { token, run: [first, ...others], isStopped: () => isStopped })
          .catch((error: unknown) => {
            const reason = error instanceof Error ? error.name : 'unknown'
            deps.logger.warn({ reason }, 'webhooks will be delivered by the next round')
          })
          .finally(() => {
            count(first, -1)
            running.delete(run)
            ended()
          })
        running.add(run)
      }
      return runs.length
    },
    settled: async () => {
      await Promise.all(running)
    },
    stop: async () => {
      isStopped = true
      await Promise.all(running)
    },
  }
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const next = (counts.get(name) ?? 0) + by
  if (next === 0) counts.delete(name)
  else counts.set(name, next)
}

/** Delivers everything that is due, and what becomes due by it. */
export async function deliverWebhooks(deps: WebhookDeps): Promise<void> {
  const worker = createWebhookWorker(deps)
  while ((await worker.round()) > 0) await worker.settled()
}

type Run = readonly [ClaimedDelivery, ...ClaimedDelivery[]]

function bySubject(claimed: readonly ClaimedDelivery[]): Run[] {
  const runs = new Map<string, Run>()
  for (const each of claimed) {
    const key = JSON.stringify([each.webhook_id, each.subject])
    const before = runs.get(key)
    runs.set(key, before ? [...before, each] : [each])
  }
  return [...runs.values()]
}

/** Delivers events of one subject, one after the other, until one has to wait. */
async function deliverRun(
  deps: WebhookDeps,
  { token, run, isStopped }: { token: string; run: Run; isStopped: () => boolean },
): Promise<void> {
  const [{ app_id: appId, webhook_id: webhookId }] = run
  for (const delivery of run) {
    if (isStopped()) return releaseClaim(deps.db, { token, nowMs: deps.clock.nowMs() })
    const endpoint = await readEndpoint(deps.db, { appId, webhookId })
    if (endpoint?.state !== 'enabled') return
    const outcome = await deliverOne(deps, { token, delivery, endpoint })
    if (outcome === undefined || outcome.state === 'pending') return
  }
}

async function deliverOne(
  deps: WebhookDeps,
  {
    token,
    delivery,
    endpoint,
  }: { token: string; delivery: ClaimedDelivery; endpoint: WebhookEndpointRow },
): Promise<Outcome | undefined> {
  const startedAtMs = deps.clock.nowMs()
  const begun = await beginDelivery(deps.db, delivery, { token, nowMs: startedAtMs, leaseMs })
  if (begun === undefined) return undefined
  const body = bodyOf(begun)
  const headers = headersFor(deps, endpoint, { id: begun.id, nowMs: startedAtMs, body })
  const answer = await deps.webhookSender.post({ url: endpoint.url, headers, body })
  const chance = deps.random.below(steps) / steps
  const outcome = decideOutcome(answer, { attempts: begun.attempts, chance })
  const nowMs = deps.clock.nowMs()
  const finished = { token, answer, outcome, startedAtMs, nowMs }
  const failingSince = await finishDelivery(deps.db, delivery, finished)
  report(deps, { endpoint, outcome, answer })
  const isGone = outcome.state === 'failed' && outcome.isGone
  const isFailing = failingSince !== null && nowMs - failingSince >= failingForMs
  if (isGone || isFailing) await disable(deps, endpoint, isGone ? 'gone' : 'failing')
  return outcome
}

function headersFor(
  { keyEncryption }: WebhookDeps,
  endpoint: WebhookEndpointRow,
  message: { id: string; nowMs: number; body: string },
): Record<string, string> {
  const { secret, previous_secret, previous_until, ed25519 } = endpoint
  const isBothSigning = previous_secret !== null && (previous_until ?? 0) > message.nowMs
  const sealed = isBothSigning ? [secret, previous_secret] : [secret]
  const secrets = sealed.map((each) => openSecret(keyEncryption, endpoint, each))
  return webhookHeaders(message, { secrets, ed25519 })
}

async function disable(
  deps: WebhookDeps,
  { app_id: appId, webhook_id: webhookId, contact_email: contact }: WebhookEndpointRow,
  reason: 'gone' | 'failing',
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const isMailed = contact !== null && (await mayMail(deps, { appId, contact, nowMs }))
  const isOff = await deps.db
    .transaction()
    .execute((db) => switchOff(db, { appId, webhookId }, { reason, isMailed, nowMs }))
  if (isOff) await raiseAlarm(deps, { alarm: 'webhook_disabled', appId })
}

/** Mails to an address that was never proven: few, however often an app switches endpoints on and off. */
async function mayMail(
  { db }: WebhookDeps,
  { appId, contact, nowMs }: { appId: string; contact: string; nowMs: number },
): Promise<boolean> {
  const of = createHash('sha256').update(`${appId}\n${contact}`).digest('base64url').slice(0, 27)
  const bucket = { key: `webhook-mail:${of}`, points: mailsPerDay, windowMs: dayMs }
  return (await take(db, [bucket], nowMs)) <= 0
}

function report(
  { metrics, logger }: WebhookDeps,
  {
    endpoint,
    outcome,
    answer,
  }: { endpoint: WebhookEndpointRow; outcome: Outcome; answer: WebhookAnswer },
): void {
  const names = { delivered: 'delivered', pending: 'failed', failed: 'given_up' } as const
  metrics.webhooks.add({ outcome: names[outcome.state] })
  if (outcome.state === 'delivered') return
  const { app_id: appId, webhook_id: webhookId } = endpoint
  const why = 'status' in answer ? { status: answer.status } : { failure: answer.failure }
  const event = 'webhook_not_delivered'
  logger.info(
    { event, appId, webhookId, ...why, state: outcome.state },
    'a webhook was not delivered',
  )
}
