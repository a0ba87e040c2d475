import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { createOf, dev, proveEmail, signIn, wallets } from './person.js'
import { expectSigned, topDialog } from './second-factors.js'

const authOrigin = new URL(dev.authUrl).origin
const framePage = '**/apps/*/embedded-wallets*'

/** Runs `change` in each page of the wallet's origin before its own scripts. */
async function changeFrame(context: BrowserContext, change: string): Promise<void> {
  await context.addInitScript(
    `if (location.origin === ${JSON.stringify(authOrigin)}) { ${change} }`,
  )
}

async function signMessage(page: Page): Promise<void> {
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  await topDialog(page).getByRole('button', { name: 'Sign', exact: true }).click()
  await expectSigned(page)
}

async function logInWithoutWallets(page: Page, address: string): Promise<void> {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await proveEmail(page, address)
  await topDialog(page).getByRole('button', { name: 'Later' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByTestId('user')).toContainText(address)
}

test('R27: a wallet page that does not load leaves the login, and the wallets come when it loads', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await context.route(framePage, (route) => route.abort('blockedbyclient'))
  await logInWithoutWallets(page, newAddress())
  await expect
    // The frame is asked 270 times, once in 150 ms (specification §9).
    .poll(() => warnings, { timeout: 50_000 })
    .toContainEqual(expect.stringContaining('could not be loaded'))

  await context.unroute(framePage)
  await page.reload()
  await wallets(page)
  await signMessage(page)
})

const blockedStorage = {
  'refuses to open': `Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('Blocked', 'SecurityError') } } })`,
  'does not exist': `Object.defineProperty(window, 'indexedDB', { value: undefined })`,
}
for (const [how, change] of Object.entries(blockedStorage)) {
  test(`R28: storage that ${how}: each visit recovers the same wallets and signs`, async ({
    context,
    page,
  }) => {
    await changeFrame(context, change)
    const made = await signIn(page, newAddress())
    await signMessage(page)
    await page.reload()
    expect(await wallets(page)).toEqual(made)
    await signMessage(page)
  })
}

test('R29: cleared storage, with the page open and after a reload: the same wallets sign', async ({
  context,
  page,
}) => {
  const made = await signIn(page, newAddress())
  const cdp = await context.newCDPSession(page)
  const clear = () =>
    cdp.send('Storage.clearDataForOrigin', { origin: authOrigin, storageTypes: 'indexeddb' })
  await clear()
  await signMessage(page)
  await clear()
  await page.reload()
  expect(await wallets(page)).toEqual(made)
  await signMessage(page)
})

const fullDisk = `
  globalThis.isDiskFull = true
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...values) {
    if (globalThis.isDiskFull) throw new DOMException('The quota is exceeded', 'QuotaExceededError')
    return put.apply(this, values)
  }`

async function freeDisk(page: Page): Promise<void> {
  const walletFrame = () => page.frames().find((each) => each.url().startsWith(authOrigin))
  await expect.poll(walletFrame).toBeDefined()
  await walletFrame()?.evaluate('globalThis.isDiskFull = false')
}

test('R30: a full disk shows no wallet; with space again one is made, and it signs', async ({
  context,
  page,
}) => {
  await changeFrame(context, fullDisk)
  await logInWithoutWallets(page, newAddress())
  for (const chain of ['ethereum', 'solana']) await expect(createOf(page, chain)).toBeVisible()
  await freeDisk(page)
  await createOf(page, 'solana').click()
  await wallets(page)
  await signMessage(page)
})

test('R30: a full disk at the recovery of a new device loses nothing', async ({
  browser,
  page,
}) => {
  const address = newAddress()
  const made = await signIn(page, address)
  const device = await browser.newContext()
  await changeFrame(device, fullDisk)
  const there = await device.newPage()
  expect(await signIn(there, address)).toEqual(made)
  await there.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  await expect(there.getByTestId('sign-message').getByTestId('signature')).toHaveCount(0)
  await signMessage(page)

  await there.reload()
  await freeDisk(there)
  expect(await wallets(there)).toEqual(made)
  await signMessage(there)
  await device.close()
})
