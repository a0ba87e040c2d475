// Takes pictures of scenes: node shoot.mjs <out folder> [scene,scene|all] [theme,…] [width,…] [locale,…]
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
const { scenes } = await server.ssrLoadModule('./scenes.ts')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/lib/chromium/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
})
mkdirSync(out, { recursive: true })
const names = only === 'all' ? Object.keys(scenes) : only.split(',')
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
      for (const name of names) {
        await page.goto(`${base}?scene=${name}&theme=${encodeURIComponent(theme)}&locale=${locale}`)
        await page.locator('#sallyport-dialog h2').waitFor({ timeout: 20000 })
        await page.waitForTimeout(350)
        const { act = {} } = scenes[name]
        if (act.type) await page.keyboard.type(act.type)
        if (act.press) await page.locator(`#sallyport-dialog ${act.press}`).first().click()
        await page.waitForTimeout(act.waitMs ?? 350)
        await page.screenshot({
          path: `${out}/${name}-${theme.replace('#', '')}-${width}-${locale}.png`,
        })
      }
  await page.close()
}
await browser.close()
await server.close()
