import { expect, type FrameLocator, type Page } from '@playwright/test'

/** Scrolls a request of the modal to its end, which it has to be before it is answered, and presses a button of it. */
export async function readAndPress(page: Page, name: string): Promise<void> {
  const button = page.getByRole('dialog').getByRole('button', { name, exact: true })
  await expect(async () => {
    await page
      .locator('.morph')
      .last()
      .evaluate((area) => area.scrollTo(0, area.scrollHeight))
    await expect(button).toBeEnabled({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await button.click()
}

/** Where a confirmation is drawn: the wallet frame, or its window. */
export type Drawn = Pick<FrameLocator, 'locator'>

/** Scrolls a confirmation to its end, which it has to be before it is approved. */
export async function readToEnd(frame: Drawn): Promise<void> {
  const more = frame.locator('.more')
  await expect(async () => {
    if ((await more.count()) === 0) return
    await frame.locator('.body').evaluate((body) => body.scrollTo(0, body.scrollHeight))
    await expect(more).toBeHidden({ timeout: 500 })
  }).toPass()
}
