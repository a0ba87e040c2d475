import { expect, type Page, test } from '@playwright/test'
import { confirmInWallet } from './enforced.js'
import { newAddress, newNumber } from './new-names.js'
import { codeFor, signIn, watchNoise } from './person.js'
import { withoutRefusals } from './second-factors.js'

const sheetOf = (page: Page) => page.getByRole('dialog')

async function typeCode(page: Page, to: string): Promise<void> {
  const code = page.getByLabel('Six-digit code')
  await code.waitFor()
  await code.fill(await codeFor(to))
}

test('a user links a phone, changes the email address and removes the phone again', async ({
  page,
  context,
}) => {
  const noise = watchNoise(context)
  const [address, next, digits] = [newAddress(), newAddress(), newNumber()]
  await signIn(page, address)
  const result = page.getByTestId('account-result')

  await test.step('linkPhone()', async () => {
    await page.getByRole('button', { name: 'Link phone' }).click()
    await page.getByRole('textbox', { name: 'Phone number' }).fill(digits)
    await page.keyboard.press('Enter')
    await typeCode(page, `+1${digits}`)
    await confirmInWallet(page, /Add a way to log in/)
    await expect(result).toHaveText('Linked by sms')
    await expect(page.getByTestId('user')).toContainText(`+1${digits}`)
  })

  await test.step('updateEmail()', async () => {
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(sheetOf(page).getByText(/p•••@example\.com/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill(next)
    await page.keyboard.press('Enter')
    await typeCode(page, next)
    await confirmInWallet(page, /Replace a way to log in/)
    await expect(result).toHaveText('Changed by email')
    await expect(page.getByTestId('user')).toContainText(next)
    await expect(page.getByTestId('user')).not.toContainText(address)
  })

  await test.step('the account sheet removes the phone after a confirmation', async () => {
    await page.getByRole('button', { name: 'Open account' }).click()
    await sheetOf(page).getByRole('button', { name: /Phone/ }).click()
    await sheetOf(page).getByRole('button', { name: 'Remove' }).click()
    await expect(sheetOf(page).getByText(/no longer be able to log in/)).toBeVisible()
    await sheetOf(page).getByRole('button', { name: 'Remove' }).click()
    await confirmInWallet(page, /Remove a way to log in/)
    await expect(sheetOf(page).getByRole('button', { name: /Phone/ })).toBeHidden()
    await expect(page.getByTestId('user')).not.toContainText(`+1${digits}`)
  })
  expect(withoutRefusals(noise)).toEqual([])
})

test('LNK-02: an address of another user is offered to be moved, and stays there when the user keeps it', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage()
  const [mine, theirs] = [newAddress(), newAddress()]
  await signIn(other, theirs)
  await signIn(page, mine)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(theirs)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Six-digit code')
  await code.waitFor()
  await code.fill(await codeFor(theirs, 1))

  await expect(sheetOf(page)).toContainText(/already|in use/i)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('user')).toContainText(mine)
  await other.reload()
  await expect(other.getByTestId('user')).toContainText(theirs)
})
