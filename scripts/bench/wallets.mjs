/**
 * How long the wallet frame takes in a real browser, against the stack that runs: making both wallets, and signing
 * beside what a signature cannot do without (one round trip to the API and one bare signature). Milliseconds: best, p50, p95.
 *
 * The frame is left alone for a second first, as it is while a person types the code.
 *
 *   SALLYPORT_DATA_DIR=… CHROMIUM_PATH=… node scripts/bench/wallets.mjs [people] [signatures] [idle ms]
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const root = new URL('../..', import.meta.url).pathname
const dataDir = process.env.SALLYPORT_DATA_DIR ?? join(root, '.sallyport')
const dev = JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8'))
const [people = 12, signatures = 60, idleMs = 1_000] = process.argv.slice(2).map(Number)

const host = createServer((_, response) => {
  response
    .setHeader('content-type', 'text/html')
    .end('<!doctype html><link rel="icon" href="data:,">')
})
await new Promise((listening) => host.listen(0, '127.0.0.1', listening))
const browser = await chromium.launch({
  executablePath: join(root, 'scripts/chromium.sh'),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
})
try {
  const made = []
  let last
  for (let i = 0; i < people; i += 1) {
    const accessToken = await signIn(`bench-${Date.now()}-${i}@example.com`)
    const page = await openPage()
    made.push(await page.evaluate(makeBoth, { accessToken, idleMs }))
    if (last) await last.page.context().close()
    last = { page, accessToken }
  }
  report(
    'frame ready',
    made.map(({ ready }) => ready),
  )
  report(
    'Ethereum wallet',
    made.map(({ ethereum }) => ethereum),
  )
  report(
    'Solana wallet',
    made.map(({ solana }) => solana),
  )
  report(
    'both wallets',
    made.map(({ ethereum, solana }) => ethereum + solana),
  )

  const { page, accessToken } = last
  const { address } = made.at(-1)
  const input = { accessToken, address, count: signatures }
  await page.evaluate(signMany, { ...input, count: 10 })
  const signed = report('personal_sign', await page.evaluate(signMany, input))
  const frame = page.frames().find((each) => each.url().startsWith(`${dev.authUrl}/apps/`))
  const trips = await frame.evaluate(roundTrips, { ...input, appId: dev.appId })
  const trip = report('a bare round trip', trips)
  const bare = report('a bare signature', await page.evaluate(bareSignatures, signatures))
  say(`personal_sign is ${(signed / (trip + bare)).toFixed(2)} times trip and signature`)
} finally {
  await browser.close()
  host.close()
}

async function openPage() {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://localhost:${host.address().port}/`)
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src })
    window.ask = (event, data) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        window.addEventListener('message', function heard({ data: answer }) {
          if (answer?.id !== id) return
          window.removeEventListener('message', heard)
          answer.error ? reject(new Error(answer.error.message)) : resolve(answer.data)
        })
        frame.contentWindow.postMessage({ id, event, data }, new URL(src).origin)
      })
    document.body.append(frame)
    return new Promise((loaded) => frame.addEventListener('load', loaded))
  }, `${dev.authUrl}/apps/${dev.appId}/embedded-wallets`)
  const { outputFiles } = await bundleSigner()
  await page.addScriptTag({ content: outputFiles[0].text })
  return page
}

/** The signature by itself: the library's, without our check. */
async function bundleSigner() {
  const { build } = await import('esbuild')
  const contents = `import { secp256k1 } from '@noble/curves/secp256k1.js'
    globalThis.signBare = (digest, key) => secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })`
  const stdin = { contents, resolveDir: join(root, 'packages/crypto') }
  return build({ stdin, bundle: true, write: false, format: 'iife', minify: true })
}

async function makeBoth({ accessToken, idleMs }) {
  const timed = async (task) => {
    const start = performance.now()
    const result = await task()
    return [performance.now() - start, result]
  }
  const [ready] = await timed(() => window.ask('privy:iframe:ready', {}))
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const [ethereum, { address }] = await timed(() =>
    window.ask('privy:wallet:create', { accessToken }),
  )
  const [solana] = await timed(() =>
    window.ask('privy:solana-wallet:create', { accessToken, ethereumAddress: address }),
  )
  return { ready, ethereum, solana, address }
}

async function signMany({ accessToken, address, count }) {
  const times = []
  for (let i = 0; i < count; i += 1) {
    const request = { method: 'personal_sign', params: [`message ${i}`, address] }
    const start = performance.now()
    await window.ask('privy:wallet:rpc', { accessToken, address, request })
    times.push(performance.now() - start)
  }
  return times
}

async function roundTrips({ accessToken, appId, count }) {
  const times = []
  for (let i = 0; i < count + 10; i += 1) {
    const start = performance.now()
    const answer = await fetch('/api/v1/embedded_wallets/list', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'privy-app-id': appId,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    await answer.json()
    times.push(performance.now() - start)
  }
  return times.slice(10)
}

function bareSignatures(count) {
  const times = []
  for (let i = 0; i < count + 10; i += 1) {
    const digest = crypto.getRandomValues(new Uint8Array(32))
    const start = performance.now()
    window.signBare(digest, new Uint8Array(32).fill(7))
    times.push(performance.now() - start)
  }
  return times.slice(10)
}

async function signIn(email) {
  const post = async (path, body) => {
    const answer = await fetch(`${dev.authUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'privy-app-id': dev.appId },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return answer.json()
  }
  await post('/passwordless/init', { email })
  for (let tries = 0; tries < 50; tries += 1) {
    const inbox = await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(email)}`)
    const [message] = await inbox.json()
    if (message?.code) {
      return (await post('/passwordless/authenticate', { email, code: message.code })).token
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No message arrived')
}

function report(name, times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  say(
    `${name.padEnd(20)} best ${at(0).toFixed(1)}  p50 ${at(0.5).toFixed(1)}  p95 ${at(0.95).toFixed(1)}  (${times.length})`,
  )
  return at(0.5)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
