import { hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealAes } from '../ports/aes.js'
import { openSuccessor, sealSuccessor } from './successor.js'

test('a successor opens with its predecessor only', () => {
  const sealed = sealSuccessor('old', 'new')

  expect(openSuccessor('old', sealed)).toBe('new')
  expect(() => openSuccessor('other', sealed)).toThrow()
})

test('the key is HKDF-SHA-256 of the token, as what is stored was sealed with', () => {
  const context = 'sallyport/refresh-successor/v1'
  const key = new Uint8Array(hkdfSync('sha256', 'old', '', context, 32))
  const sealed = sealAes({ key, nonce: new Uint8Array(12), context }, Buffer.from('new'))

  expect(openSuccessor('old', sealed)).toBe('new')
})
