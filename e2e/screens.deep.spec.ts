import { expect, test } from '@playwright/test'
import { shareOf } from './gallery.js'
import { sweepLayout } from './sweep-layout.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

const shares = [0, 1, 2, 3]

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  for (const index of shares)
    test(`every screen in every state works on a phone, zoomed, with text spacing, in forced colours and with reduced motion: ${dir}, part ${index + 1}`, async ({
      browser,
    }) => {
      test.setTimeout(900_000)
      const own = shareOf(index, shares.length)

      expect(await sweepLayout(browser, { spots: own, locale, dir })).toEqual([])
    })
