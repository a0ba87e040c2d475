import { describe, expect, test } from 'vitest'
import { formatAmount, formatSeconds, shorten, toDecimal } from './amounts.js'
import { ar } from './ar.js'
import { directionOf, loadCopy, spokenLocale, withMessages } from './catalogue.js'
import { en } from './en.js'

describe('catalogues', () => {
  const entries = Object.entries(en).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [group, name, text] as const),
  )
  test.each(entries)('%s.%s is translated', (group, name, text) => {
    const other = (ar as unknown as Record<string, Record<string, unknown>>)[group]?.[name]
    const said = (value: unknown) => (typeof value === 'function' ? value(3) : value)

    expect(typeof other).toBe(typeof text)
    const same = said(other) === said(text)
    expect(same).toBe(name === 'emailPlaceholder' || name === 'after')
  })

  test('no text shouts, apologises or begs, and each act has one name', () => {
    const said = entries.map(([, , text]) => (typeof text === 'function' ? text(2 as never) : text))
    // A login service that cannot be reached is our fault, so that text asks politely.
    const polite = [en.landing.unreachable]
    const unwanted =
      /!|\bplease\b|\boops\b|\bsorry\b|\bgas\b(?! limit)|\bsign in\b|\be-mail|nothing was lost/i

    expect(said.filter((text) => unwanted.test(text) && !polite.includes(text))).toEqual([])
  })

  test('no text names a setting of the developer', () => {
    const said = entries.map(([, , text]) => (typeof text === 'function' ? text(2 as never) : text))

    expect(
      said.filter((text) => /\b(appId|apiUrl|app id|origins?|domains|CORS)\b/i.test(text)),
    ).toEqual([])
  })

  test('a region finds its language, an unknown language finds English', async () => {
    expect(await loadCopy('ar-EG')).toEqual(ar)
    expect(await loadCopy('tlh')).toEqual(en)
  })

  test.each([
    ['ar-EG', {}, 'ar-EG'],
    ['en-GB', {}, 'en-GB'],
    ['tlh', {}, 'en'],
    ['he', {}, 'en'],
    ['tlh', { landing: { continue: 'taH' } }, 'tlh'],
  ])('texts asked for in %s with %o are in %s', (asked, messages, spoken) => {
    expect(spokenLocale(asked, messages)).toBe(spoken)
  })

  test('an app’s own words replace ours and nothing else', () => {
    const mine = withMessages(en, { landing: { continue: 'Go on' } })

    expect(mine.landing.continue).toBe('Go on')
    expect(mine.landing.guest).toBe(en.landing.guest)
    expect(mine.code).toEqual(en.code)
  })

  test.each([
    ['ar', 'rtl'],
    ['ar-EG', 'rtl'],
    ['he', 'rtl'],
    ['en', 'ltr'],
    ['art', 'ltr'],
  ])('%s runs %s', (locale, direction) => {
    expect(directionOf(locale)).toBe(direction)
  })
})

describe('amounts', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [250_000_000_000_000_000n, 18, '0.25'],
    [25_000_000n, 6, '25'],
    [-5n, 1, '-0.5'],
    [7n, 0, '7'],
  ])('toDecimal(%s, %s) is %s', (units, decimals, text) => {
    expect(toDecimal(units, decimals)).toBe(text)
  })

  test('an amount is exact, never rounded to nothing, and in the reader’s notation', () => {
    const wei = (locale: string, places?: number) => ({
      decimals: 18,
      locale,
      ...(places ? { places } : {}),
    })

    expect(formatAmount(123_456_789_012_345_678_901n, wei('en'))).toBe('123.456789012345678901')
    expect(formatAmount(1n, wei('en', 6))).toBe('0.000000000000000001')
    expect(formatAmount(1_234_500_000_000_000_000_000n, wei('de'))).toBe('1.234,5')
  })

  test('addresses keep their ends', () => {
    expect(shorten('0x12fB6f1C8bE0f0cB6a3e0b7A1D0fCe3d5C6f9aB4')).toBe('0x12f…9aB4')
    expect(shorten('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV')).toBe('7EcD…FLtV')
    expect(shorten('0x1234')).toBe('0x1234')
  })

  test('seconds have their unit', () => {
    expect(formatSeconds(30, 'en')).toBe('30 sec')
  })
})
