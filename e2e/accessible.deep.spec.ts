import { expect, test } from '@playwright/test'
import { expectAccessiblePages } from './accessible-pages.js'
import { shareOf, spots } from './gallery.js'
import { sweepWithAxe } from './sweep-axe.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

const looks = ([1280, 320] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

const shares = [0, 1, 2, 3]

test('there are enough states for the sweeps to mean something', () => {
  expect(spots.length).toBeGreaterThan(80)
})

for (const [locale, direction] of [
  ['en', 'left to right'],
  ['ar', 'right to left'],
] as const)
  for (const index of shares)
    test(`axe finds nothing on any screen in any state: light and dark, wide and narrow, ${direction}, part ${index + 1}`, async ({
      browser,
    }) => {
      test.setTimeout(1_200_000)
      const own = shareOf(index, shares.length)

      expect(await sweepWithAxe(browser, { spots: own, looks, locale })).toEqual([])
    })

test('axe finds nothing on the pages of demo and dashboard: light and dark, wide and narrow', async ({
  context,
  page,
}) => {
  test.setTimeout(300_000)
  await expectAccessiblePages({ context, page }, looks)
})
