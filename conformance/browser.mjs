/** A real Chromium whose pages run the unmodified client beside the real frame. */
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const html = '<!doctype html><link rel="icon" href="data:,"><script src="/page.js"></script>'

/**
 * @param {Record<string, string>} dev The contents of `dev.json`.
 * @param {ReturnType<typeof import('./coverage.mjs').createCoverage>} coverage
 */
export async function startBrowser(dev, coverage) {
  const bundle = await build({
    entryPoints: [here('page/entry.mjs')],
    inject: [here('page/buffer.mjs')],
    define: { global: 'globalThis' },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    write: false,
    logLevel: 'error',
  })
  const script = bundle.outputFiles[0].contents
  const server = createServer((request, response) => {
    if (request.url === '/rpc') return forward(request, response, dev.evmRpcUrl)
    return request.url === '/page.js'
      ? response.setHeader('content-type', 'text/javascript').end(script)
      : response.setHeader('content-type', 'text/html').end(html)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = await chromium.launch({
    executablePath: here('../scripts/chromium.sh'),
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
  const noteCalls = async (context) => {
    await context.exposeBinding('noteCall', (_, method) => coverage.call('js-sdk-core', method))
    context.on('request', (request) => coverage.request(request.method(), new URL(request.url())))
  }
  return {
    /**
     * A page of a browser that was never used before, with the client and its frame loaded.
     *
     * @param {{ form?: 'text' | 'object', version?: 'newest', frame?: boolean, host?: string }} options See `page/entry.mjs`;
     *   `host` is the name of this machine that the page has.
     */
    async open({ host = 'localhost', ...options } = {}) {
      const context = await browser.newContext()
      await noteCalls(context)
      const page = await context.newPage()
      await page.goto(`http://${host}:${server.address().port}/`)
      await openClient(page, options)
      return page
    },
    /** Any page, in a browser that was never used before. */
    async openPlain(url) {
      const context = await browser.newContext()
      await noteCalls(context)
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    /** Makes the client again in a page that was loaded anew. */
    openClient,
    async close() {
      await browser.close()
      await new Promise((closed) => server.close(closed))
    },
  }

  function openClient(page, options = {}) {
    return page.evaluate((given) => globalThis.open(given), { dev, ...options })
  }
}

/** The local chain answers no page but the demo's: this page calls its own origin, which passes the call on. */
async function forward(request, response, url) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: Buffer.concat(chunks) })
  response.setHeader('content-type', 'application/json').end(await answer.text())
}
