/** A browser in Node: the real SDK and the real frame over storage that outlives its tabs, with failpoints at its ports. */
import { Agent, request as httpRequest } from 'node:http'
import { createFrame } from '../../apps/frame/dist/create-frame.js'
import { createMemoryStore } from '../../apps/frame/dist/device/memory-store.js'
import { openAccess } from '../../apps/frame/dist/wallet/open-access.js'
import { createClient } from '../../packages/core/dist/index.js'
import { totpCodeAt } from '../../packages/testing/dist/totp.js'
import { pageOrigin, publicOrigin } from './stack.mjs'
import { outsideOf } from './wallet-outside.mjs'

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const never = () => new Promise(() => {})

/** Pauses between tries pass ten times as fast; deadlines stay what they are. */
const hurried = (ms) => (ms <= 500 ? ms / 10 : ms)

/** One person's browser. `returned` holds every address a page was ever told. */
export function openBrowser(world) {
  const values = new Map()
  const device = createMemoryStore()
  const returned = new Set()
  const cookies = new Map()
  /** The user's authenticator app: keeps every secret that was shown, gives codes, and counts how often it was asked, and how often in vain. */
  const authenticator = {
    secrets: [],
    asked: 0,
    refused: 0,
    get hasCode() {
      return this.asked < unusedSteps.length
    },
  }
  return {
    values,
    returned,
    cookies,
    authenticator,
    /** Opens a tab; it dies at a `close` fault. */
    openTab: (run) => openTab({ world, run, values, device, returned, cookies, authenticator }),
  }
}

function openTab({ world, run, values, device, returned, cookies, authenticator }) {
  const tab = { isClosed: false }
  let end
  tab.closed = new Promise((resolve) => {
    end = resolve
  })
  tab.close = () => {
    tab.isClosed = true
    end()
    tab.client.destroy()
  }
  /** Passes a point of this tab; a tab that is gone goes no further. */
  const pass = async (point) => {
    if (tab.isClosed) await never()
    const kind = run.passLocal(point)
    if (kind === 'close') {
      tab.close()
      await never()
    }
    return kind
  }
  const fetchAs = (who, origin) => async (url, init) => {
    const route = routeOf(init?.method ?? 'GET', String(url))
    const point = `${who}:fetch:${route}`
    if ((await pass(`${point}:before`)) === 'drop') throw new TypeError('fetch failed')
    const answer = await send(world, run, { url: String(url), init, origin, route, cookies })
    if ((await pass(`${point}:after`)) === 'drop') throw new TypeError('fetch failed')
    return answer
  }
  const store = {
    storage: 'persistent',
    ...Object.fromEntries(
      ['put', 'readBack', 'list', 'remove'].map((name) => [
        name,
        async (given) => {
          const point = `frame:store:${name}`
          const full = () => new DOMException('The quota has been exceeded', 'QuotaExceededError')
          if ((await pass(`${point}:before`)) === 'fail') throw full()
          const result = await device[name](given)
          await pass(`${point}:after`)
          return result
        },
      ]),
    ),
  }
  const loadPage = (url) => fetchAs('page', undefined)(url, {})
  const outside = (html) => outsideOf(html, { store, fetch: fetchAs('frame', publicOrigin) })
  /** The wallets as a page of the wallet's origin has them, beside the hidden frame. */
  tab.openWallets = async () => {
    const url = `${publicOrigin}/apps/${world.stack.appId}/embedded-wallets/rehearsal`
    const page = await loadPage(url)
    const given = outside(await page.text())
    if (!given) throw new Error('The page did not load')
    return openAccess(given).context
  }
  tab.client = createClient({
    appId: world.stack.appId,
    apiUrl: publicOrigin,
    fetch: fetchAs('page', pageOrigin),
    storage: storageOf(values, { tab, run }),
    clock: {
      nowMs: world.stack.nowMs,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, hurried(ms)).unref()),
    },
    locks: locksOf(tab),
    frameHost: hostOf({ tab, returned, outside, loadPage }),
    ui: async () => ({ askForFactor: (waiting) => void answer(waiting, { world, authenticator }) }),
  })
  return tab
}

/** A code counts once and time stands: after the enrolment, by the code of the step before, there are two. */
const unusedSteps = [0, 30_000]

/**
 * Confirms an operation that asks for a factor, as a user with an authenticator app does; one without gives it up. A user whose
 * enrolment was cut short does not know which secret counts: the newest is tried first.
 */
