import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  appId,
  authenticateMode,
  base64url,
  chainType,
  customMetadata,
  emailAddress,
  guestCredential,
  oneTimeCode,
  requiredString,
  shortText,
  uuid,
  walletIndex,
} from './primitives.js'
import { letters, notText, outcome, rows } from './test/outcome.js'

describe('emailAddress', () => {
  const message = 'Invalid email address'

  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace@Example.COM ', 'ada.lovelace@example.com'],
    ['ADA+Wallet@example.com', 'ada+wallet@example.com'],
    ["o'hara_1-2@sub.example.co", "o'hara_1-2@sub.example.co"],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['maria@xn--e1afmkfd.xn--p1ai', 'maria@xn--e1afmkfd.xn--p1ai'],
    ['x@xn--fiqs8s.xn--fiqs8s', 'x@xn--fiqs8s.xn--fiqs8s'],
    ['X@Example.XN--P1AI', 'x@example.xn--p1ai'],
    ['x@sub.xn--mgbh0fb.xn--kgbechtv', 'x@sub.xn--mgbh0fb.xn--kgbechtv'],
    ['x@example.xn--vermgensberatung-pwb', 'x@example.xn--vermgensberatung-pwb'],
    ['x@a--b.example', 'x@a--b.example'],
    ['x@1.2.example', 'x@1.2.example'],
    ['r&d@example.com', 'r&d@example.com'],
    ['user=tag@example.com', 'user=tag@example.com'],
    ['a/b@example.com', 'a/b@example.com'],
    ['x~y@example.com', 'x~y@example.com'],
    ['a!b@example.com', 'a!b@example.com'],
    ['{x}@example.com', '{x}@example.com'],
    ["!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
    ['a.&.b@example.com', 'a.&.b@example.com'],
    ['-a-@example.com', '-a-@example.com'],
    [`${letters(242)}@example.com`, `${letters(242)}@example.com`],
  ])('keeps %j as %j', (input, value) => {
    expect(outcome(emailAddress, input)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      ' ',
      '@',
      'a',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'ada@@example.com',
      'ada@example..com',
      'ada..l@example.com',
      '.ada@example.com',
      'ada.@example.com',
      'ada @example.com',
      'ada@exa mple.com',
      'ada@-example.com',
      'ada@example-.com',
      'ada@xn--example-.com',
      'ada@xn--.example',
      'ada@[127.0.0.1]',
      'ada@127.0.0.1',
      'ada@example.xn--',
      'ada@example.xn--p1ai-',
      'ada@example.-com',
      'ada@example.c',
      'ada@example.c0m',
      'ada@.example.com',
      'ada@example.com.',
      'a(b)@example.com',
      'a\\b@example.com',
      'a,b@example.com',
      'a:b@example.com',
      'a;b@example.com',
      'a<b@example.com',
      'a[b]@example.com',
      'a b@example.com',
      'a"b@example.com',
      'maria@пример.рф',
      '"ada"@example.com',
      'Ada <ada@example.com>',
      `${letters(243)}@example.com`,
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(emailAddress, input)).toEqual([message])
  })

  test.each(rows('a@evil.com,victim@x.com', 'a@evil.com;b@x', 'a@evil.com victim@x.com'))(
    'error: EML-10 refuses the list $input',
    ({ input }) => {
      expect(outcome(emailAddress, input)).toEqual([message])
    },
  )

  test.each(
    rows(
      'ada@x.com\r\nBcc: b@x.com',
      'ada@x.com\n',
      '\r\nada@x.com',
      'ada@x.com\0',
      '\0ada@x.com',
      'ada@x.com%0d%0aBcc:b@x.com',
      '\tada@x.com',
    ),
  )('error: EML-11 refuses $input', ({ input }) => {
    expect(outcome(emailAddress, input)).toEqual([message])
  })

  test.each([
    ['the Kelvin sign', '\u212Aevin@x.com'],
    ['a dotless i', 'kev\u0131n@x.com'],
    ['a dotted capital I', 'kev\u0130n@x.com'],
    ['a full-width at', 'kevin\uFF20x.com'],
    ['a full-width plus', 'kevin\uFF0B1@x.com'],
    ['full-width letters', '\uFF4Bevin@x.com'],
    ['a ligature', 'o\uFB03ce@x.com'],
    ['a soft hyphen', 'kev\u00ADin@x.com'],
    ['a zero-width space', 'kevin\u200B@x.com'],
    ['a byte order mark in front', '\uFEFFkevin@x.com'],
    ['a no-break space behind', 'kevin@x.com\u00A0'],
    ['a line separator behind', 'kevin@x.com\u2028'],
    ['a right-to-left override', '\u202Ekevin@x.com'],
    ['a combining accent', 'kevi\u0301n@x.com'],
    ['a Cyrillic letter', 'k\u0435vin@x.com'],
    ['a lone surrogate', 'kevin\uD800@x.com'],
    ['a Cyrillic domain', 'kevin@\u0445.com'],
    ['an ideographic full stop', 'kevin@x\u3002com'],
  ])('error: EML-13 refuses %s', (_what, input) => {
    expect(outcome(emailAddress, input)).toEqual([message])
  })

  test('EML-13 changes nothing but the case of Latin letters and spaces outside', () => {
    const sign = fc.constantFrom(
      ...'kKsSiI@.+- \u212A\u017F\u0130\u0131\uFF20\uFF4B\u00AD\u200B\uFEFF\u00A0\0',
    )
    const word = fc.string({ unit: sign, maxLength: 6 })
    let accepted = 0

    fc.assert(
      fc.property(word, word, word, (before, name, after) => {
        const input = `${before}${name}k@x.com${after}`
        const result = z.safeParse(emailAddress, input)
        if (!result.success) return
        accepted++
        const plain = input
          .replace(/^ +| +$/g, '')
          .replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))
        expect(result.data).toBe(plain)
      }),
      { numRuns: 2000, seed: 13 },
    )

    expect(accepted).toBeGreaterThan(20)
  })

  test('EML-13 gives two addresses one spelling only when they differ in case or outer spaces', () => {
    const accepted = ['kevin', 'k.evin', 'kevin+1', 'kevin-1', 'kevin_1', "ke'vin"].map((name) =>
      z.parse(emailAddress, `${name}@x.com`),
    )

    expect(new Set(accepted).size).toBe(accepted.length)
    expect(z.parse(emailAddress, ' KEVIN@X.COM ')).toBe(z.parse(emailAddress, 'kevin@x.com'))
  })

  test.each(
    rows(
      `${letters(1_000_000)}!`,
      `${'a.'.repeat(500_000)}@`,
      `a@${'a-'.repeat(500_000)}`,
      `a@${'a.'.repeat(500_000)}`,
      `${' '.repeat(1_000_000)}a`,
      `a${' '.repeat(1_000_000)}a`,
      `a@${'a.'.repeat(120)}!`,
      `${letters(250)}@!`,
    ),
  )('error: answers hostile text $input at once', ({ input }) => {
    // Backtracking over a megabyte would take hours, and the runner's time limit would end it.
    expect(outcome(emailAddress, input)).toEqual([message])
  })
})

