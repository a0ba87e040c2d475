import { randomBytes } from 'node:crypto'
import type { TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { appEventCtes } from '../db/app-events.js'
import type { Deps } from '../deps.js'
import type { WebhookSender } from '../ports/webhook-sender.js'
import type { WebhookAnswer } from '../webhooks/decide.js'
import { createWebhookWorker } from '../webhooks/deliver.js'

/** What a run of the outbox under faults found. */
export interface LoadResult {
  delivered: number
  lost: number
  /** Subjects whose events first arrived in another order than they happened. */
  disordered: number
  /** Requests beyond one for each event. */
  repeated: number
  /** Events that arrived twice under different ids, or with another body. */
  changed: number
  kills: number
}

/** Raised where a process is killed: nothing after it runs. */
class Killed extends Error {}

/** Numbers that repeat with their seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A receiver in this process that fails 30 % of the time: before or after it has noted the event, as one that dies does, or by its silence. */
export function failingReceiver(next: () => number) {
  const bodies = new Map<string, string>()
  const order = new Map<string, number[]>()
  let [requests, changed] = [0, 0]
  const note = (id: string, body: string) => {
    const before = bodies.get(id)
    if (before !== undefined) {
      if (before !== body) changed += 1
      return
    }
    bodies.set(id, body)
    const { user_id: userId, session_id: place } = JSON.parse(body)
    order.set(userId, [...(order.get(userId) ?? []), Number(place)])
  }
  const sender: WebhookSender = {
    problemOf: async () => undefined,
    post: async ({ headers, body }): Promise<WebhookAnswer> => {
      requests += 1
      const chance = next()
      const id = headers['webhook-id'] ?? ''
      if (chance < 0.1) return { status: 503, response: '' }
      // Slow: the answer comes after others.
      if (chance < 0.2) await new Promise((resolve) => setImmediate(resolve))
      note(id, body)
      if (chance > 0.9) return { failure: 'timeout' }
      if (chance > 0.8) return { failure: 'unreachable' }
      return { status: 200, response: '' }
    },
  }
  return { sender, bodies, order, counts: () => ({ requests, changed }) }
}

/** Records events, some hundreds to a statement; the session of each is its place among those of its user. */
export async function recordMany(
  kit: TestKit,
  { users, eventsEach }: { users: number; eventsEach: number },
): Promise<void> {
  for (let place = 1; place <= eventsEach; place += 1) {
    const source = sql`select ${kit.appId}::text as app_id, 'user.session_ended' as type, 'user:' || n as subject,
      jsonb_build_object('user_id', 'did:privy:' || n, 'session_id', ${String(place)}::text, 'reason', 'logged_out') as data,
      '{}'::jsonb as record, ${kit.clock.nowMs()}::bigint as at, n as place from generate_series(1, ${users}::integer) as n`
    await sql`with ${appEventCtes(source)} select from made`.execute(kit.db)
  }
}

/** Delivers until nothing waits, with processes that are killed at their awaits: of the database and of the receiver. */
export async function deliverWithKills(
  kit: TestKit,
  { sender, next, killChance }: { sender: WebhookSender; next: () => number; killChance: number },
): Promise<number> {
  let kills = 0
  for (let round = 0; round < 100_000 && (await countWaiting(kit)) > 0; round += 1) {
    const processes = [1, 2].map(() => {
      let isDead = false
      const step = <T>(result: T): T | Promise<never> => {
        if (!isDead && next() < killChance) {
          isDead = true
          kills += 1
        }
        // A process that was killed does not go on, and does not see an error either.
        return isDead ? Promise.reject(new Killed()) : result
      }
      const deps: Deps = {
        ...kit.deps,
        db: killable(kit.db, step),
        webhookSender: {
          ...sender,
          post: async (request) => step(await sender.post(await step(request))),
        },
        random: {
          bytes: (length) => randomBytes(length),
          below: (max) => Math.floor(next() * max),
        },
      }
      const worker = createWebhookWorker(deps)
      return worker.round().then(
        () => worker.settled(),
        () => undefined,
      )
    })
    await Promise.all(processes)
    await advanceToNext(kit)
  }
  return kills
}

/** A database whose statements a kill may come before or after. */
function killable(db: Deps['db'], step: <T>(result: T) => T | Promise<never>): Deps['db'] {
  const executor = db.getExecutor()
  const wrapped = new Proxy(executor, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'executeQuery' || typeof value !== 'function') {
        return typeof value === 'function' ? value.bind(target) : value
      }
      return async (...given: unknown[]) => {
        await step(undefined)
        const result: unknown = await value.apply(target, given)
        return step(result)
      }
    },
  })
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'getExecutor') return () => wrapped
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** To when the next one is due; what a killed process had claimed is, when its lease is over. */
async function advanceToNext({ db, clock }: TestKit): Promise<void> {
  const { rows } = await sql<{ at: number | null }>`
    select min(next_at) as at from webhook_delivery where state = 'pending'`.execute(db)
  clock.advance(Math.max(1_000, (rows[0]?.at ?? 0) - clock.nowMs()))
}

async function countWaiting({ db }: TestKit): Promise<number> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from webhook_delivery where state = 'pending') as waits`.execute(db)
  return rows[0]?.waits ? 1 : 0
}

/** Runs the whole of it. */
export async function runOutboxLoad(
  kit: TestKit,
  load: { users: number; eventsEach: number; killChance: number; seed: number },
): Promise<LoadResult> {
  const next = numbers(load.seed)
  const receiver = failingReceiver(next)
  await recordMany(kit, load)
  const kills = await deliverWithKills(kit, { ...load, sender: receiver.sender, next })
  const { requests, changed } = receiver.counts()
  const total = load.users * load.eventsEach
  const inOrder = [...receiver.order.values()].filter((places) =>
    places.every((place, index) => place === index + 1),
  )
  return {
    delivered: receiver.bodies.size,
    lost: total - receiver.bodies.size,
    disordered: load.users - inOrder.length,
    repeated: requests - total,
    changed,
    kills,
  }
}
