import { expect, test } from 'vitest'
import { mixesScripts } from './mixed-scripts.js'

test.each(['раypal.com', 'USDС', 'Ηello'])('%s mixes alphabets within a word', (text) => {
  expect(mixesScripts(text)).toBe(true)
})

test.each(['paypal.com', 'Привет world', 'Ελλάδα', '東京 Tower', ''])('%s does not', (text) => {
  expect(mixesScripts(text)).toBe(false)
})
