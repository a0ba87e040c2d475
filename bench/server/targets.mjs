import { fileURLToPath } from 'node:url'
import { api, headers } from '../../packages/contract/dist/index.js'
import { startServer } from '../lib/child.mjs'
import { query } from '../lib/postgres.mjs'

const fileOf = (name) => fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url))
const json = { 'content-type': 'application/json' }
const post = (path, body, more = {}) => ({
  method: 'POST',
  path,
  headers: { ...json, ...more },
  body: JSON.stringify(body),
})
const get = (path, more) => ({ method: 'GET', path, headers: more })

/*
 * A target: a started server and its requests for each operation. `session` reads a verify answer (body and headers)
 * into what `read` and `refresh` take; `refreshed` reads the successor of a refresh answer, where there is one.
 */

/** Our server. `reset` clears the counters per address, so that rounds don't reach the limit of codes per user. */
export async function sallyport(databaseUrl, env = {}, file = fileOf('sallyport')) {
  const server = await startServer(file, { databaseUrl, env })
  const { appId, origin } = server.facts
  const own = { [headers.appId]: appId, origin }
  const path = (route) => `/api/v1${route.path}`
  let turn = 0
  const from = () => {
    turn = (turn + 1) % 4096
    return { ...own, 'x-forwarded-for': `10.0.${turn >> 8}.${turn & 255}` }
  }
  return {
    name: 'Sallyport',
    server,
    appId,
    send: (email) => post(path(api.email.init), { email }, from()),
    verify: (email) => post(path(api.email.authenticate), { email, code: '123456' }, from()),
    session: (body) => ({ token: body.token, refreshToken: body.refresh_token }),
    read: ({ token }) => get(path(api.user.me), { ...from(), authorization: `Bearer ${token}` }),
    refresh: ({ token, refreshToken }) =>
      post(
        path(api.session.refresh),
        { refresh_token: refreshToken },
        { ...from(), authorization: `Bearer ${token}` },
      ),
    logout: ({ token }) =>
      post(path(api.session.logout), {}, { ...from(), authorization: `Bearer ${token}` }),
    rotates: true,
    reset: () =>
      query(databaseUrl, `delete from sallyport_api.rate_limit where key like 'email-init%'`),
  }
}

/** The bare limit. */
export async function floor(databaseUrl, env = {}) {
  const server = await startServer(fileOf('floor'), { databaseUrl, env })
  return {
    name: 'bare fastify + pg',
    server,
    send: (email) => post('/send', { email }),
    verify: (email) => post('/verify', { email, code: '123456' }),
    session: (body) => ({ token: body.token, refreshToken: body.refresh_token }),
    read: ({ token }) => get('/me', { authorization: `Bearer ${token}` }),
    refresh: ({ refreshToken }) => post('/refresh', { refresh_token: refreshToken }),
    rotates: true,
    reset: async () => {},
  }
}

/** better-auth. Its refresh is a session read on a second server that writes at every read. */
export async function betterAuth(databaseUrl) {
  const server = await startServer(fileOf('better-auth'), { databaseUrl })
  const refreshing = await startServer(fileOf('better-auth'), {
    databaseUrl,
    env: { UPDATE_AGE: '0' },
  })
  const read = ({ cookie }) => get('/api/auth/get-session', { cookie })
  return {
    name: 'better-auth',
    server,
    refreshing,
    send: (email) =>
      post(
        '/api/auth/email-otp/send-verification-otp',
        { email, type: 'sign-in' },
        { origin: server.url },
      ),
    verify: (email) =>
      post('/api/auth/sign-in/email-otp', { email, otp: '123456' }, { origin: server.url }),
    session: (_body, response) => ({
      cookie: response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    }),
    read,
    refresh: read,
    rotates: false,
    reset: async () => {},
  }
}
