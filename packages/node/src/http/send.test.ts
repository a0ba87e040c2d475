import { describe, expect, test } from 'vitest'
import { generateKeyPair } from '../authorization/keys.js'
import { createClient } from '../client.js'
import type { ClientOptions } from '../options.js'

interface Sent {
  url: string
  method: string | undefined
  headers: Record<string, string>
  body: unknown
}
type Reply = Response | Error | 'silence'

/** A client whose network gives these replies, one after the other; the last one goes on. */
function clientWith(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const client = createClient({
    ...{ appId: 'app', appSecret: 'secret', apiUrl: 'https://auth.example.com/' },
    fetch: async (url, init) => {
      const { method, headers, body } = init
      sent.push({ url, method, headers: headers as Record<string, string>, body })
      const reply = replies.length > 1 ? replies.shift() : replies[0]
      if (reply === 'silence')
        return new Promise((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        })
      if (reply instanceof Error) throw reply
      if (reply === undefined) throw new Error('There is no reply')
      return reply.clone()
    },
    ...options,
  })
  return { client, sent }
}

const refusal = (status: number, code: string, more: object = {}, headers = {}) =>
  Response.json({ error: 'Words', code, ...more }, { status, headers })
const wallet = { id: 'w' }
const later = { 'retry-after': '0' }

