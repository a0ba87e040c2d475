import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { headers as wireHeaders } from '@sallyport/contract'
import { newAddress } from './new-names.js'
import { codeFor, dev } from './person.js'

/** An answer of the frame, as the page received it. */
export interface Answer {
  id: string
  event: string
  data?: Record<string, unknown>
  error?: { type: string; message: string }
}

declare global {
  interface Window {
    /** What the frame has said to a bare page so far. */
    answers: Answer[]
  }
}

/** How a bare page asks. */
interface AskOptions {
  asJson?: boolean
  /** The browser is not the one that logged in. */
  isOtherBrowser?: boolean
}

/** A page of some origin that embeds the wallet frame by hand and speaks its protocol, without any of our SDK. */
export interface BareHost {
  page: Page
  ask(event: string, data: unknown, options?: AskOptions): Promise<Answer>
}

/**
 * Serves `body` at a local origin until `close`: Chromium lets no page that was made up by the test reach this machine.
 *
 * @param host `localhost` is an origin development apps accept; `[::1]` is one they do not.
 */
export async function serveHost(
  body: string,
  host: 'localhost' | '[::1]' = 'localhost',
): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><link rel="icon" href="data:," />${body}`)
  })
  await new Promise<void>((listening) => {
    server.listen(0, host === '[::1]' ? '::1' : '127.0.0.1', listening)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host page has no port')
  return { url: `http://${host}:${address.port}/`, close: () => server.close() }
}

/** Opens a bare page of an origin of its own, with the frame in it. */
export async function openBareHost(context: BrowserContext, url: string): Promise<BareHost> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.id = 'wallet'
    frame.src = src
    document.body.append(frame)
    window.answers = []
    window.addEventListener('message', (event) => {
      if (event.source === frame.contentWindow) window.answers.push(event.data)
    })
    return new Promise((resolve) => frame.addEventListener('load', resolve))
  }, `${dev.authUrl}/apps/${dev.appId}/embedded-wallets?caid=00000000-0000-4000-8000-000000000000`)
  return {
    page,
    async ask(event, data, { asJson = false, isOtherBrowser = false } = {}) {
      if (!isOtherBrowser) await keepGrantOf(context, data)
      const id = `id-${randomBytes(8).toString('hex')}`
      await page.evaluate(
        ({ message, target, asJson }) => {
          const frame = document.getElementById('wallet') as HTMLIFrameElement
          frame.contentWindow?.postMessage(asJson ? JSON.stringify(message) : message, target)
        },
        { message: { id, event, data }, target: new URL(dev.authUrl).origin, asJson },
      )
      const handle = await page.waitForFunction(
        // A frame that asks a person says so under the same id, before it answers.
        ({ id, event }) =>
          window.answers.find((answer) => answer.id === id && answer.event === event),
        { id, event },
        { timeout: 20_000 },
      )
      const answer = await handle.jsonValue()
      if (!answer) throw new Error('The frame gave no answer')
      return answer
    },
  }
}

/** One call of the API from outside a browser, as a development app allows it. */
export async function call(path: string, body: unknown, token?: string) {
  const response = await fetch(`${dev.authUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [wireHeaders.appId]: dev.appId,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const cookies = response.headers.getSetCookie()
  return { status: response.status, body: await response.json(), cookies }
}

/** Cookies of the logins of `signInByApi`, by access token. */
const grants = new Map<string, string>()

/** Makes a browser the one that logged in, where a request names a person of `signInByApi`. */
async function keepGrantOf(context: BrowserContext, data: unknown): Promise<void> {
  const { accessToken } = Object(data) as { accessToken?: unknown }
  const pair = typeof accessToken === 'string' ? grants.get(accessToken) : undefined
  if (pair === undefined) return
  const [name = '', value = ''] = pair.split('=')
  // Pages of these tests are of the auth origin's site, so the cookie need not be partitioned.
  const url = dev.authUrl.replace('http:', 'https:')
  const cookie = { name, value, url, secure: true, httpOnly: true, sameSite: 'None' } as const
  await context.addCookies([cookie])
}

/** Signs a new person in without a browser and returns the session answer. */
export async function signInByApi(address = newAddress()) {
  expect((await call('/passwordless/init', { email: address })).status).toBe(200)
  const { status, body, cookies } = await call('/passwordless/authenticate', {
    email: address,
    code: await codeFor(address),
  })
  expect(status).toBe(200)
  const grant = cookies.find((each) => each.startsWith('__Host-sallyport-wallet-'))
  if (grant !== undefined) grants.set(body.token, grant.split(';', 1)[0] ?? '')
  return {
    address,
    token: body.token as string,
    refreshToken: body.refresh_token as string,
    user: body.user,
  }
}
