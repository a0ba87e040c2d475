import { describe, expect, test } from 'vitest'
import { outcome } from '../test/outcome.js'
import { callingCodeOf } from './calling-codes.js'
import { dialledNumber, formatPhoneNumber, parsePhoneNumber } from './parse-phone-number.js'
import { phoneNumber } from './phone-number.js'

describe('parsePhoneNumber', () => {
  test.each([
    ['(201) 555-0123', 'US', '+12015550123'],
    ['1 201 555 0123', 'US', '+12015550123'],
    ['+1 2015550123', 'DE', '+12015550123'],
    ['201.555.0123', 'CA', '+12015550123'],
    ['07911 123456', 'GB', '+447911123456'],
    ['+44 07911123456', 'US', '+447911123456'],
    ['0044 7911 123456', 'FR', '+447911123456'],
    ['06 12 34 56 78', 'fr', '+33612345678'],
    ['+39 06 1234 5678', 'US', '+390612345678'],
    ['8 912 345-67-89', 'RU', '+79123456789'],
    ['+998 90 123 45 67', 'US', '+998901234567'],
    ['+683 4002', 'US', '+6834002'],
  ])('reads %j in %s as %s', (text, country, international) => {
    expect(parsePhoneNumber(text, country)?.international).toBe(international)
  })

  test.each([
    ['201 555 012', 'US'],
    ['201 555 01234', 'US'],
    ['+999 12345678', 'US'],
    ['+44 12345678901234', 'US'],
    ['+44 123', 'US'],
    ['2015550123\0', 'US'],
    ['+1+2015550123', 'US'],
    ['201-555-0123 ext 4', 'US'],
    ['2015550123', ''],
    ['2015550123', '.*'],
    ['+', 'US'],
    ['', 'US'],
  ])('error: %j in %s is not a possible number', (text, country) => {
    expect(parsePhoneNumber(text, country)).toBeUndefined()
  })

  test('is the parser of the contract’s phoneNumber, whose default country is the US', () => {
    expect(outcome(phoneNumber(parsePhoneNumber), '(201) 555-0123')).toEqual({
      value: '+12015550123',
    })
  })

  test('a canonical number is read as itself', () => {
    for (const number of ['+12015550123', '+447911123456', '+390612345678', '+2250712345678'])
      expect(parsePhoneNumber(number, 'US')?.international).toBe(number)
  })
})

test.each([
  ['US', '1'],
  ['DO', '1'],
  ['KZ', '7'],
  ['GB', '44'],
  ['VA', '39'],
  ['XK', '383'],
  ['UZ', '998'],
  ['ZZ', undefined],
])('the calling code of %s is %s', (country, code) => {
  expect(callingCodeOf(country)).toBe(code)
})

test.each([
  ['+12015550123', '+1 (201) 555-0123'],
  ['+447911123456', '+44 791 112 3456'],
  ['+4915123456789', '+49 151 234 567 89'],
  ['+6834002', '+683 4002'],
])('formats %s as %s', (number, text) => {
  expect(formatPhoneNumber(number)).toBe(text)
  expect(parsePhoneNumber(text, 'US')?.international).toBe(number)
})

/** What chats, address books, links and keyboards make of a number. */
const spellings = [
  '\u202a+12015550142\u202c',
  '\u2066+12015550142\u2069',
  '\u200e+12015550142',
  '+1\u2011201\u2011555\u20110142',
  '+1\u2013201\u2013555\u20130142',
  '+1\u00a0201\u00a0555\u00a00142',
  '\uff0b1 201 555 0142',
  'tel:+12015550142',
  '+1 201 555 0142\n',
  '+1\u200b2015550142',
  '\u061c+1 (201) 555\u22120142',
  '+1\u2212201\u2014555\uff0d0142',
  'TEL: +1-201-555-0142',
  '\ufeff1 201.555.0142',
  '+1 \uff12\uff10\uff11 555 0142',
  '+\u0661 \u0662\u0660\u0661 \u06f5\u06f5\u06f5 \u0660\u0661\u0664\u0662',
  '\t+1 201 555 0142\u3000',
]
test.each(spellings)('%j is +1 201 555 0142', (text) => {
  expect(parsePhoneNumber(text, 'US')?.international).toBe('+12015550142')
  expect(dialledNumber(text, 'US')).toBe('+12015550142')
})

test.each([
  ['+44 07911 123456', 'US', '+4407911123456'],
  ['07911 123456', 'GB', '+4407911123456'],
  ['0044 7911 123456', 'FR', '+447911123456'],
  ['06 612 3456', 'CG', '+242066123456'],
  ['+242 06 612 3456', 'US', '+242066123456'],
  ['201 555 0142', 'US', '+12015550142'],
  ['+999 12345', 'US', '+99912345'],
])('%j in %s is dialled as %s: the server decides', (text, country, number) => {
  expect(dialledNumber(text, country)).toBe(number)
})

test.each([
  '',
  '+',
  '1',
  '201-555-0142 ext 4',
  'call me',
  '+1+2015550142',
  '2015550142\0',
  '1'.repeat(251),
])('error: %j is not a number to send', (text) => {
  expect(dialledNumber(text, 'US')).toBeUndefined()
})
