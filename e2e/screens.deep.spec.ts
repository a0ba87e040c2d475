import { expect, test } from '@playwright/test'
import { spots } from './gallery.js'
import { sweepLayout } from './sweep-layout.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`every screen in every state holds on a phone, zoomed, spaced out, in forced colours and with less motion: ${dir}`, async ({
    browser,
  }) => {
    test.setTimeout(1_200_000)

    expect(await sweepLayout(browser, { spots, locale, dir })).toEqual([])
  })
