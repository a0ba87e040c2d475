import type { DrawWalletPage } from '../src/test-kit/fake-frame-host.js'
import { samplePageHost } from '../src/test-kit/samples.js'

/** The query of a preview's address by which it draws a page of the wallet's origin in place of a scene. */
const name = 'wallet-page'

/** Pages that are being drawn. */
const drawing = new Set<Promise<void>>()

/** Resolves when every page of the wallet's origin in the scene has been drawn. */
export async function walletPagesDrawn(): Promise<void> {
  await Promise.all(drawing)
}

/** Puts a page of the wallet's origin into a scene: a frame as in an app, with sample data behind it. */
export function drawWalletPageIn(locale: string): DrawWalletPage {
  return (element, { url, isFinished }) => {
    const frame = document.createElement('iframe')
    frame.title = 'Wallet'
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0;color-scheme:light'
    const query = new URLSearchParams({ [name]: url, locale, ...(isFinished && { finished: '' }) })
    const ending = new AbortController()
    const drawn = new Promise<void>((resolve) => {
      const hear = ({ source, data }: MessageEvent) => {
        if (source === frame.contentWindow && data === name) resolve()
      }
      window.addEventListener('message', hear, { signal: ending.signal })
      // What is taken away before it was drawn is not waited for.
      ending.signal.addEventListener('abort', () => resolve())
    })
    drawing.add(drawn)
    frame.src = `${window.location.pathname}?${query}`
    element.replaceChildren(frame)
    return () => {
      ending.abort()
      drawing.delete(drawn)
      frame.remove()
    }
  }
}

/** Whether an address asks for a page of the wallet's origin. */
export function asksForWalletPage(query: URLSearchParams): boolean {
  return query.has(name)
}

/** Draws the page that `drawWalletPageIn` has asked for as the whole document. */
export async function showWalletPage(query: URLSearchParams): Promise<void> {
  const { previewPage } = await import('@sallyport/frame/preview')
  // The gallery's ground and font are not those of the page.
  for (const sheet of document.styleSheets) sheet.disabled = true
  await previewPage(document, {
    address: new URL(query.get(name) ?? ''),
    languages: [query.get('locale') ?? 'en'],
    around: samplePageHost,
    isFinished: query.has('finished'),
  })
  await document.fonts.ready
  window.parent.postMessage(name, window.location.origin)
}
