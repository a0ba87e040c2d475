import type { Page } from '@playwright/test'
import { writeAddress } from '../packages/react/gallery/address.js'
import { plainLook } from '../packages/react/gallery/look.js'
import { spots as allSpots, type Spot } from '../packages/react/gallery/scenes.js'
import { dev } from './person.js'

export type { Spot }

/** The scenes of the gallery; with `SALLYPORT_SCREENS`, those of screens whose name it matches. */
export const spots: readonly Spot[] = allSpots.filter(({ screen }) =>
  new RegExp(process.env.SALLYPORT_SCREENS ?? '').test(screen),
)

/** How a scene is looked at. `width` is the window's, in CSS pixels. */
export interface Look {
  theme: 'light' | 'dark' | 'system'
  locale: string
  width: 1280 | 390 | 320
}

/** The address of a scene on the dashboard's origin. */
export function sceneUrl(spot: Spot, { theme, locale, width }: Look): string {
  const query = writeAddress({ ...spot, locale, width, look: { ...plainLook, theme } })
  return `${dev.dashboardUrl}/preview.html${query}`
}

/**
 * Shows a scene as the page plays it, with every animation at its end.
 *
 * @throws Error when the scene can't be played: a button that it presses has another name by now.
 */
export async function show(page: Page, spot: Spot, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: 760 })
  await page.goto(sceneUrl(spot, look), { waitUntil: 'commit' })
  const drawn = page.locator('html[data-scene]')
  await drawn.waitFor({ state: 'attached', timeout: 60_000 })
  const state = await drawn.getAttribute('data-scene')
  if (state !== 'ready') throw new Error(`${spot.screen} ${spot.state} is ${state}`)
  await settle(page)
}

/** What went wrong, for sweeps that go on with the next scene; null when nothing did. */
export function problemOf(work: Promise<void>): Promise<string | null> {
  return work.then(
    () => null,
    (error: Error) => error.message,
  )
}

/** The scenes of one of several tests that share them. */
export const shareOf = (index: number, count: number): readonly Spot[] =>
  spots.filter((_, at) => at % count === index)

/** Lets the page draw what is on its way, and ends what moves. What loops stands still. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    // A frame is over when layout was observed: the page's own clock may be standing.
    const frame = () =>
      new Promise<void>((drawn) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          drawn()
        })
        observer.observe(document.body)
        // A page in the background draws nothing.
        setTimeout(drawn, 200)
      })
    const limitMs = performance.now() + 10_000
    for (let quiet = 0; quiet < 3; quiet += 1) {
      if (performance.now() > limitMs) throw new Error('The scene does not stop moving')
      await frame()
      for (const animation of [...document.getAnimations(), ...(root?.getAnimations() ?? [])]) {
        // One that keeps its last frame is listed for as long as it is shown.
        if (animation.playState === 'finished') continue
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
          animation.pause()
        else {
          animation.finish()
          quiet = 0
        }
      }
    }
  })
}
