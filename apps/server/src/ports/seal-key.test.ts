import { expect, test } from 'vitest'
import { aesKeyEncryption } from './key-encryption.js'
import { systemRandom } from './random.js'
import { loadSealKey } from './seal-key.js'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const keyOf = (fill: number) =>
  loadSealKey(aesKeyEncryption({ shares: [key(fill)], tokens: [key(fill + 100)] }, systemRandom))

test('every process of a deployment has the same pair, another deployment another', async () => {
  const [one, two, other] = [await keyOf(1), await keyOf(1), await keyOf(2)]
  expect(two).toEqual(one)
  expect(other.publicKey).not.toEqual(one.publicKey)
})
