/*
 * The practical limit of the stack: fastify, pg with prepared statements, node:crypto, one statement for each operation.
 * Leaves out what a product needs: validation, apps, origins, rate limits, reuse detection, logging, checked answers.
 */
import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import pg from 'pg'
import { answerParent } from '../../lib/child.mjs'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const ask = async (name, text, values) => (await pool.query({ name, text, values })).rows[0]
const hash = (text) => createHash('sha256').update(text).digest()
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const dsaEncoding = 'ieee-p1363'
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'ES256', typ: 'JWT', kid: 'floor' })

function signToken(sub, sid) {
  const iat = Math.floor(Date.now() / 1000)
  const input = `${header}.${encode({ sid, iss: 'floor', aud: 'app', sub, iat, exp: iat + 3600 })}`
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding })
  return `${input}.${signature.toString('base64url')}`
}

function readToken(token) {
  const [head, body, tail] = token.split('.')
  const signature = Buffer.from(tail, 'base64url')
  const input = Buffer.from(`${head}.${body}`)
  if (!verify('sha256', input, { key: publicKey, dsaEncoding }, signature)) throw new Error('token')
  return JSON.parse(Buffer.from(body, 'base64url'))
}

await pool.query(`
  create table users (id text primary key, email text unique not null, created_at timestamptz not null default now());
  create table sessions (id text primary key, user_id text not null references users (id), token_hash bytea unique not null);
  create table codes (email text primary key, code_hash bytea not null, expires_at timestamptz not null)`)

const app = fastify()
app.post('/send', async ({ body: { email } }) => {
  await ask(
    'send',
    `insert into codes values ($1, $2, now() + interval '10 minutes')
     on conflict (email) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [email, hash(`${email}123456`)],
  )
  return { success: true }
})
app.post('/verify', async ({ body: { email, code } }) => {
  const refreshToken = randomBytes(32).toString('base64url')
  const sessionId = randomUUID()
  const user = await ask(
    'verify',
    `with used as (
       delete from codes where email = $1 and code_hash = $2 and expires_at > now() returning email
     ), person as (
       insert into users (id, email) select $5, email from used
       on conflict (email) do update set email = excluded.email returning id, email, created_at
     ), opened as (
       insert into sessions (id, user_id, token_hash) select $3, id, $4 from person
     )
     select * from person`,
    [email, hash(email + code), sessionId, hash(refreshToken), randomUUID()],
  )
  if (!user) throw new Error('code')
  return { user, token: signToken(user.id, sessionId), refresh_token: refreshToken }
})
app.get('/me', async ({ headers }) => {
  const { sub } = readToken(headers.authorization.slice(7))
  return ask('me', 'select id, email, created_at from users where id = $1', [sub])
})
app.post('/refresh', async ({ body }) => {
  const next = randomBytes(32).toString('base64url')
  const found = await ask(
    'refresh',
    `with turned as (
       update sessions set token_hash = $2 where token_hash = $1 returning id, user_id
     )
     select u.id, u.email, u.created_at, t.id as session_id from turned t join users u on u.id = t.user_id`,
    [hash(body.refresh_token), hash(next)],
  )
  if (!found) throw new Error('token')
  const { session_id: sessionId, ...user } = found
  return { user, token: signToken(user.id, sessionId), refresh_token: next }
})
if (process.env.FRAME_PAGE) {
  const page = readFileSync(process.env.FRAME_PAGE)
  // A process of its own, as a frame of another site has, and ours in any case.
  const frame = { 'content-type': 'text/html', 'origin-agent-cluster': '?1' }
  app.get('/', (_request, reply) => reply.headers(frame).send(page))
  app.post('/empty', async () => ({}))
}
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
answerParent()
