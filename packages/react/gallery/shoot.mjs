// Takes pictures of scenes to look at: node shoot.mjs <out folder> [SCREEN/state,…|SCREEN,…|all] [theme,…] [width,…] [locale,…]
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const [out = 'pictures', only = 'all', themes = 'light', widths = '1280', locales = 'en'] =
  process.argv.slice(2)
const server = await createServer({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
})
await server.listen()
const base = server.resolvedUrls.local[0]
const { spots } = await server.ssrLoadModule('./scenes.ts')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
})
mkdirSync(out, { recursive: true })
const asked = only.split(',')
const shown = spots.filter(
  ({ screen, state }) =>
    only === 'all' || asked.includes(screen) || asked.includes(`${screen}/${state}`),
)
for (const width of widths.split(',').map(Number)) {
  const phone = width < 480
  const viewport = { width: phone ? width : Math.min(width, 640), height: phone ? 760 : 760 }
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 })
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) && console.log('console:', message.text()),
  )
  page.on('pageerror', (error) => console.log('page error:', error.message))
  for (const locale of locales.split(','))
    for (const theme of themes.split(','))
      for (const { screen, state } of shown) {
        const query = new URLSearchParams({ screen, state, theme, locale })
        await page.goto(`${base}?${query}`)
        await page.locator('html[data-scene=ready]').waitFor({ timeout: 20_000 })
        await page.screenshot({
          path: `${out}/${screen}-${state}-${theme.replace('#', '')}-${width}-${locale}.png`,
          animations: 'disabled',
          caret: 'hide',
        })
      }
  await page.close()
}
await browser.close()
await server.close()