describe('oneTimeCode', () => {
  test.each(['123456', '000000', 'ab12cd'])('keeps %j', (value) => {
    expect(outcome(oneTimeCode, value)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      '1',
      '12345',
      '1234567',
      ' 123456',
      ['123456'],
      Array.from({ length: 1000 }, () => '123456'),
    ),
  )('error: EML-21 refuses $input', ({ input }) => {
    expect(outcome(oneTimeCode, input)).toEqual(['Verification code must have 6 digits.'])
  })
})

describe('guestCredential', () => {
  test('keeps 43 characters', () => {
    expect(outcome(guestCredential, letters(43))).toEqual({ value: letters(43) })
  })

  test.each(rows(...notText, '', 'a', letters(42), letters(44)))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(guestCredential, input)).toEqual(['Guest credential must have 43 characters.'])
    },
  )
})

describe('requiredString and appId', () => {
  test.each(rows(...notText, ''))('error: refuses $input', ({ input }) => {
    expect(outcome(requiredString('There must be text'), input)).toEqual(['There must be text'])
    expect(outcome(appId, input)).toEqual(['App ID must be provided'])
  })

  test('keeps text', () => {
    expect(outcome(appId, 'clabc')).toEqual({ value: 'clabc' })
  })
})

describe('closed lists', () => {
  test.each([
    ['no-signup', authenticateMode],
    ['login-or-sign-up', authenticateMode],
    ['ethereum', chainType],
    ['solana', chainType],
    ['bitcoin-segwit', chainType],
    ['bitcoin-taproot', chainType],
  ])('keep %j', (value, schema) => {
    expect(outcome(schema, value)).toEqual({ value })
  })

  test.each(
    rows('', 'ETHEREUM', 'bitcoin', '__proto__', 'constructor', 'toString', 'ethereum\0', null),
  )('error: refuse $input', ({ input }) => {
    expect(outcome(authenticateMode, input)).toEqual([
      "mode must be 'no-signup' or 'login-or-sign-up'",
    ])
    expect(outcome(chainType, input)).toEqual(['Please specify a supported chain type.'])
  })
})