describe('calls', () => {
  test('carry the secret, the app and the version, and no trailing slash doubles', async () => {
    const { client, sent } = clientWith([Response.json(wallet)])
    await client.wallets().get('abc', { include_archived: true })

    expect(sent[0]?.url).toBe('https://auth.example.com/v1/wallets/abc?include_archived=true')
    expect(sent[0]?.headers).toMatchObject({
      authorization: `Basic ${btoa('app:secret')}`,
      'privy-app-id': 'app',
      'privy-client': 'sallyport-node:0.1.0',
    })
  })

  test('that move value have an idempotency key, the same on each attempt; with signatures', async () => {
    const { client, sent } = clientWith([
      refusal(503, 'internal_error', {}, later),
      new Error('reset'),
      Response.json({ method: 'personal_sign', data: {} }),
    ])
    const { private_key } = await generateKeyPair()
    await client
      .wallets()
      .ethereum()
      .signMessage('abc', {
        message: 'hi',
        authorization_context: { authorization_private_keys: [private_key] },
      })

    expect(sent).toHaveLength(3)
    expect(sent[0]?.headers['privy-idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[0]?.headers['privy-authorization-signature']).toBeTruthy()
    expect(Number(sent[0]?.headers['privy-request-expiry'])).toBeGreaterThan(Date.now())
    expect(sent.slice(1)).toEqual([sent[0], sent[0]])
    expect(JSON.parse(String(sent[0]?.body))).toEqual({
      ...{ chain_type: 'ethereum', method: 'personal_sign' },
      params: { message: 'hi', encoding: 'utf-8' },
    })
  })

  test('a key of the caller is sent as it is, and options stay out of the body', async () => {
    const { client, sent } = clientWith([Response.json(wallet)])
    const signal = new AbortController().signal
    const options = { idempotency_key: 'mine', request_expiry: null, timeout_ms: 5, signal }
    await client.wallets().create({ chain_type: 'ethereum', ...options })

    expect(sent[0]?.headers['privy-idempotency-key']).toBe('mine')
    expect(sent[0]?.body).toBe('{"chain_type":"ethereum"}')
  })

  test('a proposal, which is not signed, says until when it waits where the caller does', async () => {
    const { client, sent } = clientWith([Response.json(wallet), Response.json(wallet)])
    const body = { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } } as const
    await client.intents().rpc('abc', { ...body, request_expiry: 1_800_000_000_000 })
    await client.intents().rpc('abc', body)

    const expiries = sent.map(({ headers }) => headers['privy-request-expiry'])
    expect(expiries).toEqual(['1800000000000', undefined])
    expect(sent[0]?.body).toBe(JSON.stringify(body))
  })

  test('error: what may have been carried out is not repeated', async () => {
    const { client, sent } = clientWith([new Error('reset')])
    const asked = client.wallets().archive('abc')
    await expect(asked).rejects.toMatchObject({ code: 'unreachable', status: 503 })
    expect(sent).toHaveLength(1)
  })

  test('error: a refusal has code, status, what is left and the request', async () => {
    const data = { policy_id: 'p', left: '5' }
    const { client } = clientWith([
      refusal(400, 'policy_violation', { data }, { 'x-request-id': 'r1' }),
    ])
    await expect(client.wallets().rpc('abc', {} as never)).rejects.toMatchObject({
      ...{ name: 'SallyportError', code: 'policy_violation', status: 400, message: 'Words' },
      ...{ data, requestId: 'r1' },
    })
  })

  test('error: a wait of the server that is too long is told', async () => {
    const { client, sent } = clientWith([
      refusal(429, 'too_many_requests', {}, { 'retry-after': '90' }),
    ])
    const asked = client.users().get('did:privy:a')
    await expect(asked).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 90_000 })
    expect(sent).toHaveLength(1)
    expect(sent[0]?.url).toBe('https://auth.example.com/v1/users/did:privy:a')
  })

  test.each([
    ['a page', new Response('<html>', { status: 200 })],
    ['a page with an error', new Response('<html>', { status: 403 })],
    ['half a body', new Response('{"id":', { status: 200 })],
  ])('error: %s is unexpected_answer', async (_, reply) => {
    const { client } = clientWith([reply])
    await expect(client.wallets().get('abc')).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  test('error: a server that does not answer in time', async () => {
    const { client, sent } = clientWith(['silence'], { maxRetries: 0, timeoutMs: 20 })
    await expect(client.wallets().get('abc')).rejects.toMatchObject({ code: 'timeout' })
    expect(sent).toHaveLength(1)
  })

  test('error: a signal ends the call with its reason, also between attempts', async () => {
    const ended = new AbortController()
    const { client } = clientWith([refusal(503, 'internal_error', {}, { 'retry-after': '20' })])
    const asked = client.wallets().get('abc', { signal: ended.signal })
    setTimeout(() => ended.abort(new Error('enough')), 50)
    await expect(asked).rejects.toThrow('enough')
    await expect(client.wallets().get('abc', { signal: ended.signal })).rejects.toThrow('enough')
  })

  test.each(['', '.', '..'])('error: the id %j would name another thing', async (id) => {
    const { client, sent } = clientWith([Response.json(wallet)])
    await expect(client.wallets().get(id)).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })

  test('an id cannot leave its place in the path', async () => {
    const { client, sent } = clientWith([Response.json(wallet)])
    await client.wallets().get('../users?x#y')
    expect(sent[0]?.url).toBe('https://auth.example.com/v1/wallets/..%2Fusers%3Fx%23y')
  })
})

describe('lists', () => {
  const pages = () => [
    Response.json({ data: [1, 2], next_cursor: 'next' }),
    Response.json({ data: [3], next_cursor: null }),
  ]

  test('give one entry after another across pages, with their filters', async () => {
    const { client, sent } = clientWith(pages())
    const seen = []
    for await (const each of client.wallets().list({ limit: 2, chain_type: 'solana' }))
      seen.push(each)

    expect(seen).toEqual([1, 2, 3])
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=2&chain_type=solana',
      'limit=2&chain_type=solana&cursor=next',
    ])
  })

  test('await gives the first page', async () => {
    const { client, sent } = clientWith(pages())
    expect(await client.users().list()).toEqual({ data: [1, 2], next_cursor: 'next' })
    expect(sent).toHaveLength(1)
  })
})

test.each([
  [{ appId: '' }, /appId/],
  [{ apiUrl: 'auth.example.com' }, /apiUrl/],
  [{ apiUrl: 'localhost:4400' }, /apiUrl/],
  [{ apiUrl: 'https://auth.example.com/api/v1' }, /apiUrl/],
])('error: %j is refused at once', (options, words) => {
  expect(() => clientWith([], options)).toThrow(words)
})

test('a client without a secret makes no call', async () => {
  const { client, sent } = clientWith([Response.json(wallet)], { appSecret: '' })
  await expect(client.wallets().get('abc')).rejects.toThrow(/appSecret/)
  expect(sent).toEqual([])
})
