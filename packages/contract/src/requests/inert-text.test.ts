import { describe, expect, test } from 'vitest'
import { readableText } from './bytes.js'
import { inertText, longestText } from './inert-text.js'

describe('inertText', () => {
  test('takes out and counts what reorders or hides words', () => {
    const text = 'Pay \u202e000,1\u202c to\u200b me\u2066\u{e0041}\u0000!'

    expect(inertText(text)).toEqual({ text: 'Pay 000,1 to me!', removed: 6, omitted: 0 })
  })

  test('leaves line breaks, tabs, emoji and right-to-left words as they are', () => {
    const text = 'سلام\u200cها\n\tfamily 👩\u200d👧 é'

    expect(inertText(text)).toEqual({ text, removed: 0, omitted: 0 })
  })

  test('shows both ends of a text that is too long, and says how much is missing', () => {
    const long = `start${'x'.repeat(longestText)}end`

    const { text, omitted } = inertText(long)

    expect(omitted).toBe(8)
    expect(text.startsWith('start')).toBe(true)
    expect(text.endsWith('end')).toBe(true)
  })
})

describe('readableText', () => {
  test('gives UTF-8 text, and null for anything else', () => {
    expect(readableText(new TextEncoder().encode('Grüße\n✓'))).toBe('Grüße\n✓')
    expect(readableText(Uint8Array.of(0xff, 0xfe))).toBeNull()
    expect(readableText(Uint8Array.of(0x41, 0x01))).toBeNull()
    expect(readableText(Uint8Array.of())).toBeNull()
  })
})
