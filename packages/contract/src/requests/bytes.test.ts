import { expect, test } from 'vitest'
import { toBase58 } from './bytes.js'

test('toBase58 agrees with known addresses', () => {
  expect(toBase58(new Uint8Array(32))).toBe('1'.repeat(32))
  expect(toBase58(new TextEncoder().encode('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U')
})
