import { expect, test } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import { approveInFrame, enforceWalletUis, openWalletWindow } from './enforced.js'
import { newAddress } from './new-names.js'
import { dev, signIn, wallets, watchNoise } from './person.js'
import { readAndPress } from './read-to-end.js'

test('a user without money sends sponsored calls by a smart wallet that is linked silently, and signs by it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const noise = watchNoise(context)
  const node = createPublicClient({ transport: http(dev.evmRpcUrl) })
  await signIn(page, newAddress())
  const dialog = page.getByRole('dialog')
  const section = page.locator('#smart-wallet')
  const linked = page.waitForResponse((response) =>
    response.url().endsWith('/siwe/link_smart_wallet'),
  )
  await section.getByRole('button', { name: 'Use a smart wallet' }).click()
  const address = (await section.getByTestId('smart-address').innerText()) as `0x${string}`

  await test.step('it is linked without a screen', async () => {
    const response = await linked
    expect(response.status()).toBe(200)
    const { linked_accounts } = await response.json()
    expect(linked_accounts).toContainEqual(
      expect.objectContaining({ type: 'smart_wallet', address, smart_wallet_type: 'safe' }),
    )
    await expect(dialog).toBeHidden()
  })

  await test.step('a message is valid before the wallet is deployed', async () => {
    const sign = section.getByTestId('smart-sign')
    await sign.getByRole('button', { name: 'Sign message' }).click()
    await expect(dialog.getByText('Hello from Sallyport')).toBeVisible()
    await readAndPress(page, 'Sign')
    const signature = (await sign.getByTestId('smart-signature').innerText()) as `0x${string}`
    const message = 'Hello from Sallyport'
    expect(await node.verifyMessage({ address, message, signature })).toBe(true)
    await expect(dialog).toBeHidden()
  })

  await test.step('a call costs nothing, and deploys it', async () => {
    const send = section.getByTestId('smart-send')
    await send.getByRole('button', { name: 'Send a call' }).click()
    // The bundler starts with the first call.
    await expect(dialog.getByText('Paid by the app')).toBeVisible({ timeout: 30_000 })
    await readAndPress(page, 'Approve')
    await expect(send.getByTestId('smart-hash')).toHaveText(/^0x[0-9a-f]{64}$/, { timeout: 30_000 })
    await dialog.getByRole('button', { name: 'Done' }).click()
    expect(await node.getCode({ address })).toMatch(/^0x../)
    expect(await node.getBalance({ address })).toBe(0n)
  })

  await test.step('two calls are one operation, and each is shown', async () => {
    const send = section.getByTestId('smart-send')
    await send.getByRole('button', { name: 'Send two at once' }).click()
    await expect(dialog.getByText('Make 2 calls at once')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await readAndPress(page, 'Approve')
    await dialog.getByRole('button', { name: 'Done' }).click({ timeout: 30_000 })
  })
  expect(noise).toEqual([])
})

test('SMW-10: a user whose smart wallet cannot be linked stays signed in and uses it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const noise = watchNoise(context)
  await page.route('**/siwe/link_smart_wallet', (route) =>
    route.fulfill({
      status: 401,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: 'The signature is not valid', code: 'invalid_credentials' },
    }),
  )
  await signIn(page, newAddress())
  const dialog = page.getByRole('dialog')
  const section = page.locator('#smart-wallet')
  const refused = page.waitForRequest((request) => request.url().endsWith('/link_smart_wallet'))
  await section.getByRole('button', { name: 'Use a smart wallet' }).click()
  await refused
  await expect(section.getByTestId('smart-address')).toHaveText(/^0x[0-9a-fA-F]{40}$/)
  await expect.poll(() => noise.join('\n')).toContain('The smart wallet was not linked')
  await expect(dialog).toBeHidden()
  const sign = section.getByTestId('smart-sign')
  await sign.getByRole('button', { name: 'Sign message' }).click()
  await readAndPress(page, 'Sign')
  await expect(sign.getByTestId('smart-signature')).toHaveText(/^0x[0-9a-f]+$/)
})

test.describe('where the wallet page asks', () => {
  test.afterEach(() => enforceWalletUis(false))

  test('it shows each call of the operation, and signs nothing without an approval there', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const node = createPublicClient({ transport: http(dev.evmRpcUrl) })
    await signIn(page, newAddress())
    const section = page.locator('#smart-wallet')
    const linked = page.waitForResponse((each) => each.url().endsWith('/siwe/link_smart_wallet'))
    await section.getByRole('button', { name: 'Use a smart wallet' }).click()
    const address = (await section.getByTestId('smart-address').innerText()) as `0x${string}`
    await linked

    await enforceWalletUis(true)
    await page.reload()
    await wallets(page)
    const send = section.getByTestId('smart-send')
    const frame = page.frameLocator('iframe[data-sallyport="frame"]')
    const sheet = frame.getByRole('dialog')
    const ask = async () => {
      await send.getByRole('button', { name: 'Send two at once' }).click()
      // The bundler starts with the first call.
      await expect(sheet.getByRole('heading', { name: 'Make 2 calls at once' })).toBeVisible({
        timeout: 30_000,
      })
    }

    await ask()
    const first = await openWalletWindow(page, frame)
    const shown = first.getByRole('dialog')
    await expect(shown.getByText('0x7099')).toHaveCount(2)
    await expect(shown.getByText(address.slice(0, 6))).toBeVisible()
    await first.screenshot({ path: test.info().outputPath('operation.png') })
    const closed = first.waitForEvent('close')
    // The window closes while the key is still down.
    await first.keyboard.press('Escape').catch(() => undefined)
    await closed
    await expect(sheet).toHaveCount(0)
    expect(await node.getCode({ address })).toBeUndefined()

    await ask()
    const second = await openWalletWindow(page, frame)
    await approveInFrame(second, second)
    await expect(send.getByTestId('smart-hash')).toHaveText(/^0x[0-9a-f]{64}$/, { timeout: 30_000 })
    expect(await node.getCode({ address })).toMatch(/^0x../)
  })
})
