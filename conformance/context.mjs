/** What every case uses: fresh clients, the inbox and the clock of the sandbox. */
import Privy, { InMemoryCache } from '@privy-io/js-sdk-core'
import { PrivyClient as NodeClient } from '@privy-io/node'
import { PrivyClient } from '@privy-io/server-auth'

let people = 0

/**
 * @param {Record<string, string>} dev The contents of `dev.json`.
 * @param {{ open(form: 'text' | 'object', version?: 'newest'): Promise<import('playwright-core').Page> }} browser
 */
export function createContext(dev, browser) {
  return {
    dev,
    /** A headless browser client with storage of its own. */
    browser(storage = new InMemoryCache()) {
      const client = new Privy({ appId: dev.appId, baseUrl: dev.authUrl, storage })
      return { client, storage }
    },
    /** The app's back end. */
    backEnd: () =>
      new PrivyClient(dev.appId, dev.appSecret, {
        apiURL: dev.authUrl,
        walletApi: { apiURL: dev.authUrl },
      }),
    /** The same with the newest client for back ends, which calls `/v1` without `/api`. */
    newestBackEnd: () =>
      new NodeClient({ appId: dev.appId, appSecret: dev.appSecret, apiUrl: dev.authUrl }),
    newAddress: () => `person-${Date.now()}-${people++}@example.com`,
    /** Has the client send a code, and reads it from the inbox. */
    async sendCode(client, to) {
      const before = (await messages(dev, to)).length
      await client.auth.email.sendCode(to)
      return codeFor(dev, to, before)
    },
    /** A page of a new browser with the client and the real frame. */
    browserPage: (form, version) => browser.open(form, version),
    countMessages: async (to) => (await messages(dev, to)).length,
    /** The code of the newest message to `to`, once there are more than `before`. */
    codeFor: (to, before) => codeFor(dev, to, before),
    /** Test money from the sandbox. */
    async fund(chain, address) {
      const answer = await fetch(`${dev.dashboardUrl}/faucet/${chain}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address }),
      })
      if (!answer.ok) throw new Error(`The faucet answered ${answer.status}`)
    },
    async advance(ms) {
      const answer = await fetch(dev.clockUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceMs: ms }),
      })
      if (!answer.ok) throw new Error(`The clock answered ${answer.status}`)
    },
    /** Logs a new user in by email and returns the client, its storage and the session answer. */
    async signIn() {
      const { client, storage } = this.browser()
      const address = this.newAddress()
      const code = await this.sendCode(client, address)
      const session = await client.auth.email.loginWithCode(address, code)
      return { client, storage, address, session }
    },
  }
}

async function codeFor(dev, to, before) {
  for (let tries = 0; tries < 100; tries++) {
    const received = await messages(dev, to)
    if (received.length > before) return received[0].code
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('No code arrived in the inbox')
}

async function messages(dev, to) {
  return (await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(to)}`)).json()
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
