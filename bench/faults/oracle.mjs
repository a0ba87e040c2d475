/** What must hold after any fault (I1–I3). Each check gives sentences; none: it holds. */
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import pg from 'pg'
import { verifyMessage } from 'viem'
import { pageApi, storageKeys } from '../../packages/contract/dist/index.js'
import { ethereum, solana } from '../../packages/core/dist/index.js'
import { routeOf, send } from './browser.mjs'
import { pageOrigin, publicOrigin } from './stack.mjs'

/** Signs with the wallet at `address` as an app would, and checks the signature against the address. */
export async function signsWith(client, { chainType, address }, text) {
  if (chainType === 'ethereum') {
    const provider = ethereum.getProvider(client, address)
    const params = [`0x${Buffer.from(text).toString('hex')}`, address]
    const signature = await provider.request({ method: 'personal_sign', params })
    return verifyMessage({ address, message: text, signature })
  }
  const bytes = new TextEncoder().encode(text)
  const signature = await solana.getWallet(client, address).signMessage(bytes)
  const prefix = Buffer.from('302a300506032b6570032100', 'hex')
  const key = Buffer.concat([prefix, base58.decode(address)])
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
  return verify(null, bytes, publicKey, signature)
}

/** A call of its own to one server, past every fault; when another run's fault takes the server away, once more. */
export async function ask(world, call, place) {
  for (let tries = 0; ; tries++) {
    await world.stack.settled()
    const { outages } = world.stack
    const answer = await ask.once(world, call, place).catch((error) => ({ status: 0, error }))
    const isSettled = answer.status !== 0 && answer.status < 500
    if (isSettled || (tries > 0 && world.stack.outages === outages) || tries > 20) return answer
  }
}

/** The same, once and whatever comes. @throws TypeError when no answer came. */
ask.once = async (world, { method, path, body, token, headers: more }, place) => {
  const url = `${publicOrigin}${path}`
  const run = { address: () => ({ place }) }
  const headers = {
    'privy-app-id': world.stack.appId,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...more,
  }
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const route = routeOf(method, url)
  const answer = await send(world, run, { url, init, origin: pageOrigin, route })
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, retryAfter, body: await answer.json().catch(() => null) }
}
const places = ['victim', 'other']
export const sendCode = (email) => ({
  method: 'POST',
  path: `/api/v1${pageApi.email.init.path}`,
  body: { email },
})
export const login = (email, code) => ({
  method: 'POST',
  path: `/api/v1${pageApi.email.authenticate.path}`,
  body: { email, code },
})
export const refresh = (refreshToken) => ({
  method: 'POST',
  path: `/api/v1${pageApi.session.refresh.path}`,
  body: { refresh_token: refreshToken },
})
export const me = (token) => ({ method: 'GET', path: `/api/v1${pageApi.user.me.path}`, token })

/** Rows of one statement, by the harness's own connection. */
export function reader(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => {})
  return {
    rows: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  }
}

/** I2, I3: one user, at most one session from each code, and no code works again. */
export async function checkLogin(world, { email, codes }) {
  const wrong = []
  for (const code of codes) {
    for (const place of places) {
      const again = await ask(world, login(email, code), place)
      if (again.status === 200) wrong.push(`I3: a code worked again at the ${place} server`)
      else if (again.status >= 500) wrong.push(`a used code was answered ${again.status}`)
    }
  }
  const [row] = await world.reader.rows(
    `select count(distinct l.user_id)::int as users, count(s.id)::int as sessions
     from sallyport_api.linked_account l
     left join sallyport_api.session s on s.app_id = l.app_id and s.user_id = l.user_id
     where l.type = 'email' and l.key = $1`,
    [email],
  )
  if (row.users !== 1) wrong.push(`I2: ${row.users} users of one address`)
  if (row.sessions > codes.size) {
    wrong.push(`I2: ${row.sessions} sessions from ${codes.size} codes`)
  }
  return wrong
}

/** I2: every token of a session has one successor, and one is unused. */
export async function checkFamily(world, { refreshToken, accessToken, previous }) {
  const wrong = []
  const tokens = await world.reader.rows(
    `select r.seq, r.used_at from sallyport_api.refresh_token r
     where r.session_id = $1 order by r.seq`,
    [JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url')).sid],
  )
  const seqs = tokens.map(({ seq }) => Number(seq))
  if (seqs.some((seq, at) => seq !== at + 1)) wrong.push(`I2: a family numbered ${seqs}`)
  const unused = tokens.filter(({ used_at }) => used_at === null)
  if (unused.length !== 1) wrong.push(`I2: ${unused.length} unused tokens in a family`)
  const turned = await Promise.all(places.map((place) => ask(world, refresh(previous), place)))
  for (const { status, body } of turned) {
    if (status === 200 && body.refresh_token !== refreshToken) {
      wrong.push('I2: a token got a second successor')
    }
  }
  return wrong
}

/** I3, after the grace: a used token ends its session and nothing of that session works any more. */
export async function checkOver(world, { used, current, accessToken }) {
  const wrong = []
  const tries = [
    ['a used refresh token', refresh(used)],
    ['the newest token of an ended session', refresh(current)],
    ['an access token of an ended session', me(accessToken)],
  ]
  for (const [what, call] of tries) {
    for (const place of places) {
      const { status } = await ask(world, call, place)
      if (status !== 401) wrong.push(`I3: ${what} was answered ${status} by the ${place} server`)
    }
  }
  return wrong
}

/** The tokens a browser holds now. */
export function tokensOf(browser) {
  const read = (key) => JSON.parse(browser.values.get(key) ?? 'null')
  return {
    refreshToken: read(storageKeys.refreshToken),
    accessToken: read(storageKeys.accessToken),
  }
}
