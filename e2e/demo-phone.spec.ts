import { expect, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { signIn } from './person.js'

test.use({ viewport: { width: 390, height: 844 } })

test('the demo on a phone shows who is logged in, and each address on one line', async ({
  page,
}) => {
  const email = newAddress()
  const mine = await signIn(page, email)

  await expect(page.getByTitle(email)).toBeVisible()
  for (const chain of ['ethereum', 'solana'] as const) {
    const start = page.getByTestId(`${chain}-address`)
    await expect(start).toHaveText(mine[chain])
    const end = start.locator('xpath=following-sibling::*')
    await expect(end).toHaveText(mine[chain].slice(-6))
    const [left, right] = [await start.boundingBox(), await end.boundingBox()]
    expect(left?.height).toBeLessThan(24)
    expect(left?.y).toBe(right?.y)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
