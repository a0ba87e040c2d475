import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { untilQuiet } from '../lib/quiet.mjs'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const patienceMs = 20_000

/** Serves a built page, compressed, until `close`. */
export async function servePage(folder) {
  const kept = new Map()
  const server = createServer(({ url }, response) => {
    const path = normalize(new URL(url, 'http://page').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    if (!kept.has(file)) kept.set(file, gzipSync(readFileSync(file), { level: 9 }))
    const type = types[extname(file)] ?? 'application/octet-stream'
    const headers = {
      'content-type': type,
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
    }
    return response.writeHead(200, headers).end(kept.get(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

/**
 * Milliseconds from navigation until a login button is there, enabled, and the page's thread has run a task after a
 * frame; at a quarter of this machine's speed, in a fresh browser context, begun when nothing else is going on.
 */
export async function measureStart(browser, url, stub) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await answerServices(devtools, stub)
    // The page tells by itself: asking it would run scripts of ours in the time that is measured.
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'tellReadyMs' })
    const ready = new Promise((resolve, reject) => {
      devtools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))
      setTimeout(() => reject(new Error('No button')), patienceMs).unref()
    })
    ready.catch(() => undefined) // Heard below, unless the page does not even open.
    await page.addInitScript(watchForButton)
    await untilQuiet()
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url, { waitUntil: 'commit' })
    return await ready
  } finally {
    await context.close()
  }
}

/**
 * Answers what a kit asks its service, and refuses what no stub knows. The page's own files are left alone: they load as
 * from any server, however many they are.
 */
async function answerServices(devtools, stub) {
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const answer =
      request.method === 'OPTIONS' ? { body: '' } : stub?.(new URL(request.url.split('#')[0]))
    const sent =
      answer === undefined
        ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'NameNotResolved' })
        : devtools.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: answer.status ?? 200,
            responseHeaders: headersOf(answer, request.headers),
            body: Buffer.from(answer.body).toString('base64'),
          })
    sent.catch(() => undefined) // The page is gone.
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] })
}

function headersOf({ contentType = 'text/plain' }, asked) {
  const of = (name) => Object.entries(asked).find(([key]) => key.toLowerCase() === name)?.[1]
  const headers = {
    'content-type': contentType,
    'access-control-allow-origin': of('origin') ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': of('access-control-request-headers') ?? '*',
  }
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

/** Runs in the page. */
function watchForButton() {
  const isButton = (element) =>
    element.matches('button') && /log ?in|sign ?in/i.test(element.textContent)
  const isUsable = (element) =>
    !element.disabled && element.ariaBusy !== 'true' && element.getBoundingClientRect().width > 0
  const look = () => {
    const found = [...document.querySelectorAll('button')].find(isButton)
    if (found === undefined || !isUsable(found)) return requestAnimationFrame(look)
    return setTimeout(() => window.tellReadyMs(String(performance.now())))
  }
  requestAnimationFrame(look)
}
