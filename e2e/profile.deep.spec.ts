import { test } from '@playwright/test'
import { bringAxe, findings } from './axe.js'
import { settle, show, spots } from './gallery.js'
import { edgeless, lostIn, moving, tooSmall, turnedAround, untied } from './layout.js'

test('profile', async ({ browser }) => {
  test.setTimeout(600_000)
  console.log('spots', spots.length, new Set(spots.map((s) => s.screen)).size)
  const own = spots.filter((_, i) => i % 40 === 3)
  const context = await browser.newContext()
  const page = await context.newPage()
  const sums: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>) => {
    const t = performance.now()
    const r = await work()
    sums[name] = (sums[name] ?? 0) + performance.now() - t
    return r
  }
  for (const spot of own) {
    await timed('show', () => show(page, spot, { theme: 'light', width: 320, locale: 'en' }))
    await timed('settle', () => settle(page))
    await timed('tooSmall', () => tooSmall(page))
    await timed('untied', () => untied(page))
    await timed('turned', () => turnedAround(page))
    await timed('emulate', () => page.emulateMedia({ reducedMotion: 'reduce' }))
    await timed('moving', () => moving(page))
    await timed('emulate', () => page.emulateMedia({ reducedMotion: null }))
    await timed('size', () => page.setViewportSize({ width: 640, height: 360 }))
    await timed('settle2', () => settle(page))
    await timed('lostIn', () => lostIn(page))
    await timed('forced', () => page.emulateMedia({ forcedColors: 'active' }))
    await timed('edgeless', () => edgeless(page))
    await timed('forced', () => page.emulateMedia({ forcedColors: null }))
    await timed('size', () => page.setViewportSize({ width: 1280, height: 2400 }))
    await timed('settle3', () => settle(page))
    await timed('bringAxe', async () => { for (const frame of page.frames()) await bringAxe(frame) })
    await timed('axe', () => findings(page))
    await timed('axe again', () => findings(page))
  }
  for (const [k, v] of Object.entries(sums)) console.log(k, Math.round(v / own.length))
})
