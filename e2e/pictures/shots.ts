import type { BrowserContextOptions, Page } from '@playwright/test'
import {
  type Address,
  firstAddress,
  type ShotName,
  type Spot,
  sampleLooks,
  writeAddress,
} from '@sallyport/gallery'
import { rest, watchLoading } from './rest.js'

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
  const loading = watchLoading(page)
  await page.goto(`${dashboardUrl}/preview.html${query}`, { waitUntil: 'commit' })
  await page.locator('html[data-scene=ready]').waitFor({ state: 'attached' })
  await rest(page, loading)
  loading.stop()
  const how = { animations: 'disabled', caret: 'hide' } as const
  if (shot.frame === 'page') return page.screenshot(how)
  const box = await page.locator('#sallyport-dialog .sheet').boundingBox()
  if (box === null) throw new Error(`${spot.screen} ${spot.state} shows no sheet`)
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
