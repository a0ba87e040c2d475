import { describe, expect, test } from 'vitest'
import { contrast, mix } from './contrast.js'
import { resolveTheme, type Theme, tokenRule } from './tokens.js'

const look = (theme: Theme, accentColor: string | null = null, prefersDark = false) =>
  resolveTheme({ theme, accentColor, prefersDark })

describe('resolveTheme', () => {
  test.each<[Theme, boolean, 'light' | 'dark']>([
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['system', false, 'light'],
    ['system', true, 'dark'],
    ['#fdf6e3', true, 'light'],
    ['#0b2239', false, 'dark'],
  ])('%s for a viewer with dark=%s is %s', (theme, prefersDark, scheme) => {
    expect(look(theme, null, prefersDark).scheme).toBe(scheme)
  })

  const themes: Theme[] = ['light', 'dark', '#fdf6e3', '#0b2239', '#7a4', '#888888', '#000000']
  const accents = [null, '#676fff', '#ffe066', '#ffffff', '#000000', '#ff0055']
  const pairs = themes.flatMap((theme) => accents.map((accent) => [theme, accent] as const))

  test.each(pairs)('text is legible everywhere: background %s, accent %s', (theme, accent) => {
    const { tokens } = look(theme, accent)

    const texts = [tokens.text, tokens['text-2'], tokens.danger, tokens.warning, tokens.success]
    for (const text of [...texts, tokens['accent-text']]) {
      expect(contrast(text, tokens.bg)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, tokens.surface)).toBeGreaterThanOrEqual(4.5)
    }
    expect(contrast(tokens['on-accent'], tokens.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens.accent, tokens.bg)).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens.field, tokens.bg)).toBeGreaterThanOrEqual(3)
    // The digits of a code that is being checked, faded with their cells: axe cannot tell with single figures.
    const faded = (colour: string) => mix(tokens.bg, colour, 0.75)
    expect(contrast(faded(tokens.text), faded(tokens.surface))).toBeGreaterThanOrEqual(4.5)
  })

  test('keeps the house values of the look', () => {
    expect(look('light').tokens).toMatchObject({ accent: '#2f5d50', 'on-accent': '#ffffff' })
    expect(look('dark').tokens).toMatchObject({ accent: '#8fd3be', bg: '#141416' })
  })
})

test('tokenRule names each token once', () => {
  const rule = tokenRule(look('dark'))

  expect(rule).toMatch(/^:host\{color-scheme:dark;--sp-bg:#141416;/)
  expect(rule.match(/--sp-accent:/g)).toHaveLength(1)
})
