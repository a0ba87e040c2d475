/** People at work on two servers while something goes away: what was answered, how fast, and what was acknowledged. */
import { wallet as wallets } from '../../packages/core/dist/index.js'
import { openBrowser } from './browser.mjs'
import { codeFor } from './codes.mjs'
import { ask, login, me, refresh, sendCode, signsWith } from './oracle.mjs'
import { createRun } from './run.mjs'

const places = ['victim', 'other']
let people = 0

/**
 * Starts the load.
 *
 * @param workers people side by side; each logs in, reads, refreshes, and one of four makes wallets.
 * @returns `answers` as they come, `acknowledged` sessions and wallets, and `stop`.
 */
export function startLoad(world, { workers }) {
  const answers = []
  const sessions = []
  const made = []
  let isOn = true
  let turn = 0

  /** One call, timed; undefined when it was not answered 200. */
  const call = async (what, request) => {
    turn += 1
    const startedAt = Date.now()
    const answer = await ask.once(world, request, places[turn % 2]).catch(() => ({ status: 0 }))
    const { status, body, retryAfter } = answer
    answers.push({
      what,
      startedAt,
      ms: Date.now() - startedAt,
      status,
      code: body?.code,
      retryAfter,
    })
    if (status !== 200) await pause(50)
    return status === 200 ? body : undefined
  }
  const untilAnswered = async (what, request) => {
    for (;;) {
      const body = await call(what, request)
      if (body || !isOn) return body
    }
  }
  const work = async (number) => {
    while (isOn) {
      people += 1
      const email = `loaded${people}@example.com`
      if (!(await call('send', sendCode(email)))) continue
      const opened = await call('verify', login(email, codeFor(world, email)))
      if (!opened) continue
      const session = {
        email,
        user: opened.user.id,
        token: opened.token,
        refreshToken: opened.refresh_token,
      }
      sessions.push(session)
      for (let n = 0; n < 4 && isOn; n++) {
        await call('read', me(session.token))
        // Without an answer it is asked again, as a page does: the token may be used up, and tells for 30 s for what.
        const turned = await untilAnswered('refresh', refresh(session.refreshToken))
        if (!turned) continue
        session.token = turned.token
        session.refreshToken = turned.refresh_token
      }
      if (number % 4 === 0 && isOn) await makeWallet(email)
    }
  }
  const makeWallet = async (email) => {
    const browser = openBrowser(world)
    const run = createRun(world, {})
    const tab = browser.openTab(run)
    try {
      await tab.client.start()
      tab.client.session.accept(await again(world, email))
      const accounts = await wallets.createWallets(tab.client)
      made.push({ browser, run, accounts })
    } catch {
      // Not acknowledged: the person tries again some other time.
    } finally {
      tab.close()
    }
  }
  const running = Array.from({ length: workers }, (_, number) => work(number))
  return {
    answers,
    acknowledged: { sessions, made },
    stop: async () => {
      isOn = false
      await Promise.all(running)
    },
  }
}

/** A further session of a person. */
async function again(world, email) {
  await ask.once(world, sendCode(email), 'other')
  const { status, body } = await ask.once(world, login(email, codeFor(world, email)), 'victim')
  if (status !== 200) throw new Error('not signed in')
  return body
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What was acknowledged and is not there; one sentence each. */
export async function findLost(world, { sessions, made }) {
  const lost = []
  for (const { user, token, refreshToken } of sessions) {
    const read = await ask(world, me(token), 'other')
    if (read.body?.user?.id !== user) lost.push(`a session is answered ${read.status}`)
    const turned = await ask(world, refresh(refreshToken), 'victim')
    if (turned.status !== 200) lost.push(`an acknowledged rotation is answered ${turned.status}`)
  }
  for (const { browser, run, accounts } of made) {
    const tab = browser.openTab(run)
    try {
      await tab.client.start()
      for (const account of accounts) {
        if (!(await signsWith(tab.client, account, 'after the outage')))
          lost.push('a wrong signature')
      }
    } catch (error) {
      lost.push(`a wallet does not sign: ${error.code ?? error}`)
    } finally {
      tab.close()
    }
  }
  return lost
}
