// Takes the pictures of the documents from the gallery: node scripts/pictures.mjs
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { createServer } from 'vite'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const out = at('../docs/pictures')
const ground = { light: '#ecebe7', dark: '#0b0b0c' }
/** As far as the sheet's shadow reaches. */
const margin = { side: 48, top: 48, bottom: 72 }

const server = await createServer({
  root: at('../packages/react/gallery'),
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
})
await server.listen()
const [base] = server.resolvedUrls.local
const browser = await chromium.launch({
  executablePath: at('./chromium.sh'),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
})
mkdirSync(out, { recursive: true })

/** Opens a scene on a quiet ground, without the veil, and brings it into the state worth showing. */
async function open(page, { scene, theme, type }) {
  const [screen, state] = scene.split('/')
  await page.goto(`${base}?${new URLSearchParams({ screen, state, theme })}`)
  const css = `body, body.dark { background: ${ground[theme]} } #sallyport-dialog { --sp-backdrop: transparent }`
  await page.addStyleTag({ content: css })
  await page.locator('html[data-scene=ready]').waitFor()
  if (type) await page.keyboard.type(type)
  else await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.blur())
  await page.waitForTimeout(600)
}

/** A picture of the sheet with some ground around it. */
async function sheet(page, path) {
  const box = await page.locator('#sallyport-dialog .sheet').boundingBox()
  const clip = {
    x: Math.floor(box.x - margin.side),
    y: Math.floor(box.y - margin.top),
    width: Math.ceil(box.width + 2 * margin.side),
    height: Math.ceil(box.height + margin.top + margin.bottom),
  }
  return page.screenshot({ clip, path, animations: 'disabled', caret: 'hide' })
}

const page = await browser.newPage({
  viewport: { width: 520, height: 800 },
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
})
const small = { landing: {}, code: { scene: 'code-typing', type: '204' }, sign: {}, send: {} }
for (const theme of ['light', 'dark'])
  for (const [name, { scene = name, type }] of Object.entries(small)) {
    await open(page, { scene, theme, type })
    await sheet(page, `${out}/${name}-${theme}.png`)
  }

const steps = [
  { scene: 'landing', type: 'ada.lovelace@gmail.com' },
  { scene: 'code-typing', type: '2048' },
  { scene: 'created' },
]
const pictures = []
for (const step of steps) {
  await open(page, { ...step, theme: 'light' })
  pictures.push((await sheet(page)).toString('base64'))
}
await page.setViewportSize({ width: 1440, height: 540 })
await page.setContent(`<body style="margin:0;height:540px;background:${ground.light};
  display:flex;align-items:center;justify-content:center">
  ${pictures.map((data) => `<img src="data:image/png;base64,${data}" style="width:${376 + 2 * margin.side}px;margin-block-start:${margin.bottom - margin.top}px">`).join('')}`)
await page.waitForTimeout(200)
await page.screenshot({ path: `${out}/main-job.png` })
await browser.close()
await server.close()
