import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

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
 * frame; at a quarter of this machine's speed, in a fresh browser context.
 */
export async function measureStart(browser, url, stub) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.route(
      (target) => !target.href.startsWith(url),
      async (route) => {
        const request = route.request()
        const answer = stub?.(new URL(request.url()))
        if (answer === undefined) return route.abort('namenotresolved')
        const asked = request.headers()['access-control-request-headers']
        return route.fulfill({
          status: 200,
          ...answer,
          headers: {
            'access-control-allow-origin': new URL(url).origin,
            'access-control-allow-credentials': 'true',
            'access-control-allow-headers': asked ?? '*',
          },
        })
      },
    )
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    // The page tells by itself: asking it would run scripts of ours in the time that is measured.
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: 'tellReadyMs' })
    const ready = new Promise((resolve, reject) => {
      devtools.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)))
      setTimeout(() => reject(new Error('No button')), patienceMs).unref()
    })
    await page.addInitScript(watchForButton)
    await page.goto(url, { waitUntil: 'commit' })
    return await ready
  } finally {
    await context.close()
  }
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
