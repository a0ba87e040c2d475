import { describe, expect, test } from 'vitest'
import { ar } from './ar.js'
import { directionOf, loadCopy, spokenLocale, withMessages } from './catalogue.js'
import { en } from './en.js'
import { enAccount } from './en-account.js'
import { enBrowser } from './en-browser.js'
import { enConnect } from './en-connect.js'
import { enMfa } from './en-mfa.js'
import { enOAuth } from './en-oauth.js'
import { enPasskey } from './en-passkey.js'
import { enRequests } from './en-requests.js'
import { enSocial } from './en-social.js'
import { formatCountdown, formatSeconds } from './format-seconds.js'

describe('catalogues', () => {
  const all = {
    ...en,
    ...enRequests,
    ...enAccount,
    ...enBrowser,
    ...enConnect,
    ...enMfa,
    ...enPasskey,
    ...enOAuth,
    ...enSocial,
  }
  const entries = Object.entries(all).flatMap(([group, texts]) =>
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

test('seconds have their unit', () => {
  expect(formatSeconds(30, 'en')).toBe('30 sec')
})

test.each([
  [30, 'en', '0:30'],
  [9, 'en', '0:09'],
  [61, 'en', '1:01'],
  [9, 'ar-EG', '٠:٠٩'],
])('a countdown of %i s in %s is %s', (count, locale, text) => {
  expect(formatCountdown(count, locale)).toBe(text)
})
