// @vitest-environment happy-dom

import { afterEach, expect, test } from 'vitest'
import { keepKey, stopKeeping } from './early-keys.js'
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

const open = () => document.addEventListener('keydown', keepKey)
afterEach(stopKeeping)

test('gives what was typed since the modal was opened, once', () => {
  type('x')
  open()
  type('adb')
  press('Backspace')
  press('Shift')
  type('a@example.com')

  expect(takeTyped()).toBe('ada@example.com')
  type('later')
  expect(takeTyped()).toBe('')
})

test('shortcuts are left alone, and AltGr is none', () => {
  open()
  press('a', { ctrlKey: true })
  press('c', { metaKey: true })
  press('@', { ctrlKey: true, altKey: true, modifierAltGraph: true })

  expect(takeTyped()).toBe('@')
})
