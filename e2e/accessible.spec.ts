import { expect, test } from '@playwright/test'
import { expectAccessiblePages } from './accessible-pages.js'
import { spots } from './gallery.js'
import { sweepWithAxe } from './sweep-axe.js'

test.use({ trace: 'off' })
test.describe.configure({ mode: 'parallel' })

/* All states in all looks: accessible.deep.spec.ts. */

test('axe finds nothing on the first state of every fourth screen in light', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const first = spots.filter(({ state }) => state === 'first').filter((_, index) => index % 4 === 0)
  const looks = [{ width: 1280, colorScheme: 'light' }] as const

  expect(first.length).toBeGreaterThan(10)
  expect(await sweepWithAxe(browser, { spots: first, looks, locale: 'en' })).toEqual([])
})

test('axe finds nothing on the pages of demo and dashboard in light', async ({ context, page }) => {
  test.setTimeout(300_000)
  await expectAccessiblePages({ context, page }, [{ width: 1280, colorScheme: 'light' }])
})
