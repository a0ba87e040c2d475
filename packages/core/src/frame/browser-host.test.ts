// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "disableIframePageLoading": false } }
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createBrowserHost } from './browser-host.js'

const selector = 'iframe[data-sallyport="frame"]'

afterEach(() => document.body.replaceChildren())

describe('createBrowserHost', () => {
  test('adds one hidden frame and removes it', () => {
    const frame = createBrowserHost().open('about:blank')

    const element = document.querySelector<HTMLIFrameElement>(selector)
    expect(element?.getAttribute('aria-hidden')).toBe('true')
    expect(element?.tabIndex).toBe(-1)
    expect(element?.style.visibility).toBe('hidden')
    expect(frame.window).toBe(element?.contentWindow)

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
