import { expect, test } from 'vitest'
import { isSameAddress, looksLike } from './look-alike.js'

const own = '0x291eAb46A1Fc8aCb0A9c0Fb8b31A0cCE5fF6309E'

test.each([
  ['the first and last four', `0x291e${'0'.repeat(32)}309E`],
  ['two and four', `0x29${'0'.repeat(34)}309E`],
  ['six and six', `0x291eAb${'1'.repeat(28)}F6309E`],
])('an address with %s of a known one looks like it', (_, address) => {
  expect(looksLike(address, [own])).toBe(own)
})

test('the known address itself, in any case, and unlike ones do not', () => {
  expect(looksLike(own.toLowerCase(), [own])).toBeNull()
  expect(looksLike('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', [own])).toBeNull()
  expect(looksLike(`0x291eAb46A1${'0'.repeat(30)}`, [own])).toBeNull()
})

test('on Solana and Bitcoin the same, without the prefix that all have', () => {
  const wallet = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  expect(looksLike(`9xQe${'1'.repeat(36)}VFin`, [wallet])).toBe(wallet)
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(looksLike('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', [segwit])).toBeNull()
  expect(looksLike(`bc1qw50${'8'.repeat(31)}3t4`, [segwit])).toBe(segwit)
})

test('the case of hex is a checksum, and of base58 part of the address', () => {
  expect(isSameAddress(own, own.toUpperCase().replace('0X', '0x'))).toBe(true)
  expect(isSameAddress('9xQeWv', '9xqeWv')).toBe(false)
})
