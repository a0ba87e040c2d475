import { describe, expect, test } from 'vitest'
import { firstAddress, readAddress, writeAddress } from './address.js'
import { legibilityOf } from './legibility.js'
import { dressOf, plainLook } from './look.js'
import { printDress } from './print-dress.js'
import { sampleLooks } from './sample-looks.js'

const own = {
  ...plainLook,
  theme: '#f7f1e5',
  accent: '#a2441f',
  logo: "https://example.com/o'logo.svg",
  radius: 10,
  font: 'Georgia, serif',
  colours: { 'text-2': '#444444' },
} as const

describe('dressOf', () => {
  test('says with the provider’s config what it has keys for, and the rest as custom properties', () => {
    expect(dressOf(own)).toEqual({
      appearance: {
        theme: '#f7f1e5',
        accentColor: '#a2441f',
        logo: "https://example.com/o'logo.svg",
      },
      css: `#sallyport-dialog {
  --sp-radius: 10px;
  --sp-radius-control: 6px;
  --sp-radius-small: 4px;
  --sp-font: Georgia, serif;
  --sp-text-2: #444444;
}
`,
    })
  })

  test('needs no style sheet for the house’s own', () => {
    expect(dressOf(plainLook)).toEqual({ appearance: { theme: 'light' }, css: '' })
  })
})

describe('printDress', () => {
  test('prints JSX whose config is the dress’s', () => {
    const { config } = printDress(dressOf(own))
    const [, object = ''] = /config=\{(\{[\s\S]*\})\}/.exec(config) ?? []

    // What an app pastes is code: it has to mean the very value the preview was drawn with.
    expect(new Function(`return ${object}`)()).toEqual({ appearance: dressOf(own).appearance })
  })
})

describe('an address', () => {
  test.each([own, ...Object.values(sampleLooks)])('keeps a look: %#', (look) => {
    const address = { ...firstAddress, state: 'invalid', locale: 'ar', width: 390, look } as const

    expect(readAddress(new URLSearchParams(writeAddress(address)))).toEqual(address)
  })

  test.each([
    ['theme=red', 'no colour'],
    ['accent=%23f', 'half a colour'],
    ['radius=-4', 'a negative radius'],
    ['font=a;}body{display:none', 'a font that leaves its declaration'],
    ['text=%23fff;}', 'a colour that does'],
    ['width=7', 'a width of nothing'],
  ])('error: %s is %s, and counts as not given', (query) => {
    expect(readAddress(new URLSearchParams(query))).toEqual(firstAddress)
  })
})

describe('legibilityOf', () => {
  test.each(Object.entries(sampleLooks))('%s can be read', (_, look) => {
    expect(legibilityOf(look, false).filter(({ ratio, least }) => ratio < least)).toEqual([])
  })

  test('error: tells a colour of the app’s own that is too pale', () => {
    const look = { ...plainLook, colours: { 'text-2': '#aaaaaa' } } as const
    const poor = legibilityOf(look, false).filter(({ ratio, least }) => ratio < least)

    expect(poor.map(({ name }) => name)).toEqual(['Help on the sheet', 'Help in wells'])
  })
})
