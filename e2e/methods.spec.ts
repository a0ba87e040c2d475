import { expect, test } from '@playwright/test'
import { dev, watchNoise } from './person.js'

test('the demo lists every login method with a page that shows its code', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto(`${dev.demoUrl}/methods`)
  await page.getByRole('heading', { level: 1, name: 'Login methods' }).waitFor()
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')))

  expect(links).toHaveLength(28)
  for (const link of links) {
    await page.goto(`${dev.demoUrl}${link}`)
    await expect(page.getByTestId('code')).toContainText("from '@sallyport/react'")
    await expect(page.getByRole('region', { name: 'Try it' }).getByRole('button')).not.toHaveCount(
      0,
    )
  }
})

test('a guest logs in by the code of its page, and out again', async ({ context, page }) => {
  const noise = watchNoise(context)
  await page.goto(`${dev.demoUrl}/methods/guest`)
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await page.getByRole('button', { name: 'Log out to try it again' }).click()

  await expect(page.getByText('You’re logged in')).toHaveCount(0)
  expect(noise).toEqual([])
})

test('the code of your own login follows the site in and out', async ({ context, page }) => {
  const noise = watchNoise(context)
  await page.goto(`${dev.demoUrl}/methods/custom`)
  await page.getByRole('button', { name: 'Log in to the site as ada' }).click()
  await expect(page.getByText('You’re logged in')).toBeVisible()
  await page.getByRole('button', { name: 'Log out of the site' }).click()

  await expect(page.getByText('You’re logged in')).toHaveCount(0)
  expect(noise).toEqual([])
})

test('a provider’s page logs in at the provider and comes back', async ({ page }) => {
  await page.goto(`${dev.demoUrl}/methods/github`)
  await page.getByRole('button', { name: 'Log in with GitHub' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL(/\/methods\/github/)
  await expect(page.getByText('You’re logged in')).toBeVisible()
})
