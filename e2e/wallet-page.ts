import { expect, type Locator, type Page } from '@playwright/test'

/** Holds the mouse on a button for as long as it asks. */
export async function hold(page: Page, button: Locator, until: Locator): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  // A button that is cut off at the edge of the window can't be held.
  await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await expect(async () => {
    if (await until.isVisible()) return
    const box = await button.boundingBox()
    if (!box) throw new Error('The button is not on screen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // The frame counts a press of a mouse that was there for half a second.
    await page.mouse.move(x - 2, y)
    await page.mouse.move(x, y)
    await page.waitForTimeout(700)
    await page.mouse.down()
    await expect(until).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: 30_000 })
  await page.mouse.up()
}
