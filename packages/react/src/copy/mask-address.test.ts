import { expect, test } from 'vitest'
import { maskAddress } from './mask-address.js'

test.each([
  ['ada@example.com', 'a•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
  ['+12015550123', '+1•••23'],
  ['', ''],
])('%s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})
