import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { api, headers } from '../../packages/contract/dist/index.js'
import { ensureChromium, findChromium } from '../../scripts/lib/chromium.mjs'
import { startStack } from '../../scripts/stack-under-test.mjs'
import { percentile, short } from '../lib/stats.mjs'
import { bars, table } from '../lib/table.mjs'

const rounds = 5
const wallets = 4
const signatures = 60

/** The real frame in headless Chromium beside the least a frame could do, both on other origins than the page. */
export async function run({ say }) {
  const problem = await ensureChromium(say)
  if (problem) throw new Error(problem)
  const stack = await startStack({ portBase: 4700 })
  const pages = [
    await serve('<!doctype html><link rel="icon" href="data:,">'),
    await serve(await bareFrame()),
  ]
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(pages[0].url)
    await page.evaluate(installHost)
    const { dev } = stack
    const caller = '00000000-0000-4000-8000-000000000000'
    await open(page, 'bare', pages[1].url)
    await open(page, 'ours', `${dev.authUrl}/apps/${dev.appId}/embedded-wallets?caid=${caller}`)
    await page.evaluate(() => window.ask('ours', 'privy:iframe:ready', {}))
    const took = { echo: [], trip: [], sign: [], create: [], ourSign: [], ourCreate: [] }
    for (let round = -1; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`)
      const of = await oneRound(page, dev)
      if (round >= 0) for (const name of Object.keys(took)) took[name].push(...of[name])
    }
    return report(took, browser.version())
  } finally {
    await browser.close()
    for (const each of pages) each.close()
    await stack.stop()
  }
}

async function oneRound(page, dev) {
  const repeat = (event, count) =>
    page.evaluate(
      async ([event, count]) => {
        const times = []
        for (let n = 0; n < count; n++) times.push((await window.ask('bare', event, {})).ms)
        return times
      },
      [event, count],
    )
  const ourCreate = []
  let signer
  for (let n = 0; n < wallets; n++) {
    const accessToken = await signIn(dev)
    const made = await page.evaluate(async (accessToken) => {
      const first = await window.ask('ours', 'privy:wallet:create', { accessToken })
      const ethereumAddress = first.data.address
      const given = { accessToken, ethereumAddress }
      const second = await window.ask('ours', 'privy:solana-wallet:create', given)
      if (!second.data.publicKey) throw new Error('no Solana wallet')
      return { address: ethereumAddress, ms: first.ms + second.ms }
    }, accessToken)
    signer = { accessToken, address: made.address }
    ourCreate.push(made.ms)
  }
  const ourSign = await page.evaluate(
    async ([{ accessToken, address }, count]) => {
      const times = []
      for (let n = 0; n < count; n++) {
        const request = { method: 'personal_sign', params: ['hello', address] }
        const given = { accessToken, address, hdWalletIndex: 0, request }
        const answer = await window.ask('ours', 'privy:wallet:rpc', given)
        if (!answer.data.response.data.startsWith('0x')) throw new Error('no signature')
        times.push(answer.ms)
      }
      return times
    },
    [signer, signatures],
  )
  const [echo, trip, sign, create] = [
    await repeat('echo', signatures),
    await repeat('trip', signatures),
    await repeat('sign', signatures),
    await repeat('create', 8),
  ]
  return { ourCreate, ourSign, echo, trip, sign, create }
}

/** Runs in the page: frames by name, and `ask`, which answers with the milliseconds it took. */
function installHost() {
  let count = 0
  window.frameOf = new Map()
  window.ask = (name, event, data) =>
    new Promise((resolve, reject) => {
      const frame = window.frameOf.get(name)
      const id = `ask-${count++}`
      const startedAt = performance.now()
      const onMessage = (message) => {
        if (message.source !== frame.contentWindow || message.data.id !== id) return
        const ms = performance.now() - startedAt
        window.removeEventListener('message', onMessage)
        if (message.data.error) reject(new Error(`${event}: ${message.data.error.message}`))
        else resolve({ ms, data: message.data.data })
      }
      window.addEventListener('message', onMessage)
      frame.contentWindow.postMessage({ id, event, data }, new URL(frame.src).origin)
    })
}

function open(page, name, url) {
  return page.evaluate(
    ([name, url]) =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.addEventListener('load', () => resolve())
        frame.src = url
        window.frameOf.set(name, frame)
        document.body.append(frame)
      }),
    [name, url],
  )
}

let people = 0
async function signIn(dev) {
  const email = `bench-${Date.now()}-${people++}@example.com`
  const post = async (route, body) => {
    const response = await fetch(`${dev.authUrl}/api/v1${route.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [headers.appId]: dev.appId },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }
  await post(api.email.init, { email })
  for (;;) {
    const [mail] = await (await fetch(`${dev.inboxUrl}/messages?to=${email}`)).json()
    if (mail?.code) return (await post(api.email.authenticate, { email, code: mail.code })).token
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function bareFrame() {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL('bare-frame.js', import.meta.url)) },
    },
  })
  const code = built.output[0].code.replaceAll('</script', '<\\/script')
  return `<!doctype html><script type="module">${code}</script>`
}

async function serve(html) {
  const server = createServer(({ url }, response) =>
    url === '/trip'
      ? response.setHeader('content-type', 'application/json').end('{}')
      : response.setHeader('content-type', 'text/html').end(html),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${server.address().port}/`, close: () => server.close() }
}

function report(took, chromiumVersion) {
  const p50 = (name) => percentile(took[name], 0.5)
  const names = {
    echo: 'message to a bare frame and back',
    trip: 'one bare round trip: message, server, back',
    sign: 'round trip + bare sign',
    ourSign: 'personal_sign, our frame',
    create: 'message + bare keys of both chains',
    ourCreate: 'both wallets, our frame, stored and verified',
  }
  const rows = Object.entries(names).map(([id, name]) => [
    name,
    took[id].length,
    short(p50(id)),
    short(percentile(took[id], 0.99)),
  ])
  const ratio = p50('ourSign') / p50('sign')
  return {
    versions: { Chromium: chromiumVersion },
    measured: Object.fromEntries(Object.keys(names).map((id) => [id, p50(id)])),
    text: table(['in headless Chromium', 'times', 'p50 ms', 'p99 ms'], rows),
    bars: bars([
      {
        name: 'personal_sign against round trip + bare sign',
        measured: ratio.toFixed(2),
        wanted: '≤ 2.00',
        holds: ratio <= 2,
      },
      {
        name: 'both wallets, p50',
        measured: `${short(p50('ourCreate'))} ms`,
        wanted: '≤ 300 ms',
        holds: p50('ourCreate') <= 300,
      },
    ]),
  }
}
