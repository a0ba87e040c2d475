import { expect, test } from '@playwright/test'
import { spots } from './gallery.js'
import { sweepLayout } from './sweep-layout.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

for (const [locale, dir] of [
  ['en', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`every screen in every state works on a phone, zoomed, with text spacing, in forced colours and with reduced motion: ${dir}`, async ({
    browser,
  }) => {
    test.setTimeout(1_200_000)

    expect(await sweepLayout(browser, { spots, locale, dir })).toEqual([])
  })
