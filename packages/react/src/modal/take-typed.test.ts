// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest'
import { keepKeys } from './early-keys.js'
import { takeTyped } from './take-typed.js'

const press = (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  // The test's browser knows no modifiers of keys.
  event.getModifierState = () => init.modifierAltGraph === true
  document.body.dispatchEvent(event)
  return event
}
const type = (text: string) => {
  for (const key of text) press(key)
}

let stop = () => {}
afterEach(() => stop())

test('gives what was typed since the modal was opened, once', () => {
  type('x')
  stop = keepKeys()
  type('adb')
  press('Backspace')
  press('Shift')
  type('a@example.com')

  expect(takeTyped()).toEqual({ text: 'ada@example.com', entered: false })
  type('later')
  expect(takeTyped()).toBeNull()
})

test('Enter after it counts, and presses no button; before it there is nothing to send', () => {
  stop = keepKeys()
  expect(press('Enter').defaultPrevented).toBe(true)
  expect(takeTyped()).toBeNull()
  stop()
  stop = keepKeys()
  type('ada@example.com')
  press('Enter')

  expect(takeTyped()).toEqual({ text: 'ada@example.com', entered: true })
})

test('shortcuts are left alone, and AltGr is none', () => {
  stop = keepKeys()
  press('a', { ctrlKey: true })
  press('c', { metaKey: true })
  press('@', { ctrlKey: true, altKey: true, modifierAltGraph: true })

  expect(takeTyped()?.text).toBe('@')
})
