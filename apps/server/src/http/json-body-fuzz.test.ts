import { isApiError } from '@sallyport/contract'
import { fuzz, fuzzTimeFactor, hostileJson, hostileTexts } from '@sallyport/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonBody } from './json-body.js'

const forbidden = ['__proto__', 'constructor', 'prototype']

/** What a text holds that `JSON.parse` forgets or takes: found by walking all it says, key by key. */
interface Seen {
  isHostile: boolean
  depth: number
}

/**
 * A second reader, written another way: by recursion, one value at a time. It tells whether a text that is JSON says a
 * key twice, names a prototype, holds NUL or half a surrogate pair, and how deep it goes.
 */
function look(text: string): Seen {
  let at = 0
  const seen: Seen = { isHostile: false, depth: 0 }
  const space = () => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1
  }
  const string = () => {
    const from = at
    at += 1
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at += 1
    const value = JSON.parse(text.slice(from, at)) as string
    const points = [...value].map((each) => each.codePointAt(0) ?? 0)
    if (points.some((point) => point === 0 || (point >= 0xd800 && point <= 0xdfff))) {
      seen.isHostile = true
    }
    return value
  }
  const value = (depth: number): void => {
    space()
    const open = text[at]
    if (open === '"') string()
    else if (open === '{' || open === '[') {
      seen.depth = Math.max(seen.depth, depth + 1)
      const keys = new Set<string>()
      at += 1
      space()
      while (text[at] !== '}' && text[at] !== ']') {
        if (open === '{') {
          const key = string()
          if (keys.has(key) || forbidden.includes(key)) seen.isHostile = true
          keys.add(key)
          space()
          at += 1
        }
        value(depth + 1)
        space()
        if (text[at] === ',') at += 1
        space()
      }
      at += 1
    } else while (at < text.length && !' \t\r\n,]}'.includes(text[at] ?? '')) at += 1
  }
  value(0)
  return seen
}

const keys = fc.constantFrom('a', 'b', '\\u0061', '__proto__', '\\u005f_proto__', 'constructor', '')
const scalars = fc.oneof(
  fc.constantFrom('1', '-0', '1e999', '9007199254740993', 'true', 'null', '""', '"\\u0000"'),
  fc.constantFrom(...hostileTexts).map((text) => JSON.stringify(text)),
  hostileJson.map((value) => JSON.stringify(value)),
)
/** Texts that are JSON, with keys as an attacker would write them. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    fc.array(tie('json'), { maxLength: 4 }).map((parts) => `[${parts.join(' ,')}]`),
    fc
      .array(fc.tuple(keys, tie('json')), { maxLength: 4 })
      .map((parts) => `{ ${parts.map(([key, part]) => `"${key}" :${part}`).join(',')} }`),
    fc.tuple(fc.integer({ min: 1, max: 70 }), tie('json')).map(([deep, part]) => {
      return '['.repeat(deep) + part + ']'.repeat(deep)
    }),
  ),
}))
const edited = fc
  .tuple(json, fc.nat(200), fc.constantFrom(...'{}[]",:\\ \n\0\ufeff1e-', '\\u', '//', "'"))
  .map(([text, place, more]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + more + text.slice(at)
  })

function outcome(read: () => unknown): { value: unknown } | { error: unknown } {
  try {
    return { value: read() }
  } catch (error) {
    return { error }
  }
}

describe('parseJsonBody', () => {
  test(
    'INP-03: of 10,000 texts takes those a second reader finds nothing in, as JSON.parse reads them',
    () => {
      const options = fuzz(10_000)
      let taken = 0
      let refused = 0

      fc.assert(
        fc.property(fc.oneof(json, json, edited), (text) => {
          const bytes = Buffer.from(text)
          const ours = outcome(() => parseJsonBody(bytes))
          const plain = outcome(() => JSON.parse(bytes.toString()))
          const seen = 'value' in plain ? look(bytes.toString()) : undefined
          const isGood = bytes.length === 0 || (seen && !seen.isHostile && seen.depth <= 32)
          if (isGood) {
            taken += 1
            expect(ours).toEqual(bytes.length === 0 ? { value: undefined } : plain)
          } else {
            refused += 1
            expect('error' in ours && isApiError(ours.error) && ours.error.code).toBe(
              'invalid_data',
            )
          }
        }),
        options,
      )

      expect(Math.min(taken, refused)).toBeGreaterThan(options.numRuns / 10)
    },
    120_000 * fuzzTimeFactor,
  )

  test(
    'INP-03: bytes of any kind are read or refused',
    () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
          const ours = outcome(() => parseJsonBody(bytes))
          if ('error' in ours) expect(isApiError(ours.error)).toBe(true)
        }),
        fuzz(2_000),
      )
    },
    120_000 * fuzzTimeFactor,
  )
})
