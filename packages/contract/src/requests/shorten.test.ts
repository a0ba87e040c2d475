import { expect, test } from 'vitest'
import { groupsOfFour, shorten, shortenSix } from './shorten.js'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('shorten leaves three characters and four', () => {
  expect(shorten(ada)).toBe('0xf39…2266')
  expect(shorten('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')).toBe('9xQ…VFin')
  expect(shorten('short')).toBe('short')
})

test('shortenSix leaves six characters at each end', () => {
  expect(shortenSix(ada)).toBe('0xf39Fd6…b92266')
  expect(shortenSix('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')).toBe('9xQeWv…usVFin')
})

test('groupsOfFour splits an address and loses nothing', () => {
  expect(groupsOfFour(ada)).toHaveLength(10)
  expect(groupsOfFour(ada)[0]).toBe('0xf39F')
  expect(groupsOfFour(ada).join('')).toBe(ada)
  expect(groupsOfFour('bc1qxy').join('|')).toBe('bc1q|xy')
})
