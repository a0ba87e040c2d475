// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestClock } from '../testing/test-clock.js'
import { createHoldButton } from './hold-button.js'

const texts = { label: 'Hold', holding: 'Keep holding…', covered: 'Covered', again: 'Again' }

/** Reports every element as fully visible, at once. */
class SeesAll {
  constructor(private readonly tell: IntersectionObserverCallback) {}
  observe() {
    const entry = { isIntersecting: true, intersectionRatio: 1 }
    this.tell([entry as IntersectionObserverEntry], this as unknown as IntersectionObserver)
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', SeesAll)
  vi.stubGlobal('IntersectionObserverEntry', class {})
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function setup() {
  const clock = createTestClock()
  const onHeld = vi.fn()
  const button = createHoldButton(texts, { clock, watched: document.body, onHeld })
  document.body.append(button.element, button.hint)
  button.setEnabled(true)
  /** A finger, which has no position before it touches. */
  const send = (type: 'pointerdown' | 'pointerup') => {
    const event = Object.assign(new Event(type, { bubbles: true }), {
      isPrimary: true,
      button: 0,
      pointerType: 'touch',
      ...{ clientX: 9, clientY: 9, screenX: 9, screenY: 9 },
    })
    Object.defineProperty(event, 'isTrusted', { value: true })
    button.element.dispatchEvent(event)
  }
  return { button, clock, onHeld, send }
}

describe('createHoldButton', () => {
  test('acts when it was held for a second', () => {
    const { button, clock, onHeld, send } = setup()
    clock.advance(1_000)

    send('pointerdown')
    expect(button.element.textContent).toBe('Keep holding…')
    clock.advance(1_000)

    expect(onHeld).toHaveBeenCalledOnce()
    expect(button.hint.textContent).toBe('')
  })

  test('error: a hold that began too early does nothing, and the user is told to hold again', () => {
    const { button, clock, onHeld, send } = setup()
    clock.advance(300)

    send('pointerdown')
    clock.advance(2_000)

    expect(onHeld).not.toHaveBeenCalled()
    expect(button.element.textContent).toBe('Hold')
    expect(button.hint.textContent).toBe('Again')

    send('pointerup')
    send('pointerdown')
    expect(button.hint.textContent).toBe('')
    clock.advance(1_000)
    expect(onHeld).toHaveBeenCalledOnce()
  })
})
