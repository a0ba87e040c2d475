import { describe, expect, test } from 'vitest'
import { ether, wordList } from './typed-value.js'

describe('ether', () => {
  test.each([
    ['0.1', '100000000000000000', '0.1'],
    ['0.10', '100000000000000000', '0.1'],
    ['1', '1000000000000000000', '1'],
    ['0', '0', '0'],
    ['0.000000000000000001', '1', '0.000000000000000001'],
    ['12.5', '12500000000000000000', '12.5'],
  ])('reads %s as wei, and writes it', (text, wei, written) => {
    expect(ether.read(text)).toBe(wei)
    expect(ether.write(wei)).toBe(written)
  })

  test.each(['', '0.', '.1', '-1', '1e3', '0x1', '0.0000000000000000001', '1,5'])(
    'error: leaves %s as it is, for the server to refuse',
    (text) => {
      expect(ether.read(text)).toBe(text)
      expect(ether.write(text)).toBe(text)
    },
  )
})

test('wordList reads lines, spaces and commas, and leaves out what is empty', () => {
  expect(wordList.read(' a\n\nb, c ')).toEqual(['a', 'b', 'c'])
  expect(wordList.write(['a', 'b'])).toBe('a\nb')
})
