import { expect, type FrameLocator, type Page } from '@playwright/test'
import { dialogOf } from './login-ways.js'

/**
 * Tests the recovery of the wallet in the open account sheet.
 *
 * @param give  Gives the secret of its recovery, where it has one, and begins.
 */
export async function testRecovery(
  page: Page,
  address: string,
  give: (inner: FrameLocator) => Promise<void>,
): Promise<void> {
  const sheet = dialogOf(page)
  const inner = page.frameLocator('iframe[data-sallyport="page"]')
  await sheet.getByRole('button', { name: 'Test recovery' }).click()
  await give(inner)
  await expect(inner.getByText('Recovery works. This address came back:')).toBeVisible({
    timeout: 30_000,
  })
  await expect(inner.getByText(address)).toBeVisible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet.getByText(/^Last tested on/)).toBeVisible()
}
