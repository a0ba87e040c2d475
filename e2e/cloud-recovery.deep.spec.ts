import { expect, type Page, test } from '@playwright/test'
import { openSheet } from './account-sheet.js'
import { dialogOf } from './login-ways.js'
import { newAddress, newName } from './new-names.js'
import { offer } from './offered-recovery.js'
import { dev, signIn, wallets } from './person.js'
import { testRecovery } from './test-recovery.js'

const storages = [
  { name: 'Google Drive', account: 'Google', simulator: 'googleDrive' },
  { name: 'iCloud', account: 'Apple', simulator: 'icloud' },
] as const
type Storage = (typeof storages)[number]

test.beforeAll(() => offer(['google-drive', 'icloud', 'user-passcode']))
test.afterAll(() => offer([]))

for (const storage of storages) {
  test(`a wallet whose file is in ${storage.name} comes back in a new browser; what is refused is said, and nothing is lost`, async ({
    browser,
  }) => {
    test.setTimeout(260_000)
    const [here, there] = [await browser.newContext(), await browser.newContext()]
    const [page, other] = [await here.newPage(), await there.newPage()]
    const [address, owner] = [newAddress(), newName('owner')]
    const made = await signIn(page, address)

    await test.step('what the storage refuses changes nothing', async () => {
      await openRecovery(page)
      await dialogOf(page).getByRole('button', { name: storage.name }).click()
      await visit(page, storage, { decision: 'Cancel' })
      await says(page, /^You didn’t allow access/)
      const refused = /refused access/
      const notKept = /didn’t keep the file/
      const sentences = [
        ['refused', refused],
        ['revoked', refused],
        ['full', /is full/],
        ['stale', notKept],
        ['deleted', notKept],
      ] as const
      for (const [answer, sentence] of sentences) {
        await answering(storage, answer, async () => {
          await visit(page, storage, { owner })
          await says(page, sentence)
        })
      }
    })

    await test.step('says that the storage does not answer', async () => {
      await answering(storage, 'down', async () => {
        // Apple says where users log in, so that its window closes again.
        if (storage.name === 'iCloud') await go(page, storage).click()
        else await visit(page, storage, { owner })
        await says(page, /didn’t answer/)
      })
    })

    await test.step('sets it', async () => {
      await visit(page, storage, { owner })
      await expect(heading(page, `Saved in ${storage.name}`)).toBeVisible({ timeout: 30_000 })
      await expect(dialogOf(page).getByText(`a file in your ${storage.name}`)).toBeVisible()
    })

    await test.step('tests it after a login there; without the file the test says so', async () => {
      await answering(storage, 'deleted', async () => {
        await dialogOf(page).getByRole('button', { name: 'Test recovery' }).click()
        await visit(page, storage, { owner })
        const inner = page.frameLocator('iframe[data-sallyport="page"]')
        await inner.getByRole('button', { name: 'Start the test' }).click()
        await expect(inner.getByText(/isn’t in this storage/)).toBeVisible({ timeout: 30_000 })
      })
      await page.reload()
      await openWallet(page)
      await testRecovery(page, made.ethereum, async (inner) => {
        await visit(page, storage, { owner })
        await inner.getByRole('button', { name: 'Start the test' }).click()
      })
    })

    await test.step('another account, a file that is gone and a refusal do not open it', async () => {
      expect(await signIn(other, address)).toEqual(made)
      await other.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
      await visit(other, storage, { decision: 'Cancel' })
      await says(other, /^You didn’t allow access/)
      await visit(other, storage, { owner: newName('thief') })
      await says(other, /other account/)
      await answering(storage, 'deleted', async () => {
        await visit(other, storage, { owner })
        await says(other, /isn’t in this/)
      })
      await answering(storage, 'revoked', async () => {
        await visit(other, storage, { owner })
        await says(other, /refused access/)
      })
    })

    await test.step('the file opens it, and the same address signs', async () => {
      await visit(other, storage, { owner })
      const sign = dialogOf(other).last().getByRole('button', { name: 'Sign', exact: true })
      await sign.click({ timeout: 30_000 })
      const signature = other.getByTestId('sign-message').getByTestId('signature')
      await expect(signature).toHaveText(/^0x/, { timeout: 30_000 })
      expect(await wallets(other)).toEqual(made)
    })

    await test.step('a passcode takes its place', () => setPasscode(page))
    await here.close()
    await there.close()
  })
}

