import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FarcasterRelayAnswer } from './answers.js'
import { startFarcaster } from './farcaster.js'

const port = 41_871
const url = `http://localhost:${port}`
let stop = async () => {}
let relay: FarcasterRelayAnswer = 'right'
beforeAll(async () => {
  const started = await startFarcaster({
    port,
    url,
    nowMs: () => Date.UTC(2026, 0, 1),
    relay: () => relay,
  })
  stop = started.stop
})
afterAll(() => stop())

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    body: (await response.json().catch(() => ({}))) as Record<string, string>,
  }
}
const status = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/channel/status`, { headers })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const input = { siweUri: 'http://localhost:1', domain: 'localhost:1', nonce: 'abcdefgh1' }

test('a channel is pending, completed once, then unknown; its message is signed by the owner', async () => {
  const opened = await post('/v1/channel', input)
  expect(opened.status).toBe(201)
  const { channelToken = '', url: connect = '' } = opened.body
  expect((await status(channelToken)).status).toBe(202)
  expect(await (await fetch(connect)).text()).toContain('localhost:1')
  await post('/approve', { channelToken, person: 'ada', answer: 'right' })

  const { status: code, body } = await status(channelToken)
  expect([code, body.state, body.fid]).toEqual([200, 'completed', 1001])
  const { message = '', signature = '' } = body
  const address = await recoverMessageAddress({ message, signature: signature as `0x${string}` })
  expect(address).toBe(body.custody)
  const data = `0xd94fe832${address.slice(2).toLowerCase().padStart(64, '0')}`
  const call = await post('/rpc', { id: 1, method: 'eth_call', params: [{ data }, 'latest'] })
  expect(Number(call.body.result)).toBe(1001)
  expect((await status(channelToken)).status).toBe(401)
})

test('error: the relay is down or answers garbage when it is switched to it', async () => {
  relay = 'down'
  expect((await post('/v1/channel', input)).status).toBe(500)
  relay = 'garbage'
  expect(await post('/v1/channel', input)).toEqual({ status: 200, body: {} })
  relay = 'right'
  expect((await post('/v1/channel', input)).status).toBe(201)
})

test('error: a page of another origin, a wrong request, and a relay that is down', async () => {
  expect((await post('/approve', {}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post('/v1/channel', { ...input, nonce: 'x' })).status).toBe(400)
  expect((await post('/approve', { channelToken: 'unknown' })).status).toBe(404)
  await post('/down', {})
  expect((await post('/v1/channel', input)).status).toBe(500)
})
