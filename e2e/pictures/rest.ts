import type { Page, Request } from '@playwright/test'
import { settle } from '../gallery.js'

/** What a page still loads. */
export interface Loading {
  isOver(): boolean
  stop(): void
}

/** Counts the requests of `page` from now on until `stop`. */
export function watchLoading(page: Page): Loading {
  const underWay = new Set<Request>()
  const begin = (request: Request) => void underWay.add(request)
  const end = (request: Request) => void underWay.delete(request)
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    isOver: () => underWay.size === 0,
    stop() {
      page.off('request', begin)
      page.off('requestfinished', end)
      page.off('requestfailed', end)
    },
  }
}

/** Waits until the page has drawn everything that it loads: also rows whose code is loaded on demand, and their fonts. */
export async function rest(page: Page, loading: Loading): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const wasOver = loading.isOver()
    // A font is asked for by the first text that is laid out in it.
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await settle(page)
    quiet = wasOver && loading.isOver() ? quiet + 1 : 0
  }
}