test('a browser that blocks windows goes to Google in this tab and comes back', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await signIn(page, newAddress())
  await openRecovery(page)
  await dialogOf(page).getByRole('button', { name: 'Google Drive' }).click()
  await dialogOf(page).getByRole('button', { name: 'Continue with Google' }).click()
  await dialogOf(page).getByRole('button', { name: 'Continue in this tab' }).click()
  await page.getByLabel('Name').fill(newName('owner'))
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(heading(page, 'Saved in Google Drive')).toBeVisible({ timeout: 30_000 })
  expect(page.url()).not.toContain('privy_oauth')
  await expect(dialogOf(page)).toBeHidden()
  await openWallet(page)
  await setPasscode(page)
})

const heading = (page: Page, name: string) => dialogOf(page).getByRole('heading', { name })

async function openWallet(page: Page): Promise<void> {
  await openSheet(page)
  await dialogOf(page)
    .getByRole('button', { name: /Ethereum/ })
    .first()
    .click()
}

/** Opens the choice of recoveries of the Ethereum wallet. */
async function openRecovery(page: Page): Promise<void> {
  await openWallet(page)
  await dialogOf(page).getByRole('button', { name: 'Change recovery' }).click()
}

const go = (page: Page, { account }: Storage) =>
  dialogOf(page)
    .last()
    .getByRole('button', { name: `Continue with ${account}` })

/** Gives the wallet of the open account sheet a passcode, so that the app may stop offering storages. */
async function setPasscode(page: Page): Promise<void> {
  const sheet = dialogOf(page)
  await sheet.getByRole('button', { name: 'Change recovery' }).click()
  await sheet.getByRole('button', { name: /^Passcode/ }).click()
  await sheet.getByRole('button', { name: 'Set a passcode' }).click()
  await sheet.getByLabel('Passcode', { exact: true }).fill('harbour-lantern-velvet')
  await sheet.getByLabel('Repeat the passcode').fill('harbour-lantern-velvet')
  await sheet.getByRole('button', { name: 'Set passcode' }).click()
  await expect(heading(page, 'Passcode set')).toBeVisible({ timeout: 30_000 })
}

/** Logs in at the storage's provider in its window, or cancels there. */
async function visit(
  page: Page,
  storage: Storage,
  { owner = '', decision = 'Continue' }: { owner?: string; decision?: 'Continue' | 'Cancel' },
): Promise<void> {
  const opening = page.waitForEvent('popup')
  await go(page, storage).click({ timeout: 30_000 })
  const popup = await opening
  if (owner) await popup.getByLabel('Name').fill(owner)
  const closing = popup.waitForEvent('close')
  await popup.getByRole('button', { name: decision }).click()
  await closing
}

async function says(page: Page, sentence: RegExp): Promise<void> {
  await expect(dialogOf(page).last().getByRole('note')).toHaveText(sentence, { timeout: 30_000 })
}

/** Has the simulated storage answer so while `work` runs. */
async function answering(
  { simulator: id }: Storage,
  answer: string,
  work: () => Promise<void>,
): Promise<void> {
  await choose(id, answer)
  try {
    await work()
  } finally {
    await choose(id, 'normal')
  }
}

async function choose(id: string, answer: string): Promise<void> {
  const given = await fetch(`${dev.dashboardUrl}/api/simulators`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, answer }),
  })
  expect(given.status).toBe(200)
}
