import { api } from '@sallyport/contract'
import { createTestKit, type TestKit } from '@sallyport/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())
afterEach(() => kit.clock.advance(25 * 3_600_000))

const refused = { status: 422, body: { code: 'invalid_credentials' } }
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Asks for a mail with a link; returns the browser's cookie and the link. */
async function ask(email: string, headers: Record<string, string> = {}) {
  const body = { email, login_link: true }
  const answer = await kit.call(api.email.init, { body }, { headers, ip: '203.0.113.7' })
  const [set = ''] = [answer.headers['set-cookie']].flat().map(String)
  return { email, cookie: set.split(';')[0] ?? '', link: linkIn(email) }
}
function linkIn(email: string) {
  const mail = kit.mailbox.mails.findLast(({ to }) => to === email)
  const url = new URL(/^http\S+\/login\/email#\S+$/m.exec(mail?.text ?? '')?.[0] ?? '')
  const part = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  const { app_id = '', secret = '' } = part
  return { app_id, email: part.email ?? '', secret }
}
type Asked = Awaited<ReturnType<typeof ask>>
const withCookie = (cookie?: string) => (cookie === undefined ? {} : { headers: { cookie } })
const status = async ({ email, cookie }: { email: string; cookie?: string }) =>
  (await kit.call(api.loginLink.status, { body: { email } }, withCookie(cookie))).body
const approve = (link: Asked['link'], number: string) =>
  kit.call(api.loginLink.approve, { body: { ...link, number } }, { appId: null, origin: null })
const finish = ({ email, cookie }: { email: string; cookie?: string }) =>
  kit.call(api.loginLink.authenticate, { body: { email } }, withCookie(cookie))
const numberFor = async (asked: Asked) => String((await status(asked)).number)
const another = (number: string) => (number === '10' ? '11' : '10')

describe('the link in a login’s mail', () => {
  test('logs in the browser that asked after its number was typed on the page of the link', async () => {
    const asked = await ask('ada@example.com')
    expect(await status(asked)).toEqual({
      state: 'pending',
      number: expect.stringMatching(/^\d\d$/),
    })
    expect((await approve(asked.link, await numberFor(asked))).status).toBe(200)
    expect(await status(asked)).toEqual({ state: 'approved', number: null })
    const { body } = await finish(asked)
    expect(body.user).toMatchObject({
      linked_accounts: [{ type: 'email', address: 'ada@example.com' }],
    })
    expect(await status(asked)).toEqual({ state: 'none', number: null })
  })

  test('the page is told who asked, and reading it changes nothing', async () => {
    const asked = await ask('read@example.com', { 'user-agent': firefox })
    for (const _time of [1, 2, 3]) {
      const { body, headers } = await kit.call(api.loginLink.read, { body: asked.link })
      expect(body).toEqual({
        app_name: 'Acme',
        device: 'Firefox on Windows',
        network: '203.0.113',
        asked_at: kit.clock.nowMs(),
      })
      expect(headers['cache-control']).toBe('no-store')
    }
    expect((await status(asked)).state).toBe('pending')
  })

  test('50 parallel approvals, then 50 parallel logins: one of each counts', async () => {
    const asked = await ask('race@example.com')
    const number = await numberFor(asked)
    const fifty = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, run))
    const approvals = await fifty(() => approve(asked.link, number))
    expect(approvals.filter((each) => each.status === 200)).toHaveLength(1)
    const logins = await fifty(() => finish(asked))
    expect(logins.filter((each) => each.status === 200)).toHaveLength(1)
    expect(logins.filter((each) => each.status >= 500)).toHaveLength(0)
  })

  test('error: another browser, or none, can neither see the number nor finish an approved login', async () => {
    const asked = await ask('mine@example.com')
    const stranger = await ask('stranger@example.com')
    const others = [{ email: asked.email }, { email: asked.email, cookie: stranger.cookie }]
    for (const other of others) {
      expect(await status(other)).toEqual({ state: 'none', number: null })
    }
    await approve(asked.link, await numberFor(asked))
    for (const other of others) {
      expect(await status(other)).toEqual({ state: 'none', number: null })
      expect(await finish(other)).toMatchObject(refused)
    }
    expect((await finish(asked)).status).toBe(200)
  })

  test('error: without an approval the browser that asked is refused', async () => {
    expect(await finish(await ask('early@example.com'))).toMatchObject(refused)
  })

  test('error: another number ends the link at once; the code of the mail still works', async () => {
    const asked = await ask('number@example.com')
    const number = await numberFor(asked)
    expect(await approve(asked.link, another(number))).toMatchObject(refused)
    expect(await approve(asked.link, number)).toMatchObject(refused)
    expect(await finish(asked)).toMatchObject(refused)
    expect(await status(asked)).toEqual({ state: 'none', number: null })
    const code = kit.mailbox.codeFor(asked.email)
    const body = { email: asked.email, code }
    const answer = await kit.call(api.email.authenticate, { body }, withCookie(asked.cookie))
    expect(answer.status).toBe(200)
  })

  test('error: a page that is pressed without a number approves nothing', async () => {
    const asked = await ask('scanner@example.com')
    expect(await approve(asked.link, '')).toMatchObject({ status: 400 })
    expect((await status(asked)).state).toBe('pending')
  })

  test('EML-04: error: code and link of one mail log in once together', async () => {
    const byCode = await ask('code-first@example.com')
    await approve(byCode.link, await numberFor(byCode))
    const code = kit.mailbox.codeFor(byCode.email)
    const body = { email: byCode.email, code }
    await kit.call(api.email.authenticate, { body }, withCookie(byCode.cookie))
    expect(await finish(byCode)).toMatchObject(refused)

    const byLink = await ask('link-first@example.com')
    await approve(byLink.link, await numberFor(byLink))
    expect((await finish(byLink)).status).toBe(200)
    const late = { email: byLink.email, code: kit.mailbox.codeFor(byLink.email) }
    expect(
      await kit.call(api.email.authenticate, { body: late }, withCookie(byLink.cookie)),
    ).toMatchObject(refused)
  })

  test('EML-05: error: 10 minutes later the link approves and finishes nothing', async () => {
    const asked = await ask('late@example.com')
    const other = await ask('late-finish@example.com')
    const number = await numberFor(asked)
    await approve(other.link, await numberFor(other))
    kit.clock.advance(10 * 60_000)
    expect(await kit.call(api.loginLink.read, { body: asked.link })).toMatchObject(refused)
    expect(await approve(asked.link, number)).toMatchObject(refused)
    expect(await finish(other)).toMatchObject(refused)
  })

  test('EML-07: error: the secret counts for its own app and address only, and linking has no link', async () => {
    const asked = await ask('own@example.com')
    const number = await numberFor(asked)
    const otherApp = await kit.addApp()
    expect(await approve({ ...asked.link, app_id: otherApp.appId }, number)).toMatchObject(refused)
    expect(await approve({ ...asked.link, email: 'x@example.com' }, number)).toMatchObject(refused)
    const { token } = await kit.signIn('linking@example.com')
    const body = { email: 'new@example.com', login_link: true }
    await kit.call(api.email.init, { body }, { token })
    expect(kit.mailbox.mails.at(-1)?.text).not.toContain('/login/email')
  })

  test('EML-08: error: a newer mail to the same browser ends the older link and its approval', async () => {
    const first = await ask('again@example.com')
    await approve(first.link, await numberFor(first))
    const second = await ask(first.email, { cookie: first.cookie })
    expect(second.link.secret).not.toBe(first.link.secret)
    expect(await finish(first)).toMatchObject(refused)
    expect(await kit.call(api.loginLink.read, { body: first.link })).toMatchObject(refused)
    expect((await status(first)).state).toBe('pending')
  })

  test('mails of pages that do not wait, and of back ends, have no link', async () => {
    await kit.call(api.email.init, { body: { email: 'plain@example.com' } })
    expect(kit.mailbox.mails.at(-1)?.html).not.toContain('<a ')
    const body = { email: 'back-end@example.com', login_link: true }
    await kit.call(api.email.init, { body }, { secret: kit.appSecret, origin: null })
    expect(kit.mailbox.mails.at(-1)?.html).not.toContain('<a ')
  })

  test('no secret of a link is stored or logged', async () => {
    const asked = await ask('secret@example.com')
    await approve(asked.link, await numberFor(asked))
    const rows = await kit.db.selectFrom('one_time_code').selectAll().execute()
    expect(JSON.stringify([rows, kit.log])).not.toContain(asked.link.secret)
  })
})

describe('GET /login/email', () => {
  test('is a page that loads nothing and can be embedded nowhere', async () => {
    const { statusCode, headers, body } = await kit.server.inject('/login/email')
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    expect(body).not.toMatch(/\b(?:src|href)=/)
  })
})
