import { expect, test } from '@playwright/test'
import { newAddress } from './new-names.js'
import { codeFor, createOf, dev, signIn, subjectsFromVault, wallets } from './person.js'

test('a new browser shows that it restores the wallet, and can retry after a failure', async ({
  browser,
}) => {
  const address = newAddress()
  const first = await browser.newContext()
  const made = await signIn(await first.newPage(), address)
  await first.close()

  const context = await browser.newContext()
  const page = await context.newPage()
  expect(await signIn(page, address)).toEqual(made)
  const dialog = page.getByRole('dialog')
  const recovery = '**/embedded_wallets/*/recovery'
  await context.route(recovery, (route) => route.abort())
  await page.getByTestId('sign-message').getByRole('button', { name: 'Sign message' }).click()
  await expect(dialog.getByRole('heading', { name: 'Couldn’t open your wallet' })).toBeVisible()

  await context.unroute(recovery)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route(recovery, async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const restoring = dialog.getByRole('heading', { name: 'Restoring your wallet on this device' })
  await expect(restoring).toBeVisible()
  release()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()

  const signature = page.getByTestId('sign-message').getByTestId('signature')
  await expect(signature).toHaveText(/^0x/)
  await expect(dialog).toBeHidden()
  // P6: the vault tells the user by itself.
  await expect
    .poll(async () => new Set(await subjectsFromVault(address)), { timeout: 10_000 })
    .toEqual(new Set(['The recovery key of your Sallyport demo wallet was released']))
  await context.close()
})

const outOfReach = {
  'the server': '**/v1/embedded_wallets',
  'the code of wallets': /\/wallets-[^/]*\.js$/,
}
for (const [what, urls] of Object.entries(outOfReach)) {
  test(`when ${what} is unreachable at login, a reload creates the wallets without a screen`, async ({
    browser,
  }) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const address = newAddress()
    await context.route(urls, (route) => route.abort())
    await page.goto(dev.demoUrl)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByLabel('Email').fill(address)
    await page.keyboard.press('Enter')
    await page.getByLabel('Six-digit code').fill(await codeFor(address))
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
    await expect(page.getByText('Creating your wallet')).toHaveCount(0)
    for (const chain of ['ethereum', 'solana']) await expect(createOf(page, chain)).toBeVisible()

    await context.unroute(urls)
    const dialogs: string[] = []
    await page.exposeFunction('sawDialog', (text: string) => void dialogs.push(text))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const host = document.getElementById('sallyport-dialog')
        // Exposed by the test.
        if (host) (window as unknown as { sawDialog(text: string): void }).sawDialog(host.id)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()

    await wallets(page)
    expect(dialogs).toEqual([])
    await context.close()
  })
}
