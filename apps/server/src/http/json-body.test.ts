import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './json-body.js'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

describe('parseJsonBody', () => {
  test('reads what JSON.parse reads', () => {
    const plain = fc.jsonValue({ maxDepth: 5 }).filter((value) => {
      const text = JSON.stringify(value)
      return !/__proto__|constructor|prototype|\\u0000|\\ud[89a-f]/i.test(text)
    })
    fc.assert(
      fc.property(plain, (value) => {
        const text = JSON.stringify(value, null, 1)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('an empty body is nothing', () => {
    expect(parse('')).toBeUndefined()
  })

  test('one key in two objects is fine, also as a value', () => {
    expect(parse('[{"a":"a"},{"a":{"a":["a"]}}]')).toEqual([{ a: 'a' }, { a: { a: ['a'] } }])
  })

  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{},"\\u0061":2}',
    '{"__proto__":1}',
    '{"\\u005f_proto__":1}',
    '{"a":{"constructor":1}}',
    '["\\u0000"]',
    '["\\udc00"]',
    '\ufeff1',
    'NaN',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '{"a":1}}',
    '"a',
    '"a\\',
    '['.repeat(33) + ']'.repeat(33),
  ])('error: INP-03 WAL-12 %j', (text) => {
    expect(() => parse(text)).toThrow('The body must be valid JSON')
  })

  test('error: bytes that are not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(
      'The body must be valid JSON',
    )
  })

  test.each([
    ['escaped quotes without end', `"${'\\"'.repeat(32_000)}`],
    ['quotes and backslashes', '"\\'.repeat(32_000)],
    ['brackets', '['.repeat(65_000)],
    ['one long string', `"${'a'.repeat(65_000)}"`],
    ['many strings', `[${'"a",'.repeat(16_000)}"a"]`],
  ])('INP-05: %s end, whether read or refused', (_name, text) => {
    // A reader that looks back again and again would not come back within the runner's time limit.
    const outcome = (() => {
      try {
        return typeof parse(text)
      } catch (error) {
        return error instanceof Error ? 'refused' : 'thrown'
      }
    })()

    expect(['string', 'object', 'refused']).toContain(outcome)
  })
})
