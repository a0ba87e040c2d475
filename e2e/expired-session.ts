import { expect, type Page } from '@playwright/test'
import { dev } from './person.js'

/** An hour in milliseconds. */
export const hourMs = 3_600_000

/** Moves the server's time ahead; the browser's stays where it is. */
export async function advance(ms: number): Promise<void> {
  const response = await fetch(dev.clockUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: ms }),
  })
  expect(response.ok).toBe(true)
}

/** Asks for a signature in the demo and approves it; gives the dialog. */
export async function askForSignature(page: Page) {
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  return dialog
}
