/* Which methods and routes of the clients the cases use, compared with all the clients have. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import Privy, { InMemoryCache } from '@privy-io/js-sdk-core'
import { PrivyClient as NodeClient } from '@privy-io/node'
import * as routes from '@privy-io/public-api'
import { PrivyClient } from '@privy-io/server-auth'
import { PrivyClient as OlderClient } from 'older-server-auth'
import { reasonOf } from './not-covered.mjs'
import { methodsOf } from './watch.mjs'

/** For clients that are only looked at. */
const unused = { appId: 'x'.repeat(25), url: 'http://localhost:1' }
const clients = {
  'js-sdk-core': () =>
    new Privy({ appId: unused.appId, baseUrl: unused.url, storage: new InMemoryCache() }),
  'server-auth': () => new PrivyClient(unused.appId, 'secret', { apiURL: unused.url }),
  // Of this one only what the newer one does by other calls.
  'older server-auth': () => ({
    walletApi: new OlderClient(unused.appId, 'secret', { walletApi: { apiURL: unused.url } })
      .walletApi,
  }),
  node: () => new NodeClient({ appId: unused.appId, appSecret: 'secret', apiUrl: unused.url }),
}

/** Starts to note calls and requests to `serverUrl`. */
export function createCoverage(serverUrl) {
  const calls = new Set()
  const requests = new Set()
  let isPaused = false
  const { host } = new URL(serverUrl)
  const noteRequest = (method, url) => {
    if (!isPaused && url.host === host) requests.add(`${method} ${url.pathname}`)
  }
  const onRequest = ({ request }) =>
    noteRequest(request.method, new URL(request.path, request.origin))
  subscribe('undici:request:create', onRequest)
  return {
    /** Notes the call of a client's method. */
    call: (client, method) => void calls.add(`${client} ${method}`),
    request: noteRequest,
    /** Runs `act`, whose requests do not count. */
    async uncounted(act) {
      isPaused = true
      try {
        await act()
      } finally {
        isPaused = false
      }
    },
    stop: () => unsubscribe('undici:request:create', onRequest),
    /** Lines about what is covered and what is not; `missing` is not covered and has no reason. */
    report() {
      const parts = [
        ...Object.entries(clients).map(([name, create]) => ({
          title: `methods of ${name}`,
          all: methodsOf(create()).map((method) => `${name} ${method}`),
          isCovered: (method) => calls.has(method),
        })),
        {
          title: 'routes that js-sdk-core knows',
          all: Object.values(routes).flatMap(({ method, path }) =>
            method && path ? [`${method} ${path}`] : [],
          ),
          isCovered: (route) => [...requests].some((request) => isOf(request, route)),
        },
      ].map(({ title, all, isCovered }) => {
        const covered = all.filter(isCovered)
        return { title, covered, open: all.filter((each) => !covered.includes(each)) }
      })
      return {
        lines: parts.flatMap(describe),
        missing: parts.flatMap(({ open }) => open).filter((each) => reasonOf(each) === undefined),
      }
    },
  }
}

function isOf(request, route) {
  const pattern = route.replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(request)
}

/** The covered ones in one line; the others by reason. */
function describe({ title, covered, open }) {
  const byReason = new Map()
  for (const name of open) {
    const reason = reasonOf(name) ?? 'NO REASON'
    byReason.set(reason, [...(byReason.get(reason) ?? []), name])
  }
  return [
    `${title}: ${covered.length} of ${covered.length + open.length} covered`,
    `  covered: ${covered.map(short).join(', ')}`,
    ...[...byReason].map(
      ([reason, names]) => `  not covered, ${reason}: ${names.map(short).join(', ')}`,
    ),
  ]
}

const short = (name) => name.replace(/^(js-sdk-core|(older )?server-auth|node) /, '')
