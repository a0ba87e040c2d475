// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createBrowserHost } from './browser-host.js'

const selector = 'iframe[data-sallyport="frame"]'

/** happy-dom's own switches: Vitest turns frames off; `about:blank` needs no network. */
declare const happyDOM: { settings: { enableIframePageLoading: boolean } }

beforeAll(() => {
  happyDOM.settings.enableIframePageLoading = true
})
afterEach(() => document.body.replaceChildren())

describe('createBrowserHost', () => {
  test('adds one hidden frame, tells when it has loaded, and removes it', async () => {
    const frame = createBrowserHost().open('about:blank')

    const element = document.querySelector<HTMLIFrameElement>(selector)
    expect(element?.getAttribute('aria-hidden')).toBe('true')
    expect(element?.tabIndex).toBe(-1)
    expect(element?.style.visibility).toBe('hidden')
    expect(frame.window).toBe(element?.contentWindow)

    await frame.loaded
    frame.remove()
    expect(document.querySelector(selector)).toBeNull()
  })

  test('hears messages until told to stop', () => {
    const listener = vi.fn()
    const stop = createBrowserHost().listen(listener)

    window.dispatchEvent(new MessageEvent('message', { data: 1 }))
    stop()
    window.dispatchEvent(new MessageEvent('message', { data: 2 }))

    expect(listener.mock.calls.map(([event]) => event.data)).toEqual([1])
  })
})
