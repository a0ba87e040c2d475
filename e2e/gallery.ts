import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { type Scene, scenes } from '../packages/react/gallery/scenes.js'

export const sceneNames = Object.keys(scenes)

/** How a scene is looked at. `width` is the window's, in CSS pixels. */
export interface Look {
  theme: string
  locale: string
  width: number
}

/** The screens of the modal, one at a time, with an injected clock. */
export interface Gallery {
  /** Shows a scene in the state its `act` leads to, with every animation at its end. */
  show(page: Page, scene: string, look: Look): Promise<void>
  close(): Promise<void>
}

/** The address of a scene, relative to the gallery's. */
export function sceneUrl(scene: string, { theme, locale }: Look): string {
  return `?${new URLSearchParams({ scene, theme, locale })}`
}

/** Builds the gallery and serves it at a local origin until `close`. */
export async function openGallery(): Promise<Gallery> {
  const root = fileURLToPath(new URL('../packages/react/gallery', import.meta.url))
  const outDir = await mkdtemp(join(tmpdir(), 'sallyport-gallery-'))
  const shared = { root, configFile: false, logLevel: 'error', mode: 'production' } as const
  await build({
    ...shared,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { outDir, target: 'es2022' },
  })
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  const base = server.resolvedUrls?.local[0]
  if (base === undefined) throw new Error('The gallery has no address')
  return {
    show: (page, scene, look) => show(page, base, scene, look),
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

async function show(page: Page, base: string, name: string, look: Look): Promise<void> {
  const scene: Scene | undefined = scenes[name]
  if (scene === undefined) throw new Error(`No scene is called ${name}`)
  const url = new URL(sceneUrl(name, look), base).href
  if (page.viewportSize()?.width !== look.width)
    await page.setViewportSize({ width: look.width, height: 760 })
  if (page.url().startsWith(base)) await change(page, url)
  else {
    await page.clock.install()
    await page.goto(url)
  }
  // The mark of a screen that is wholly there.
  await page.locator('#sallyport-dialog:not([data-old]) .screen:not(.leaving) > [hidden]').waitFor({
    state: 'attached',
  })
  const { act = {} } = scene
  if (act.type) await page.keyboard.type(act.type)
  if (act.press) await page.locator(`#sallyport-dialog ${act.press}`).first().click()
  await page.clock.runFor(act.waitMs ?? 350)
  await settle(page)
}

/** Goes to another scene without loading the page again: most of a look's time would go there. */
async function change(page: Page, url: string): Promise<void> {
  await page.evaluate((url) => {
    document.getElementById('sallyport-dialog')?.setAttribute('data-old', '')
    history.pushState(null, '', url)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)
}

/** Lets React draw what promises brought, and ends what moves. What loops stands still. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = document.getElementById('sallyport-dialog')?.shadowRoot
    // The page's clock is not the renderer's: a frame is over when layout was observed.
    const frame = () =>
      new Promise<void>((drawn) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect()
          drawn()
        })
        observer.observe(document.body)
      })
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await frame()
      for (const animation of root?.getAnimations() ?? []) {
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