describe('base64url', () => {
  test.each(['', 'abc-_09', 'AA'])('keeps %j', (value) => {
    expect(outcome(base64url, value)).toEqual({ value })
  })

  test.each(rows(...notText, 'a=', 'a+b', 'a/b', 'a b', 'a\n', '\u212A'))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(base64url, input)).toEqual(['Must be base64url without padding'])
    },
  )
})

describe('uuid', () => {
  test('keeps a lower-case one', () => {
    const value = '0b0e7c5e-1c1a-4d9e-8a51-3a8d7f0f2b11'
    expect(outcome(uuid, value)).toEqual({ value })
  })

  test.each(
    rows(
      ...notText,
      '',
      '0B0E7C5E-1C1A-4D9E-8A51-3A8D7F0F2B11',
      '0b0e7c5e1c1a4d9e8a513a8d7f0f2b11',
      '0b0e7c5e-1c1a-4d9e-8a51-3a8d7f0f2b11\n',
      '{0b0e7c5e-1c1a-4d9e-8a51-3a8d7f0f2b11}',
    ),
  )('error: refuses $input', ({ input }) => {
    expect(outcome(uuid, input)).toEqual(['Must be a UUID'])
  })
})

describe('walletIndex', () => {
  test.each([0, 1, 2 ** 31 - 1])('keeps %j', (value) => {
    expect(outcome(walletIndex, value)).toEqual({ value })
  })

  test.each(rows(-1, 0.5, 2 ** 31, 2 ** 53 + 1, 1e21))('error: refuses $input', ({ input }) => {
    expect(outcome(walletIndex, input)).toEqual(['Must be a wallet index'])
  })

  test.each(rows('0', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 0n))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(walletIndex, input)).toHaveLength(1)
    },
  )
})

describe('shortText', () => {
  const schema = shortText(5, 'At most 5')

  test.each(['', 'abcde', '\u00e9\u20ac', '\u{1F600}'])('keeps %j', (value) => {
    expect(outcome(schema, value)).toEqual({ value })
  })

  test.each(rows(...notText, 'abcdef', 'a\0b', '\uD800', '\uDC00', 'a\uD83D'))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(schema, input)).toEqual(['At most 5'])
    },
  )
})

describe('customMetadata', () => {
  test('keeps strings, numbers and booleans', () => {
    const value = { a: 'x', b: 1, c: true, constructor: 'mine', toJSON: 'x' }
    expect(outcome(customMetadata, value)).toEqual({ value })
  })

  test('drops a key __proto__, and the prototype stays', () => {
    const result = z.parse(customMetadata, JSON.parse('{"__proto__":"x","a":1}'))

    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.keys(result)).toEqual(['a'])
  })

  test.each(rows({ a: null }, { a: {} }, { a: [] }, [], 'a', null))(
    'error: refuses $input',
    ({ input }) => {
      expect(outcome(customMetadata, input)).toHaveLength(1)
    },
  )
})
