import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  allPictures,
  committedPictures,
  type Picture,
  picturePath,
  shotNames,
} from '@sallyport/gallery'
import { launchOptions } from './launch-options.js'
import { dev } from './person.js'
import { type Darkroom, openDarkroom } from './pictures/darkroom.js'
import { bringFonts, withoutSystemFonts } from './pictures/fonts.js'
import { shots, take } from './pictures/shots.js'
import { undrawableIn } from './pictures/undrawable.js'

test.use({
  // The marked picture says more than a trace, and costs less.
  trace: 'off',
  launchOptions: { ...launchOptions, env: withoutSystemFonts() },
})

// Half of the pictures to each worker: the file would be the last to end.
test.describe.configure({ mode: 'parallel' })

/*
 * Each picture in docs/pictures looks as it did; so does each picture in .cache/pictures, where
 * `npm run pictures -- --all` puts every scene in every look before a change. `SALLYPORT_PICTURES` is `write` or
 * `write-all` when that command takes them anew.
 */
const mode = process.env.SALLYPORT_PICTURES ?? 'compare'
const committed = new Set(committedPictures().map(picturePath))
const wanted = allPictures().filter(
  (picture) =>
    committed.has(picturePath(picture)) || mode === 'write-all' || existsSync(fileOf(picture)),
)

for (const name of shotNames) {
  const pictures = wanted.filter(({ shot }) => shot === name)
  const screens = [...new Set(pictures.map(({ spot }) => spot.screen))]
  test.describe(`pictures, ${name}`, () => {
    let context: BrowserContext
    let page: Page
    let darkroom: Darkroom
    test.beforeAll(async ({ browser }) => {
      context = await browser.newContext(shots[name].context)
      await bringFonts(context)
      // The page opened last stays in front: Chromium slows down the timers of pages behind it.
      darkroom = await openDarkroom(context)
      page = await context.newPage()
    })
    test.afterAll(() => context.close())

    for (const screen of screens) {
      test(screen, async () => {
        const ofScreen = pictures.filter(({ spot }) => spot.screen === screen)
        // A slow machine is slow for each of them.
        test.setTimeout(30_000 + 30_000 * ofScreen.length)
        for (const picture of ofScreen) {
          const takePicture = () =>
            take(page, { dashboardUrl: dev.dashboardUrl, spot: picture.spot, shot: shots[name] })
          if (mode === 'compare') await comparePicture(picture, { takePicture, darkroom })
          else await writePicture(picture, { screenshot: await takePicture(), darkroom })
          const drawn = `characters of ${screen} ${picture.spot.state} that no picture font has`
          expect.soft(await undrawableIn(page), drawn).toEqual([])
        }
      })
    }
  })
}

async function comparePicture(
  picture: Picture,
  { takePicture, darkroom }: { takePicture: () => Promise<Buffer>; darkroom: Darkroom },
): Promise<void> {
  const path = fileOf(picture)
  const label = `${picture.spot.screen} ${picture.spot.state}`
  if (!existsSync(path)) {
    expect.soft(path, `${label} has no picture: npm run pictures`).toBe('there')
    return
  }
  const { scale } = shots[picture.shot]
  const judge = async () => darkroom.judge(readFileSync(path), await takePicture(), scale)
  const first = await judge()
  if (first.found.length === 0) return
  // Chromium sometimes draws a line of text half a pixel lower. A real change also shows the second time.
  const { found, marked } = await judge()
  if (found.length === 0) return
  await test.info().attach(`${label} marked.png`, { body: marked, contentType: 'image/png' })
  const words = found.slice(0, 5).map(({ what, at }) => (at ? `${what} at ${at.x}, ${at.y}` : what))
  expect.soft(words, `${label} looks different`).toEqual([])
}

/** Writes the file unless it looks the same already: another build's smoothing is not a change. */
async function writePicture(
  picture: Picture,
  { screenshot, darkroom }: { screenshot: Buffer; darkroom: Darkroom },
): Promise<void> {
  const path = fileOf(picture)
  const { scale } = shots[picture.shot]
  const isSame =
    existsSync(path) &&
    (await darkroom.judge(readFileSync(path), screenshot, scale)).found.length === 0
  if (isSame) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, await darkroom.develop(screenshot))
}

function fileOf(picture: Picture): string {
  const path = picturePath(picture)
  const folder = committed.has(path) ? '../docs/pictures/' : '../.cache/pictures/'
  return fileURLToPath(new URL(folder + path, import.meta.url))
}
