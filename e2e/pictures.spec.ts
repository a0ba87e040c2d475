import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { DevFile } from '@sallyport/contract'
import { picturePath, type ShotName, type Spot, spotsOf } from '@sallyport/gallery'
import { type Darkroom, openDarkroom } from './pictures/darkroom.js'
import { bringFonts } from './pictures/fonts.js'
import { type Shot, shots, take } from './pictures/shots.js'

// The marked picture says more than a trace, and costs less.
test.use({ trace: 'off' })

/**
 * Every scene of the gallery looks as it did. `npm run pictures` takes them anew, for a change that is meant;
 * `SALLYPORT_LOOKS=all` compares all of them, `npm test` the first state of each screen in every look.
 */
const isWriting = process.env.SALLYPORT_PICTURES === 'write'
const isWhole = isWriting || process.env.SALLYPORT_LOOKS === 'all'
const { dashboardUrl } = JSON.parse(process.env.SALLYPORT_E2E_DEV ?? '{}') as DevFile

for (const name of Object.keys(shots) as ShotName[]) {
  const shot = shots[name]
  const spots = spotsOf(name).filter(({ state }) => isWhole || state === 'first')
  const screens = [...new Set(spots.map(({ screen }) => screen))]
  test.describe(`pictures, ${name}`, () => {
    let context: BrowserContext
    let page: Page
    let darkroom: Darkroom
    test.beforeAll(async ({ browser }) => {
      context = await browser.newContext(shot.context)
      await bringFonts(context)
      page = await context.newPage()
      darkroom = await openDarkroom(context)
    })
    test.afterAll(() => context.close())

    for (const screen of screens) {
      test(screen, async () => {
        const states = spots.filter((each) => each.screen === screen)
        // A slow machine is slow for each of them.
        test.setTimeout(30_000 + 30_000 * states.length)
        for (const spot of states) {
          const takeOne = () => take(page, { dashboardUrl, spot, shot })
          await keep(spot, { name, shot, takeOne, darkroom })
        }
      })
    }
  })
}

async function keep(
  spot: Spot,
  taken: { name: ShotName; shot: Shot; takeOne: () => Promise<Buffer>; darkroom: Darkroom },
): Promise<void> {
  const { name, shot, takeOne, darkroom } = taken
  const path = pathOf(spot, name)
  const label = `${spot.screen} ${spot.state}`
  if (isWriting) return write(path, { shot, screenshot: await takeOne(), darkroom })
  if (!existsSync(path)) {
    expect.soft(path, `${label} has no picture: npm run pictures`).toBe('there')
    return
  }
  const judge = async () => darkroom.judge(readFileSync(path), await takeOne(), shot.scale)
  const first = await judge()
  if (first.found.length === 0) return
  // Now and then a browser draws a line of text half a pixel lower. What has changed is changed in a page of its own, too.
  const { found, marked } = await judge()
  if (found.length === 0) return
  await test.info().attach(`${label} marked.png`, { body: marked, contentType: 'image/png' })
  const words = found.slice(0, 5).map(({ what, at }) => (at ? `${what} at ${at.x}, ${at.y}` : what))
  expect.soft(words, `${label} looks different`).toEqual([])
}

/** Pictures that look the same stay as they are: another build's smoothing is no news. */
async function write(
  path: string,
  { shot, screenshot, darkroom }: { shot: Shot; screenshot: Buffer; darkroom: Darkroom },
): Promise<void> {
  const isSame =
    existsSync(path) &&
    (await darkroom.judge(readFileSync(path), screenshot, shot.scale)).found.length === 0
  if (isSame) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, await darkroom.develop(screenshot))
}

function pathOf(spot: Spot, name: ShotName): string {
  return fileURLToPath(new URL(`../docs/${picturePath(spot, name)}`, import.meta.url))
}
