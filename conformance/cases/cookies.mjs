import assert from 'node:assert/strict'
import { verifyMessage } from 'viem'
import { addressOf } from '../expected.mjs'
import { startProxy } from '../proxy.mjs'

/** Names of this machine that browsers resolve by themselves; the second is of the site of the first. */
const pageHost = 'app.localhost'
const serverHost = 'privy.app.localhost'

/** Gives the app an address of its own for the time of `act`. */
async function withOwnAddress(context, act) {
  const proxy = await startProxy(context.dev.authUrl)
  const url = `http://${serverHost}:${proxy.port}`
  await context.changeApp({ custom_api_url: url })
  try {
    await act({ url, seen: proxy.seen })
  } finally {
    await context.changeApp({ custom_api_url: null })
    await proxy.close()
  }
}

async function signIn(context, options = {}) {
  const page = await context.browserPage({ host: pageHost, frame: false, ...options })
  const address = context.newAddress()
  await page.evaluate((to) => client.auth.email.sendCode(to), address)
  const code = await context.codeFor(address, 0)
  const session = await page.evaluate(
    ([to, typed]) => client.auth.email.loginWithCode(to, typed),
    [address, code],
  )
  return { page, session }
}

/** Makes the page believe that its access token has expired. */
const expire = (page) =>
  page.evaluate(() => {
    const key = 'privy:token'
    const [header, body, signature] = localStorage.getItem(key).replaceAll('"', '').split('.')
    const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    claims.exp = Math.floor(Date.now() / 1000) - 60
    const changed = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')
    const quote = localStorage.getItem(key).startsWith('"') ? '"' : ''
    localStorage.setItem(key, quote + [header, changed, signature].join('.') + quote)
  })

const cookiesOf = async (page) =>
  Object.fromEntries((await page.context().cookies()).map((cookie) => [cookie.name, cookie]))

/** The headless client at an app's own address, where its session is in cookies. */
export const cases = {
  'a login keeps the refresh token from the page; a reload keeps the session': (context) =>
    withOwnAddress(context, async ({ seen }) => {
      const { page, session } = await signIn(context)
      assert.equal(session.refresh_token, 'deprecated')
      const before = await cookiesOf(page)
      const refresh = before['privy-refresh-token']
      assert.deepEqual([refresh.httpOnly, refresh.domain], [true, serverHost])
      assert.equal(before['privy-token'].httpOnly, true)
      const readable = await page.evaluate(() => document.cookie + JSON.stringify(localStorage))
      assert.ok(!readable.includes(refresh.value))

      await page.reload()
      await context.reopen(page, { frame: false })
      await expire(page)
      const token = await page.evaluate(() => client.getAccessToken())
      assert.notEqual(token, session.token)
      const after = await cookiesOf(page)
      assert.notEqual(after['privy-refresh-token'].value, refresh.value)
      assert.equal(after['privy-token'].value, token)
      assert.ok(seen.some(({ path }) => path === '/api/v1/sessions'))
      assert.ok(!seen.some(({ path }) => path === `/api/v1/apps/${context.dev.appId}`))
      const { user } = await page.evaluate(() => client.user.get())
      assert.equal(user.id, session.user.id)
    }),
  'a first call to the old address ends nothing': (context) =>
    withOwnAddress(context, async () => {
      const { page, session } = await signIn(context)
      await page.reload()
      // The client computes the URL of its first call before it knows the app's own address.
      await context.reopen(page, { frame: false, initialize: false })
      await expire(page)
      const first = await page.evaluate(() =>
        client.getAccessToken().catch((error) => ({ code: error.code })),
      )
      assert.deepEqual(first, { code: 'invalid_data' })
      const { user } = await page.evaluate(() => client.user.get())
      assert.equal(user.id, session.user.id)
    }),
  'a logout ends the session in all tabs and removes the cookies': (context) =>
    withOwnAddress(context, async () => {
      const { page } = await signIn(context)
      const other = await page.context().newPage()
      await other.goto(page.url())
      await context.reopen(other, { frame: false })
      assert.ok(await other.evaluate(() => client.getAccessToken()))
      await page.evaluate(() => client.auth.logout())
      assert.deepEqual(
        Object.keys(await cookiesOf(page)).filter((name) => name.startsWith('privy-')),
        [],
      )
      assert.equal(await other.evaluate(() => client.getAccessToken()), null)
    }),
  'a fork opens a session with cookies of its own in another browser': (context) =>
    withOwnAddress(context, async () => {
      const { page, session } = await signIn(context)
      const call = (where, path, body) =>
        where.evaluate(
          ([to, given]) => client.fetchPrivyRoute({ method: 'POST', path: to }, { body: given }),
          [path, body],
        )
      const fork = await call(page, '/api/v1/sessions/fork', {})
      assert.equal(fork.refresh_token, 'deprecated')
      const other = await context.browserPage({ host: pageHost, frame: false })
      const opened = await call(other, '/api/v1/sessions/fork/recover', {
        refresh_token: fork.new_session_refresh_token,
      })
      assert.equal(opened.user.id, session.user.id)
      const [mine, theirs] = [await cookiesOf(page), await cookiesOf(other)]
      assert.ok(theirs['privy-refresh-token'].value)
      assert.notEqual(theirs['privy-refresh-token'].value, mine['privy-refresh-token'].value)
      assert.ok((await call(page, '/api/v1/sessions', {})).token)
      assert.ok((await call(other, '/api/v1/sessions', {})).token)
    }),
  'the frame of the app’s own address makes a wallet and signs': (context) =>
    withOwnAddress(context, async ({ url }) => {
      const { page } = await signIn(context, { frame: true })
      const { source, user, signature } = await page.evaluate(async () => {
        const { user } = await client.embeddedWallet.create({})
        const provider = await globalThis.ethereum(user)
        const { address } = walletOf(user, 'ethereum')
        const signature = await provider.request({
          method: 'personal_sign',
          params: ['hi', address],
        })
        return { source: document.querySelector('iframe').src, user, signature }
      })
      assert.ok(source.startsWith(`${url}/apps/`))
      const address = addressOf(user, 'ethereum')
      assert.ok(await verifyMessage({ address, message: 'hi', signature }))
    }),
}
