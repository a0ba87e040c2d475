import { describe, expect, test } from 'vitest'
import { parsePhoneNumber } from './phone-numbers.js'

describe('parsePhoneNumber', () => {
  test.each([
    // Countries whose numbers begin with the digit that is dialled before numbers elsewhere.
    ['+242 06 612 3456', 'US', '+242066123456'],
    ['+39 06 1234 5678', 'US', '+390612345678'],
    ['+225 07 12 34 56 78', 'US', '+2250712345678'],
    ['+241 06 12 34 56', 'US', '+24106123456'],
    ['+44 (0)7911 123456', 'US', '+447911123456'],
    ['+49 (0) 151 23456789', 'US', '+4915123456789'],
    ['8 912 345-67-89', 'RU', '+79123456789'],
    ['+54 9 11 2345 6789', 'US', '+5491123456789'],
    ['+52 55 1234 5678', 'US', '+525512345678'],
    ['(201) 555-0142', 'US', '+12015550142'],
    ['1 201 555 0142', 'US', '+12015550142'],
    ['tel:+12015550142', 'US', '+12015550142'],
    ['\u202a+1\u2011201\u2011555\u20110142\u202c', 'US', '+12015550142'],
    ['\uff0b1 \uff12\uff10\uff11 555 0142', 'US', '+12015550142'],
  ])('reads %j in %s as %s', (text, country, international) => {
    expect(parsePhoneNumber(text, country)?.international).toBe(international)
  })

  test.each([
    '201 555 0142 ext 4',
    '+12015550142;ext=4',
    'tel:+12015550142;phone-context=example.com',
    'call +1 201 555 0142',
    '+1 201 555 0142 or 0143',
    '1-800-FLOWERS',
    '555 0142',
    '+1 201 555 01420',
    '+999 12345678',
    '+44 123',
    '+1+2015550142',
    '2015550142\0',
    '+',
    '',
  ])('error: %j is not a possible number', (text) => {
    expect(parsePhoneNumber(text, 'US')).toBeUndefined()
  })

  test('a number that it gave is read as itself', () => {
    for (const number of ['+12015550142', '+242066123456', '+525512345678', '+390612345678'])
      expect(parsePhoneNumber(number, 'US')?.international).toBe(number)
  })

  test('error: a country that does not exist gives no number', () => {
    expect(parsePhoneNumber('2015550142', '')).toBeUndefined()
    expect(parsePhoneNumber('2015550142', 'ZZ')).toBeUndefined()
  })
})
