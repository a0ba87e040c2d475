import { createHash } from 'node:crypto'
import { api, countLeadingZeroBits, headers, workText } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
afterEach(() => kit.clock.advance(25 * 3_600_000))

const known = '__Host-sallyport-known'

async function send(email: string, ip: string, sent: Record<string, string> = {}) {
  const answer = await kit.call(api.email.init, { body: { email } }, { ip, headers: sent })
  return { ...answer, code: answer.status === 200 ? kit.mailbox.codeFor(email) : '' }
}

/** Logs a user in; gives the cookie by which their browser is known. */
async function logIn(email: string, ip: string): Promise<string> {
  const { code } = await send(email, ip)
  const answer = await kit.call(api.email.authenticate, { body: { email, code } }, { ip })
  expect(answer.status).toBe(200)
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  return cookies.find((each) => each.startsWith(`${known}=`))?.split(';')[0] ?? ''
}

/** Three networks ask for as many mails as each gets. */
async function useUp(email: string): Promise<void> {
  for (const n of [1, 2, 3])
    for (let i = 0; i < 5; i += 1) expect((await send(email, `198.51.100.${n}`)).status).toBe(200)
}

function solve(challenge: unknown): string {
  const [bits = ''] = String(challenge).split('.')
  for (let n = 0; ; n += 1) {
    const digest = createHash('sha256')
      .update(workText(String(challenge), String(n)))
      .digest()
    if (countLeadingZeroBits(digest) >= Number(bits)) return `${challenge}.${n}`
  }
}

describe('V9: strangers use up the mails of an address', () => {
  test('the user’s own browser has mails of its own, and logs in', async () => {
    const email = 'known@example.com'
    const cookie = await logIn(email, '192.0.2.1')
    kit.clock.advance(11 * 60_000)
    await useUp(email)

    const { status, code } = await send(email, '203.0.113.7', { cookie })
    const body = { email, code }
    const login = await kit.call(api.email.authenticate, { body }, { ip: '203.0.113.7' })

    expect([status, login.status]).toEqual([200, 200])
  })

  test('a browser that knows another address, or a cookie that was made up, has no part of it', async () => {
    const email = 'victim@example.com'
    const ofEve = await logIn('eve@example.com', '192.0.2.9')
    await useUp(email)
    for (const cookie of [ofEve, `${known}=${'A'.repeat(22)}`, `${known}=`]) {
      expect((await send(email, '203.0.113.8', { cookie })).status).toBe(429)
    }
  })

  test('another browser of the user works for a code, instead of waiting', async () => {
    const email = 'elsewhere@example.com'
    await useUp(email)
    const refused = await send(email, '203.0.113.9')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])

    const proof = solve(refused.body.data?.work)
    const worked = await send(email, '203.0.113.9', { [headers.workProof]: proof })

    expect(worked.status).toBe(200)
    // Once, for this address, and only for what is asked.
    expect((await send(email, '203.0.113.10', { [headers.workProof]: proof })).status).toBe(429)
    const other = 'another@example.com'
    await useUp(other)
    const elsewhere = solve((await send(email, '203.0.113.11')).body.data?.work)
    expect((await send(other, '203.0.113.11', { [headers.workProof]: elsewhere })).status).toBe(429)
  })

  test('the work doubles while a flood goes on, and the limit of a network stands', async () => {
    const email = 'flooded@example.com'
    await useUp(email)
    const bitsOf = async (ip: string) => {
      const { body } = await send(email, ip)
      return Number(String(body.data?.work).split('.')[0])
    }
    const first = await bitsOf('203.0.113.20')
    for (let n = 30; n < 60; n += 1) await send(email, `203.0.113.${n}`)
    expect(await bitsOf('203.0.113.21')).toBeGreaterThan(first)

    const eve = '198.51.100.1'
    const { body } = await send(email, eve)
    expect(body.data?.work).toBeUndefined()
  })

  test('error: an answer that is not worked for, or too late', async () => {
    const email = 'late@example.com'
    await useUp(email)
    const challenge = (await send(email, '203.0.113.12')).body.data?.work
    const lazy = { [headers.workProof]: `${challenge}.lazy` }
    expect((await send(email, '203.0.113.12', lazy)).status).toBe(429)
    const proof = solve(challenge)
    kit.clock.advance(121_000)
    expect((await send(email, '203.0.113.12', { [headers.workProof]: proof })).status).toBe(429)
  })
})
