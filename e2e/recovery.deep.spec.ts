import { expect, type Page, test } from '@playwright/test'
import { openSheet } from './account-sheet.js'
import { newAddress } from './new-names.js'
import { offer } from './offered-recovery.js'
import { dev, proveEmail, signIn, wallets } from './person.js'
import { testRecovery } from './test-recovery.js'

const passcode = 'harbour-lantern-velvet-comet'

test.afterAll(() => offer([]))

test('a user sets a passcode; on a new device it is asked for, a wrong one is refused, and the same address signs', async ({
  browser,
}) => {
  test.setTimeout(160_000)
  await offer(['user-passcode'])
  const [here, there] = [await browser.newContext(), await browser.newContext()]
  const [page, other] = [await here.newPage(), await there.newPage()]
  const address = newAddress()
  const made = await signIn(page, address)
  const sheet = page.getByRole('dialog')

  await test.step('sets it in the account sheet', async () => {
    await openSheet(page)
    await sheet
      .getByRole('button', { name: /Ethereum/ })
      .first()
      .click()
    await sheet.getByRole('button', { name: 'Set a passcode' }).click()
    await expect(sheet.getByText('It can’t be reset.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Set a passcode' }).click()
    await sheet.getByLabel('Passcode', { exact: true }).fill(passcode)
    await sheet.getByLabel('Repeat the passcode').fill(passcode)
    const drawn = framesDuringWorker(page)
    await sheet.getByRole('button', { name: 'Set passcode' }).click()
    await expect(sheet.getByRole('heading', { name: 'Passcode set' })).toBeVisible({
      timeout: 30_000,
    })
    // argon2id runs beside the page, which draws meanwhile.
    expect(await drawn).toBeGreaterThan(5)
  })

  await test.step('tests it: a wrong one is refused, the right one brings the address back', () =>
    testRecovery(page, made.ethereum, async (inner) => {
      await inner.getByLabel('Passcode').fill('not-the-right-passcode')
      await inner.getByRole('button', { name: 'Start the test' }).click()
      await expect(inner.getByText(/^Wrong passcode/)).toBeVisible({ timeout: 30_000 })
      await page.screenshot({ path: test.info().outputPath('passcode-test.png') })
      await inner.getByLabel('Passcode').fill(passcode)
      await inner.getByLabel('Passcode').press('Enter')
    }))

  await test.step('a new device asks for it', async () => {
    expect(await signIn(other, address)).toEqual(made)
    const demo = other.getByTestId('sign-message')
    await demo.getByRole('button', { name: 'Sign message' }).click()
    const dialog = other.getByRole('dialog').last()
    await dialog.getByLabel('Passcode', { exact: true }).fill('not-the-right-passcode')
    await dialog.getByRole('button', { name: 'Open wallet' }).click()
    await expect(dialog.getByText(/^Wrong passcode/).first()).toBeVisible({ timeout: 30_000 })
    await dialog.getByLabel('Passcode', { exact: true }).fill(passcode)
    await dialog.getByRole('button', { name: 'Open wallet' }).click()
    await approve(other)
    await expect(demo.getByTestId('signature')).toHaveText(/^0x/, { timeout: 30_000 })
  })
  await here.close()
  await there.close()
})

async function approve(page: Page): Promise<void> {
  const button = page.getByRole('dialog').last().getByRole('button', { name: 'Sign', exact: true })
  await button.click({ timeout: 30_000 })
}

test('an app that demands it: a passcode is chosen before the wallet is created, and opens it on a new device', async ({
  browser,
}) => {
  test.setTimeout(100_000)
  await offer(['user-passcode'], { require_user_owned_recovery_on_create: true })
  const [here, there] = [await browser.newContext(), await browser.newContext()]
  const [page, other] = [await here.newPage(), await there.newPage()]
  const address = newAddress()
  try {
    await page.goto(dev.demoUrl)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await proveEmail(page, address)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Passcode', { exact: true }).fill(address)
    await dialog.getByLabel('Repeat the passcode').fill(address)
    await dialog.getByRole('button', { name: 'Create wallet' }).click()
    await expect(dialog.getByText(/easy to guess/).first()).toBeVisible()
    await dialog.getByLabel('Passcode', { exact: true }).fill(passcode)
    await dialog.getByLabel('Repeat the passcode').fill(passcode)
    await dialog.getByRole('button', { name: 'Create wallet' }).click()
    const made = await wallets(page)

    expect(await signIn(other, address)).toEqual(made)
    const demo = other.getByTestId('sign-message')
    await demo.getByRole('button', { name: 'Sign message' }).click()
    const asked = other.getByRole('dialog').last()
    await asked.getByLabel('Passcode', { exact: true }).fill(passcode)
    await asked.getByRole('button', { name: 'Open wallet' }).click()
    await approve(other)
    await expect(demo.getByTestId('signature')).toHaveText(/^0x/, { timeout: 30_000 })
  } finally {
    await offer([], { require_user_owned_recovery_on_create: false })
    await here.close()
    await there.close()
  }
})

/** How many frames the page draws while the next worker of the wallet page lives. */
async function framesDuringWorker(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = { frames: 0 }
    Object.assign(window, { seen })
    const draw = () => {
      seen.frames += 1
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
  })
  const frames = () => page.evaluate<number>(() => Reflect.get(window, 'seen').frames)
  const worker = await page.waitForEvent('worker')
  expect(worker.url()).toMatch(/^blob:/)
  const [before] = await Promise.all([frames(), worker.waitForEvent('close')])
  return (await frames()) - before
}
