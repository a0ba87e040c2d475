/*
 * The load of the lab: logins, refreshes, new server wallets and signatures at a rate, and a check of everything that was acknowledged. Runs
 * on the load host; argument: a file with JSON (`urls`, `appId`, `appSecret`, `origin`, `rate`, `stopFile`, `resultFile`).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from './client.mjs'
import { findLost } from './find-lost.mjs'

const plan = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const sessions = []
const wallets = []
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

const login = async () => {
  const body = { guest_credential: randomBytes(32).toString('base64url') }
  const { user, token, refresh_token: refresh } = await call('/api/v1/guest/authenticate', { body })
  sessions.push({ id: user.id, token, refresh, isBusy: false })
}
const refresh = async () => {
  const session = sessions.find(({ isBusy }) => !isBusy)
  if (session === undefined) return login()
  session.isBusy = true
  try {
    const answer = await call('/api/v1/sessions', {
      body: { refresh_token: session.refresh },
      token: session.token,
    })
    Object.assign(session, {
      token: answer.token,
      refresh: answer.refresh_token ?? session.refresh,
    })
  } finally {
    session.isBusy = false
    sessions.push(...sessions.splice(sessions.indexOf(session), 1))
  }
}
const createWallet = async () => {
  const { id, address } = await call('/v1/wallets', {
    body: { chain_type: 'ethereum' },
    isBackEnd: true,
    key: randomUUID(),
  })
  wallets.push({ id, address })
}
const sign = async () => {
  const wallet = wallets[Math.floor(Math.random() * wallets.length)]
  // Before there is a wallet nothing is signed: all the load would make wallets.
  if (wallet === undefined) return
  const body = { method: 'personal_sign', params: { message: randomUUID(), encoding: 'utf-8' } }
  await call(`/v1/wallets/${wallet.id}/rpc`, { body, isBackEnd: true, key: randomUUID() })
}
/** Of ten requests: what is done. */
const mix = [login, login, refresh, refresh, refresh, createWallet, sign, sign, sign, sign]

const open = new Set()
const startedMs = performance.now()
for (let count = 0; !existsSync(plan.stopFile); count += 1) {
  const dueMs = startedMs + (count * 1_000) / plan.rate
  await wait(Math.max(0, dueMs - performance.now()))
  if (open.size > 400) continue
  const act = mix[count % mix.length]
  const running = act()
    .then(() => {
      result.done[act.name] = (result.done[act.name] ?? 0) + 1
      result.writes.push(Date.now())
    })
    .catch((error) =>
      result.failed.push({ act: act.name, error: error.message.slice(0, 200), at: Date.now() }),
    )
    .finally(() => open.delete(running))
  open.add(running)
}
await Promise.all(open)

const lost = await findLost({ sessions, wallets }, call)
writeFileSync(
  plan.resultFile,
  JSON.stringify({ ...result, lost, users: sessions.length, wallets: wallets.length }),
)
