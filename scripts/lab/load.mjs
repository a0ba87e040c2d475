/*
 * The load of the lab: logins, refreshes, new server wallets and signatures at a rate, and a check of everything that was acknowledged. Runs
 * on the load host; argument: a file with JSON (`urls`, `appId`, `appSecret`, `origin`, `rate`, `stopFile`, `resultFile`).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '../load/client.mjs'
import { createOperations, orderOf, runAtRate, usualMix } from '../load/operations.mjs'
import { findLost } from './find-lost.mjs'

const plan = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const result = {
  attempts: 0,
  untyped: [],
  unanswered: {},
  statuses: {},
  failed: [],
  writes: [],
  done: {},
}

const call = createClient({
  ...plan,
  onAttempt: ({ path, status, text, retryAfter }) => {
    result.attempts += 1
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    if (status === 0) result.unanswered[text] = (result.unanswered[text] ?? 0) + 1
    // HAProxy answers by itself while no API is ready.
    const isTyped = status === 0 || status < 400 || text.includes('"code"')
    const lacksTime = status === 503 && retryAfter === null && text.includes('"code"')
    if ((!isTyped || lacksTime) && result.untyped.length < 20)
      result.untyped.push({ path, status, retryAfter, text: text.slice(0, 120) })
  },
})
const { sessions, wallets, byName } = createOperations(call)
const { left } = await runAtRate(
  {
    operations: byName,
    order: orderOf(usualMix),
    rate: plan.rate,
    mostOpen: 400,
    isOver: () => existsSync(plan.stopFile),
  },
  {
    wait,
    onDone: ({ name, error }) => {
      if (error !== undefined)
        result.failed.push({ act: name, error: error.message.slice(0, 200), at: Date.now() })
      else {
        result.done[name] = (result.done[name] ?? 0) + 1
        result.writes.push(Date.now())
      }
    },
  },
)

const lost = await findLost({ sessions, wallets }, call)
const counts = { users: sessions.length, wallets: wallets.length }
writeFileSync(plan.resultFile, JSON.stringify({ ...result, ...counts, left, lost }))
