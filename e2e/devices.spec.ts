import { expect, type Page, test } from '@playwright/test'
import { openSheet } from './account-sheet.js'
import { findings } from './axe.js'
import { newAddress } from './new-names.js'
import { signIn } from './person.js'

test('SES-22: a user logs another browser out, which shows it within a second and restores the wallet after its next login', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [here, there] = [await browser.newContext(), await browser.newContext()]
  const [page, other] = [await here.newPage(), await there.newPage()]
  const address = newAddress()
  const made = await signIn(page, address)
  expect(await signIn(other, address)).toEqual(made)
  const sheet = page.getByRole('dialog')
  // From then on it holds a share of the wallet.
  await sign(other)

  await test.step('the list shows both, this one marked', async () => {
    await openSheet(page)
    await sheet.getByRole('button', { name: 'Devices' }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(2)
    await expect(sheet.getByRole('listitem').first()).toContainText('This device')
    expect((await findings(page)).violations).toEqual([])
  })

  await test.step('it is asked once before the other one is logged out', async () => {
    await sheet.getByRole('button', { name: /^Log out \w+ on/ }).click()
    await expect(sheet.getByText('Your wallet stays safe.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('the activity tells of it', async () => {
    await sheet.getByRole('button', { name: 'Back', exact: true }).click()
    await sheet.getByRole('button', { name: 'Activity' }).click()
    await expect(sheet.getByRole('listitem').first()).toContainText(
      /Device (logged out|lost access)/,
    )
    expect((await findings(page)).violations).toEqual([])
  })

  await test.step('its user is out when they come back to it', async () => {
    await other.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(other.getByTestId('user')).toBeHidden({ timeout: 1000 })
  })

  await test.step('after the next login there the same wallets sign', async () => {
    const shares: number[] = []
    other.on('response', (response) => {
      if (response.url().includes('/auth_share')) shares.push(response.status())
    })
    expect(await signIn(other, address)).toEqual(made)
    await sign(other)
    expect(shares[0]).toBe(403)
  })

  await here.close()
  await there.close()
})

/** Signs the demo's message. */
async function sign(page: Page): Promise<void> {
  const demo = page.getByTestId('sign-message')
  await demo.getByRole('button', { name: 'Sign message' }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(demo.getByTestId('signature')).toHaveText(/^0x/, { timeout: 20_000 })
}