async function answer(waiting, { world, authenticator }) {
  const round = authenticator.asked
  authenticator.asked += 1
  const aheadMs = unusedSteps[round]
  const known = aheadMs === undefined ? [] : authenticator.secrets.toReversed()
  if (aheadMs === undefined) authenticator.refused += 1
  for (const secret of known) {
    const mfaCode = totpCodeAt(secret, world.stack.nowMs() + aheadMs)
    const proof = { mfaMethod: 'totp', mfaCode, relyingParty: pageOrigin }
    const isRight = await waiting.submit(proof).then(
      () => true,
      () => false,
    )
    if (isRight) return
    authenticator.refused += 1
  }
  waiting.cancel()
}

/** `localStorage` of a tab: what a closed tab would still write is lost. */
function storageOf(values, { tab, run }) {
  const passSync = (point) => {
    if (!tab.isClosed && run.passLocal(point) === 'close') tab.close()
  }
  const change = (name, key, work) => {
    passSync(`page:storage:${name}:${key}:before`)
    if (tab.isClosed) return
    work()
    passSync(`page:storage:${name}:${key}:after`)
  }
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => change('remove', key, () => values.delete(key)),
    setItem: (key, value) => change('set', key, () => values.set(key, value)),
  }
}

/** Web Locks of one tab's SDK; they go with the tab. Tabs of one browser are opened one after another here. */
function locksOf() {
  const tails = new Map()
  return {
    request: (name, work) => {
      const run = (tails.get(name) ?? Promise.resolve()).then(work)
      tails.set(
        name,
        run.catch(() => undefined),
      )
      return run
    },
  }
}

function hostOf({ tab, returned, outside, loadPage }) {
  const listeners = new Set()
  const deliver = (message) => {
    if (tab.isClosed) return
    const { address, publicKey } = message.data?.data ?? {}
    if (/:create|:add|:import/.test(message.data?.event ?? '')) {
      for (const each of [address, publicKey]) if (each) returned.add(each)
    }
    for (const listener of [...listeners]) listener(message)
  }
  return {
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: (url) => {
      const frame = {}
      let receive
      const parent = {
        postMessage: (data) =>
          deliver({ source: frame, origin: publicOrigin, data: structuredClone(data) }),
      }
      const load = async () => {
        const page = await loadPage(url)
        const given = outside(await page.text())
        if (!given) return // An error page: there is no answer.
        createFrame({
          window: {
            parent,
            addEventListener: (_type, listener) => {
              receive = listener
            },
          },
          ...given,
          shareFactors: async () => undefined,
          whenIdle: () => undefined,
        })
      }
      return {
        window: frame,
        loaded: load().catch(() => {}),
        post: (data) =>
          setImmediate(() =>
            receive?.({ data: structuredClone(data), origin: pageOrigin, source: parent }),
          ),
        remove: () => {
          receive = undefined
        },
      }
    },
  }
}

/** Method and path, ids left out. */
export function routeOf(method, url) {
  const { pathname } = new URL(url, publicOrigin)
  return `${method} ${pathname.replace(uuid, '*').replace(/\/cl?[a-z0-9]{24}|\/apps\/[a-z0-9]{25}/g, (id) => (id.startsWith('/apps') ? '/apps/*' : '/*'))}`
}

/** Sends a request to one of the servers: to the victim where the run's fault waits for this one. */
export async function send(world, run, { url, init = {}, origin, route, cookies = new Map() }) {
  const { id, fault, place } = run.address(route)
  const port = await world.stack.portOf(place)
  const { pathname, search } = new URL(url)
  const headers = Object.fromEntries(new Headers(init.headers))
  const body = init.body === undefined || init.body === null ? undefined : String(init.body)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: init.method ?? 'GET',
        path: pathname + search,
        headers: {
          ...headers,
          ...(origin === undefined ? {} : { origin }),
          ...cookieHeader(cookies),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          'x-fault': JSON.stringify({ id, fault }),
        },
      },
      (response) => {
        keepCookies(cookies, response.headers['set-cookie'])
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const hasBody = response.statusCode !== 204
          resolve(
            new Response(hasBody ? Buffer.concat(chunks) : null, {
              status: response.statusCode,
              headers: flat(response.headers),
            }),
          )
        })
        response.on('error', () => reject(new TypeError('fetch failed')))
        response.on('aborted', () => reject(new TypeError('fetch failed')))
      },
    )
    request.on('error', () => reject(new TypeError('fetch failed')))
    request.end(body)
  })
}

const flat = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** The cookies of one browser below one site, for the auth origin: a login's wallet grant among them. */
function cookieHeader(cookies) {
  return cookies.size === 0 ? {} : { cookie: [...cookies.values()].join('; ') }
}

function keepCookies(cookies, set = []) {
  for (const each of set) {
    const [pair] = each.split(';')
    const [name] = pair.split('=', 1)
    if (/;\s*max-age=0(;|$)/i.test(each)) cookies.delete(name)
    else cookies.set(name, pair)
  }
}
