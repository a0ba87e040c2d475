import { expect, test } from 'vitest'
import { seedOf } from './seed.js'

// "abandon … about", the best known phrase of all, with an empty passphrase.
test.each([
  [
    '00000000000000000000000000000000',
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ],
])('gives the seed of BIP-39 for %s', async (entropy, seed) => {
  const derived = await seedOf(crypto.subtle, Buffer.from(entropy, 'hex'))

  expect(Buffer.from(derived).toString('hex')).toBe(seed)
})
