/** What every case uses: fresh clients, the doubles of the sandbox and the clock. */
import assert from 'node:assert/strict'
import { createClients } from './clients.mjs'
import { createDoubles } from './doubles.mjs'

let people = 0

/**
 * @param {Record<string, string>} dev The contents of `dev.json`.
 * @param {Awaited<ReturnType<typeof import('./browser.mjs').startBrowser>>} browser
 * @param {ReturnType<typeof import('./coverage.mjs').createCoverage>} coverage
 */
export function createContext(dev, browser, coverage) {
  const doubles = createDoubles(dev)
  const secret = Buffer.from(`${dev.appId}:${dev.appSecret}`).toString('base64')
  return {
    dev,
    ...doubles,
    ...createClients(dev, coverage),
    /** Runs `act`, whose requests do not count as covered. */
    uncounted: coverage.uncounted,
    newAddress: () => `person-${Date.now()}-${people++}@example.com`,
    newNumber: () => `+1201555${String(1000 + (Math.floor(Date.now() / 100) % 8000) + people++)}`,
    newName: () => `person-${Date.now()}-${people++}`,
    /** Has the client send a code, and reads it from the inbox. */
    async sendCode(client, to) {
      const before = await doubles.countCodes(to)
      await client.auth.email.sendCode(to)
      return doubles.codeFor(to, before)
    },
    async sendTextCode(client, to) {
      const before = await doubles.countCodes(to)
      await client.auth.phone.sendCode(to)
      return doubles.codeFor(to, before)
    },
    /** A page that has no client of this run, such as the demo's. */
    plainPage: (url) => browser.openPlain(url),
    /** A page of a new browser with the client and the real frame. */
    browserPage: (options) => browser.open(options),
    reopen: (page, options) => browser.openClient(page, options),
    /** Changes settings of the app. */
    changeApp: (change) => admin('PATCH', '/admin/v1/app', change),
    /** Any call of the app's back end. */
    admin,
    /** Logs a new user in by email and returns the client, its storage and the session answer. */
    async signIn() {
      const { client, storage } = this.browser()
      const address = this.newAddress()
      const code = await this.sendCode(client, address)
      const session = await client.auth.email.loginWithCode(address, code)
      return { client, storage, address, session }
    },
    /** What the server says to a call of a user: the client shows neither status nor `data` of a refusal. */
    async callAs(client, path, body) {
      const headers = {
        'content-type': 'application/json',
        'privy-app-id': dev.appId,
        authorization: `Bearer ${await client.getAccessToken()}`,
      }
      const answer = await fetch(dev.authUrl + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return { status: answer.status, ...(await answer.json()) }
    },
  }

  async function admin(method, path, body) {
    const answer = await fetch(dev.authUrl + path, {
      method,
      headers: {
        authorization: `Basic ${secret}`,
        'privy-app-id': dev.appId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Runs `act`, expecting it to fail, and returns the error. */
export async function failure(act) {
  try {
    await act()
  } catch (error) {
    return error
  }
  throw new Error('Expected a refusal, but the call succeeded')
}

/** Expects `act` to be refused with `code`. */
export async function refused(code, act) {
  const error = await failure(act)
  assert.equal(error.code, code, error.stack)
}
