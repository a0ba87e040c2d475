import type { BrowserContextOptions, Page } from '@playwright/test'
import {
  type Address,
  firstAddress,
  type ShotName,
  type Spot,
  sampleLooks,
  writeAddress,
} from '@sallyport/gallery'

/** One way every scene is looked at. */
export interface Shot {
  context: BrowserContextOptions
  /** Device pixels for a CSS pixel. */
  scale: number
  address: Partial<Address>
  /** `sheet`: the sheet on its ground, without the veil, as documents show it. `page`: all there is. */
  frame: 'sheet' | 'page'
}

const still = { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' } as const

/** Between them: both themes, both directions, a desk (its sheet is the same from 480 px on) and a phone. */
export const shots = {
  light: {
    scale: 2,
    context: { ...still, viewport: { width: 640, height: 760 }, deviceScaleFactor: 2 },
    address: {},
    frame: 'sheet',
  },
  'dark-rtl': {
    scale: 1,
    context: {
      ...still,
      viewport: { width: 390, height: 700 },
      deviceScaleFactor: 1,
      colorScheme: 'dark',
    },
    address: { locale: 'ar', look: { ...firstAddress.look, theme: 'dark' } },
    frame: 'page',
  },
  dark: {
    scale: 2,
    context: {
      ...still,
      viewport: { width: 640, height: 760 },
      deviceScaleFactor: 2,
      colorScheme: 'dark',
    },
    address: { look: { ...firstAddress.look, theme: 'dark' } },
    frame: 'sheet',
  },
  own: {
    scale: 1,
    context: { ...still, viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
    address: { look: { ...sampleLooks.Sand, font: "'Picture Mono'" } },
    frame: 'page',
  },
} as const satisfies Record<ShotName, Shot>

/** As far as the sheet's shadow can be seen. */
const margin = 40

/** A picture of a scene that is the same whenever and wherever it is taken. */
export async function take(
  page: Page,
  { dashboardUrl, spot, shot }: { dashboardUrl: string; spot: Spot; shot: Shot },
): Promise<Buffer> {
  const query = writeAddress({ ...firstAddress, ...shot.address, ...spot })
  // Rows of a screen whose code is loaded on demand are in the picture too.
  await page.goto(`${dashboardUrl}/preview.html${query}`, { waitUntil: 'networkidle' })
  await page.locator('html[data-scene=ready]').waitFor()
  // A font is asked for by the first text that is laid out in it.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const how = { animations: 'disabled', caret: 'hide' } as const
  if (shot.frame === 'page') return page.screenshot(how)
  const box = await restingBox(page)
  // Whole pixels: a sheet is centred, and may begin between two.
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)]
  const clip = {
    x: x - margin,
    y: Math.max(0, y - margin),
    width: Math.ceil(box.width) + 2 * margin,
    height: Math.ceil(box.height) + 2 * margin,
  }
  const style = '#sallyport-dialog { --sp-backdrop: transparent }'
  return page.screenshot({ ...how, clip, style })
}

/** Where the sheet is once it has come to rest: it grows with what comes into it. */
async function restingBox(page: Page) {
  const sheet = page.locator('#sallyport-dialog .sheet')
  for (let before = ''; ; ) {
    // Taking a picture ends what moves and draws a frame; what that one shows is not looked at.
    await page.screenshot({ animations: 'disabled', clip: { x: 0, y: 0, width: 8, height: 8 } })
    const box = await sheet.boundingBox()
    if (box !== null && JSON.stringify(box) === before) return box
    before = JSON.stringify(box)
  }
}
