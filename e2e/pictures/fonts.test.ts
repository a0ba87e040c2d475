import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { missingIn } from './fonts.js'
import { sfntOf } from './sfnt.js'

describe('missingIn', () => {
  test('finds nothing in text that the fonts have', () => {
    expect(missingIn('≈ $5.00', '"Picture Sans", "Picture Signs"')).toEqual([])
    expect(missingIn('سجّل الدخول', '"Picture Sans", "Picture Arabic"')).toEqual([])
  })

  test('names each character that they do not have, once', () => {
    expect(missingIn('≈ a ≈ 😀', '"Picture Sans"')).toEqual(['≈', '😀'])
  })

  test('names every character where none of the fonts is used', () => {
    expect(missingIn('ab', 'system-ui')).toEqual(['a', 'b'])
  })

  test('needs no glyph for spaces and signs of direction', () => {
    expect(missingIn('\u00a0\u200b\u2068\u2069\u200f\n', '"Picture Mono"')).toEqual([])
  })
})

test('sfntOf unpacks a font that has its characters', () => {
  const path = createRequire(import.meta.url).resolve(
    '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff',
  )
  const font = create(sfntOf(readFileSync(path)))

  expect('characterSet' in font && font.hasGlyphForCodePoint(0x2248)).toBe(true)
})
