import { describe, expect, test } from 'vitest'
import { type ReceivedWebhook, receiveWebhook, verifyWebhook } from './verify.js'
import { WebhookVerificationError } from './verify-error.js'

const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`
const nowMs = Date.UTC(2026, 0, 15, 12)
const body = '{"type":"user.created","user":{"id":"did:privy:ada","name":"Zoë"}}'

async function signed(text = body, { atMs = nowMs, by = secret } = {}): Promise<ReceivedWebhook> {
  const timestamp = String(Math.floor(atMs / 1000))
  const raw = Uint8Array.from(atob(by.slice(6)), (character) => character.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign'])
  const bytes = new TextEncoder().encode(`evt_1.${timestamp}.${text}`)
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
  const signature = `v1,${btoa(String.fromCharCode(...mac))}`
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
  return { body: text, headers }
}
const verify = (received: unknown, trust = { secret: secret as string | string[] }) =>
  verifyWebhook(received as ReceivedWebhook, trust, { nowMs })
const problemOf = (received: unknown, trust?: { secret: string | string[] }) =>
  verify(received, trust).then(
    () => 'verified',
    (error: unknown) => {
      if (!(error instanceof WebhookVerificationError)) throw error
      return error.problem
    },
  )
const under = (prefix: string, { headers, ...rest }: ReceivedWebhook) => ({
  ...rest,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('webhook', prefix), value]),
  ),
})

describe('verifyWebhook takes', () => {
  test('text, bytes and a Request, by either set of headers, in any case', async () => {
    const webhook = await signed()
    const bytes = new TextEncoder().encode(body)
    const headers = webhook.headers as Record<string, string>
    const request = new Request('https://app.example/hook', { method: 'POST', body, headers })
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    for (const received of [
      webhook,
      { ...webhook, body: bytes },
      request,
      { body, headers: new Headers(headers) },
      { body, headers: capitals },
      under('svix', webhook),
    ])
      expect(await verify(received)).toEqual(JSON.parse(body))
  })

  test('one of several secrets, and one of several signatures', async () => {
    const webhook = await signed()
    const other = `whsec_${btoa('another secret of another endpoint')}`
    expect(await problemOf(webhook, { secret: [other, secret] })).toBe('verified')
    const headers = webhook.headers as Record<string, string>
    const many = `v1,AAAA v2,xyz v1a,BBBB ${headers['webhook-signature']}`
    expect(await problemOf({ body, headers: { ...headers, 'webhook-signature': many } })).toBe(
      'verified',
    )
  })
})

describe('receiveWebhook', () => {
  test('gives the id that is signed, whatever other header says', async () => {
    const webhook = await signed()
    const svix = under('svix', webhook)
    const received = await receiveWebhook(svix, { secret }, { nowMs })
    expect(received).toEqual({ id: 'evt_1', event: JSON.parse(body) })
  })

  test('error: a repetition whose unsigned headers name another event', async () => {
    const webhook = await signed()
    const svix = under('svix', webhook)
    for (const forged of [
      { ...svix.headers, 'webhook-id': 'evt_forged' },
      { ...svix.headers, ...webhook.headers, 'webhook-id': 'evt_forged' },
      { ...svix.headers, ...webhook.headers, 'svix-timestamp': '1' },
    ])
      expect(await problemOf({ body, headers: forged })).toBe('conflicting_headers')
  })
})

describe('verifyWebhook says which mistake was made', () => {
  test('a body that was parsed, used up, or written again', async () => {
    const webhook = await signed()
    expect(await problemOf({ ...webhook, body: JSON.parse(body) })).toBe('parsed_body')
    const headers = webhook.headers as Record<string, string>
    const request = new Request('https://app.example/hook', { method: 'POST', body, headers })
    await request.text()
    expect(await problemOf(request)).toBe('used_body')
    const spaced = JSON.stringify(JSON.parse(body), null, 2)
    expect(await problemOf({ ...webhook, body: spaced })).toBe('changed_body')
  })

  test('a secret of another endpoint, and one that is none', async () => {
    const webhook = await signed()
    expect(await problemOf(webhook, { secret: `whsec_${btoa('another')}` })).toBe('wrong_signature')
    expect(await problemOf(webhook, { secret: 'whsec_not base64!' })).toBe('malformed_secret')
    const unset = undefined as unknown as string
    const old = await signed(body, { atMs: nowMs - 400_000 })
    expect(await problemOf(old, { secret: unset })).toBe('malformed_secret')
    expect(await problemOf({ ...webhook, body: body.replace('ada', 'eve') })).toBe(
      'wrong_signature',
    )
  })

  test('a timestamp that is too old or ahead, with the skew', async () => {
    expect(await problemOf(await signed(body, { atMs: nowMs - 295_000 }))).toBe('verified')
    const old = await signed(body, { atMs: nowMs - 400_000 })
    await expect(verify(old)).rejects.toMatchObject({ problem: 'old_timestamp', skewSeconds: 400 })
    const ahead = await signed(body, { atMs: nowMs + 400_000 })
    await expect(verify(ahead)).rejects.toMatchObject({
      problem: 'future_timestamp',
      skewSeconds: -400,
    })
    const headers = { ...(old.headers as object), 'webhook-timestamp': String(nowMs) }
    expect(await problemOf({ body, headers })).toBe('malformed_timestamp')
  })

  test('a header that is missing, by its name', async () => {
    const { headers } = await signed()
    const { 'webhook-timestamp': _, ...without } = headers as Record<string, string>
    await expect(verify({ body, headers: without })).rejects.toMatchObject({
      problem: 'missing_header',
      message: 'The request has no header webhook-timestamp',
    })
    await expect(verify({ body, headers: {} })).rejects.toThrow(
      'The request has no header webhook-id, webhook-timestamp, webhook-signature',
    )
  })

  test('a signed body that is not JSON', async () => {
    expect(await problemOf(await signed('hello'))).toBe('not_json')
  })
})
