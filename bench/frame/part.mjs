import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { api, headers } from '../../packages/contract/dist/index.js'
import { ensureChromium } from '../../scripts/lib/chromium.mjs'
import { startStack } from '../../scripts/stack-under-test.mjs'
import { percentile, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'
import { startBare } from './bare.mjs'
import { browsers, chromiumVersion } from './browsers.mjs'

const plan = { rounds: 5, wallets: 4, signatures: 60 }
const patienceMs = 180_000

/** The real frame in headless Chromium beside the least a frame could do, both on other origins than the page. */
export async function run({ say }) {
  const problem = await ensureChromium(say)
  if (problem) throw new Error(problem)
  const stack = await startStack({ portBase: 4700 })
  const bare = await startBare()
  try {
    const measured = {}
    for (const [name, openBrowser] of Object.entries(browsers)) {
      say(`a browser ${name}`)
      measured[name] = await measure({ openBrowser, stack, bare })
    }
    return report(measured, await chromiumVersion())
  } finally {
    await bare.stop()
    await stack.stop()
  }
}

/** What each message took in the page, in milliseconds, by name. */
async function measure({ openBrowser, stack: { dev }, bare }) {
  const caller = '00000000-0000-4000-8000-000000000000'
  const ours = `${dev.authUrl}/apps/${dev.appId}/embedded-wallets?caid=${caller}`
  const script = readFileSync(new URL('host-page.js', import.meta.url), 'utf8')
  const page = `<!doctype html><link rel="icon" href="data:,"><body>
    <script>var plan = ${JSON.stringify({ ...plan, bareToken: bare.token, frames: { bare: bare.url, ours } })}</script>
    <script type="module">${script}</script>`
  const { promise, resolve } = later()
  const host = await serve({
    '/': (answer) => answer('text/html', page),
    '/login': async (answer) => answer('application/json', JSON.stringify(await startLogin(dev))),
    '/done': (answer, body) => {
      answer('text/plain', '')
      resolve(JSON.parse(body))
    },
  })
  const close = await openBrowser(host.url)
  const timer = setTimeout(() => resolve({ problem: 'The page did not end' }), patienceMs)
  const { took, problem } = await promise
  clearTimeout(timer)
  await close()
  host.close()
  if (problem) throw new Error(problem)
  return took
}

function later() {
  let resolve
  const promise = new Promise((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

let people = 0
/** The request that completes a login: the page sends it, because the wallet belongs to the browser that logged in. */
async function startLogin(dev) {
  const email = `bench-${Date.now()}-${people++}@example.com`
  const post = (route, body) => ({
    url: `${dev.authUrl}/api/v1${route.path}`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', [headers.appId]: dev.appId },
      body: JSON.stringify(body),
      credentials: 'include',
    },
  })
  const { url, init } = post(api.email.init, { email })
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(await response.text())
  for (;;) {
    const mails = await (await fetch(`${dev.inboxUrl}/messages?to=${email}`)).json()
    const mail = mails.find(({ code }) => code)
    if (mail?.code) return post(api.email.authenticate, { email, code: mail.code })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Answers each path by its own function, which gets the request's body, on a free port of this machine. */
async function serve(paths) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const answer = (type, text) => response.setHeader('content-type', type).end(text)
    const respond = paths[request.url]
    if (respond === undefined) return response.writeHead(404).end()
    await respond(answer, body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() }
}

const names = {
  echo: 'message to a bare frame and back',
  empty: 'message, an empty answer, back',
  emptySign: 'empty answer + bare sign',
  trip: 'one bare round trip: message, token and row, back',
  tripSign: 'round trip + bare sign',
  ourSign: 'personal_sign, our frame',
  create: 'message + bare keys of both chains',
  ourCreate: 'both wallets, our frame, stored and verified',
}

function report(measured, version) {
  const p50 = (how, name) => percentile(measured[how][name], 0.5)
  const rows = Object.entries(names).map(([id, name]) => [
    name,
    measured.alone[id].length,
    ...Object.values(measured).flatMap((took) =>
      [0.5, 0.99].map((part) => short(percentile(took[id], part))),
    ),
  ])
  const ratioOf = (how, bare = 'tripSign') => p50(how, 'ourSign') / p50(how, bare)
  const signing = (how, name) => ({
    name,
    measured: ratioOf(how).toFixed(2),
    wanted: '≤ 2.00',
    holds: ratioOf(how) <= 2,
  })
  return {
    versions: { Chromium: version },
    measured: Object.fromEntries(
      Object.keys(measured).map((how) => [
        how,
        Object.fromEntries(Object.keys(names).map((id) => [id, p50(how, id)])),
      ]),
    ),
    text: [
      table(
        ['in headless Chromium', 'times', 'p50 ms', 'p99 ms', 'driven p50 ms', 'driven p99 ms'],
        rows,
      ),
      `personal_sign against an empty answer + bare sign: ${ratioOf('alone', 'emptySign').toFixed(2)}, driven ${ratioOf('driven', 'emptySign').toFixed(2)}`,
    ].join('\n\n'),
    bars: bars([
      signing('alone', 'personal_sign against round trip + bare sign'),
      signing('driven', 'the same in a browser that a test tool drives'),
      {
        name: 'both wallets, p50',
        measured: `${short(p50('alone', 'ourCreate'))} ms`,
        wanted: '≤ 300 ms',
        holds: p50('alone', 'ourCreate') <= 300,
      },
    ]),
  }
}
