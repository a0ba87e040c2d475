import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTelegram } from './telegram.js'

const port = 41_872
const url = `http://localhost:${port}`
let stop = async () => {}
beforeAll(async () => {
  const options = {
    botToken: '7:token',
    demoUrl: 'http://localhost:1',
    nowMs: () => 1_700_000_000_000,
  }
  const started = await startTelegram({ port, ...options })
  stop = started.stop
})
afterAll(() => stop())

const sign = async (body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/sign`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('signs a person for the login window, a mini app and a login link', async () => {
  const answer = await (await sign({ person: 'ada', answer: 'right' })).json()
  expect(answer.result).toEqual({
    id: 1001,
    first_name: 'Ada',
    last_name: 'Lovelace',
    username: 'ada',
    auth_date: 1_700_000_000,
    // Of Node's HMAC with SHA-256 over the lines above, sorted, under SHA-256 of `7:token`.
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(answer.loginUrl).toContain('http://localhost:1/?id=1001&first_name=Ada')
  expect(answer.miniAppUrl).toContain('http://localhost:1/#tgWebAppData=query_id%3D')
})

test('a wrong signature and an old login can be asked for', async () => {
  const right = await (await sign({ person: 'ada' })).json()
  const wrong = await (await sign({ person: 'ada', answer: 'wrong-signature' })).json()
  const old = await (await sign({ person: 'ada', answer: 'old' })).json()
  expect(wrong.result.hash).not.toBe(right.result.hash)
  expect(old.result.auth_date).toBe(right.result.auth_date - 3600)
})

test('the login window names who asks, as text', async () => {
  const asked = encodeURIComponent('https://app.example')
  expect(await (await fetch(`${url}/auth?origin=${asked}`)).text()).toContain('<b>app.example</b>')
  const bad = encodeURIComponent('"><script>alert(1)</script>')
  expect(await (await fetch(`${url}/auth?origin=${bad}`)).text()).not.toContain('alert(1)')
})

test('error: a page of another origin asks for a signature', async () => {
  expect((await sign({ person: 'ada' }, { origin: 'https://evil.example' })).status).toBe(403)
})
