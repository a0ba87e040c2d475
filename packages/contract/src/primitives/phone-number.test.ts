import { describe, expect, test } from 'vitest'
import { letters, notText, outcome, rows } from '../test/outcome.js'
import {
  invalidSmsCode,
  invalidSmsInitNumber,
  invalidSmsNumber,
  type ParsePhoneNumber,
  phoneNumber,
  smsCode,
} from './phone-number.js'

/** Knows two countries: +1 with any digits, +44 with an optional national 0. */
const parse: ParsePhoneNumber = (text, country) => {
  const digits = text.replace(/[ ().-]/g, '')
  const match = /^\+(1|44)0?(\d+)$/.exec(
    country === 'US' ? digits.replace(/^(?=\d)/, '+1') : digits,
  )
  if (!match) return undefined
  const [, code = '', nationalNumber = ''] = match
  return { nationalNumber, international: `+${code} ${nationalNumber}` }
}

describe('phoneNumber', () => {
  test.each([
    ['(201) 555-0123', '+1 2015550123'],
    ['+1 2015550123', '+1 2015550123'],
    ['+44 07911123456', '+44 7911123456'],
    ['+44 7911 123456', '+44 7911123456'],
    ['12', '+1 12'],
    ['1'.repeat(17), `+1 ${'1'.repeat(17)}`],
    [`2015550123${' '.repeat(240)}`, '+1 2015550123'],
  ])('writes %j as %j', (input, value) => {
    expect(outcome(phoneNumber(parse), input)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      ' ',
      '1',
      '1'.repeat(18),
      `2015550123${' '.repeat(241)}`,
      letters(250),
      letters(251),
      '+1 201555\uFF10123',
      '\uFF0B1 2015550123',
      '2015550123\0',
      '+999 12345',
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(phoneNumber(parse), input)).toEqual(['Phone number is not valid'])
  })

  test('error: asks the parser nothing about a text that is too long', () => {
    const asked: string[] = []
    const schema = phoneNumber((text) => {
      asked.push(text)
      return undefined
    })

    outcome(schema, letters(251))

    expect(asked).toEqual([])
  })

  test('error: answers with the text of the call it is part of', () => {
    expect(outcome(phoneNumber(parse, invalidSmsNumber.message), 'x')).toEqual([
      'Invalid phone number',
    ])
    expect(outcome(phoneNumber(parse, invalidSmsInitNumber.message), 'x')).toEqual([
      'Invalid phone number, not formatted correctly',
    ])
  })

  test('names code, status and text of each SMS refusal', () => {
    expect([invalidSmsCode, invalidSmsNumber, invalidSmsInitNumber]).toEqual([
      { code: 'invalid_credentials', status: 422, message: 'Invalid SMS verification code' },
      { code: 'invalid_credentials', status: 422, message: 'Invalid phone number' },
      {
        code: 'invalid_data',
        status: 422,
        message: 'Invalid phone number, not formatted correctly',
      },
    ])
  })
})

describe('smsCode', () => {
  test('keeps 6 characters', () => {
    expect(outcome(smsCode, '123456')).toEqual({ value: '123456' })
  })

  test.each(rows(...notText, '', '12345', '1234567', ['123456']))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(smsCode, input)).toEqual(['Invalid SMS verification code'])
    },
  )
})
