import { randomBytes, randomUUID } from 'node:crypto'

/**
 * What the load does, and what it has been told: `sessions` and `wallets` hold what was acknowledged.
 *
 * @param call  A client (`client.mjs`).
 */
export function createOperations(call) {
  const sessions = []
  const wallets = []
  const login = async () => {
    const body = { guest_credential: randomBytes(32).toString('base64url') }
    const {
      user,
      token,
      refresh_token: refresh,
    } = await call('/api/v1/guest/authenticate', {
      body,
    })
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
    if (wallet === undefined) return false
    const body = { method: 'personal_sign', params: { message: randomUUID(), encoding: 'utf-8' } }
    await call(`/v1/wallets/${wallet.id}/rpc`, { body, isBackEnd: true, key: randomUUID() })
  }
  return { sessions, wallets, byName: { login, refresh, createWallet, sign } }
}

/** Of ten requests: what is done. */
export const usualMix = { login: 2, refresh: 3, createWallet: 1, sign: 4 }

/** The names of a mix in the order in which they are done, spread evenly. */
export function orderOf(mix) {
  const total = Object.values(mix).reduce((sum, each) => sum + each, 0)
  const due = Object.entries(mix).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, n) => ({ name, at: ((n + 0.5) * total) / count })),
  )
  return due.sort((one, other) => one.at - other.at).map(({ name }) => name)
}

/**
 * Does operations at a rate until it is told to stop, and resolves when the last one has ended. Those that are due while `mostOpen` run are left out.
 *
 * @param told.onDone  Is told the name, the milliseconds, and the error of each that ended.
 */
export async function runAtRate({ operations, order, rate, mostOpen, isOver }, { wait, onDone }) {
  const open = new Set()
  const startedMs = performance.now()
  let left = 0
  for (let count = 0; !isOver(); count += 1) {
    const dueMs = startedMs + (count * 1_000) / rate
    const early = dueMs - performance.now()
    if (early > 0) await wait(early)
    if (open.size >= mostOpen) {
      left += 1
      await wait(1)
      continue
    }
    const name = order[count % order.length]
    const begunMs = performance.now()
    const running = operations[name]()
      .then(
        (said) => said !== false && onDone({ name, ms: performance.now() - begunMs }),
        (error) => onDone({ name, ms: performance.now() - begunMs, error }),
      )
      .finally(() => open.delete(running))
    open.add(running)
  }
  await Promise.all(open)
  return { left }
}
