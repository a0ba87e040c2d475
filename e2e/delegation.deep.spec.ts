import { expect, type Page, test } from '@playwright/test'
import { verifyMessage, verifyTypedData } from 'viem'
import { newAddress } from './new-names.js'
import { signIn, watchNoise } from './person.js'
import { hold } from './wallet-page.js'

const message = 'The back end of the demo signed this with your wallet.'

/** The answer of the demo's back end to a request to sign with the wallet. */
function askBackEnd(
  page: Page,
  address: string,
  what: 'sign-message' | 'sign-typed-data' = 'sign-message',
) {
  return page.evaluate(
    async ([owner, path]) => {
      const response = await fetch(`/back-end/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address: owner }),
      })
      return { status: response.status, body: await response.json() }
    },
    [address, what] as const,
  )
}

test('a user lets the app’s back end sign while they are away, and ends it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const noise = watchNoise(context)
  const made = await signIn(page, newAddress())
  const address = made.ethereum as `0x${string}`
  const section = page.locator('#delegation')
  const sheet = page.getByRole('dialog')
  const inner = page.frameLocator('iframe[data-sallyport="page"]')

  await test.step('DEL-04: it cannot before', async () => {
    expect(await askBackEnd(page, address)).toMatchObject({ status: 403 })
    expect(await askBackEnd(page, address, 'sign-typed-data')).toMatchObject({ status: 403 })
  })

  await test.step('"Not now" gives nothing', async () => {
    await section.getByRole('button', { name: 'Allow the back end' }).click()
    await expect(
      sheet.getByRole('heading', { name: /^Let .+ use this wallet without asking$/ }),
    ).toBeVisible()
    await expect(inner.getByText(address)).toBeVisible()
    await inner.getByRole('button', { name: 'Not now' }).click()
    await expect(sheet).toBeHidden()
    expect(await askBackEnd(page, address)).toMatchObject({ status: 403 })
  })

  await test.step('the wallet’s own page says what is allowed, and allows it after a long press', async () => {
    await section.getByRole('button', { name: 'Allow the back end' }).click()
    await expect(inner.getByText('Sign any message.')).toBeVisible()
    await expect(inner.getByText('Sign any structured data.')).toBeVisible()
    await expect(inner.getByText(/Send up to 0\.1 ETH in 24 hours/)).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('consent.png') })
    const allowed = inner.getByText('Allowed. You can end it in your account.')
    await hold(page, inner.getByRole('button', { name: 'Hold to allow' }), allowed)
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toBeHidden()
  })

  await test.step('the back end signs, with no page open', async () => {
    await page.goto('about:blank')
    await page.goBack()
    const { status, body } = await askBackEnd(page, address)
    expect(status).toBe(200)
    expect(await verifyMessage({ address, message, signature: body.signature })).toBe(true)
  })

  await test.step('and typed data, which a second library verifies', async () => {
    const { status, body } = await askBackEnd(page, address, 'sign-typed-data')
    expect(status).toBe(200)
    const { typedData, signature } = body
    expect(typedData).toMatchObject({ primaryType: 'Order', domain: { name: 'Corner shop' } })
    expect(await verifyTypedData({ ...typedData, address, signature })).toBe(true)
    await section.getByRole('button', { name: 'Let it order' }).click()
    await expect(section.getByText(signature)).toBeVisible()
  })

  await test.step('the account sheet says so, and ends it', async () => {
    await page.getByRole('button', { name: /^Account: / }).click()
    await sheet.getByRole('button', { name: /Ethereum/ }).click()
    await expect(sheet.getByText('The app may use this wallet without asking.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Stop access' }).click()
    await expect(sheet.getByRole('heading', { name: 'Stop access to your wallets?' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Stop access' }).click()
    await expect(sheet.getByRole('heading', { name: 'Access stopped' })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('stopped.png') })
    for (const what of ['sign-message', 'sign-typed-data'] as const)
      expect(await askBackEnd(page, address, what)).toMatchObject({
        status: 403,
        body: { error: expect.any(String) },
      })
  })
  // The browser reports the refusals.
  expect(noise.filter((line) => !line.includes('403'))).toEqual([])
})

test('a page that presses for the user, covers the wallet’s page or sends its events gets nothing', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const made = await signIn(page, newAddress())
  const sheet = page.getByRole('dialog')
  const inner = page.frameLocator('iframe[data-sallyport="page"]')
  await page.locator('#delegation').getByRole('button', { name: 'Allow the back end' }).click()
  await expect(
    sheet.getByRole('heading', { name: /^Let .+ use this wallet without asking$/ }),
  ).toBeVisible()
  const button = inner.getByRole('button', { name: 'Hold to allow' })
  await expect(button).toBeVisible()
  // What a script could send: the events of a press, which no user has caused.
  await button.evaluate((element) => {
    const how = { bubbles: true, composed: true, button: 0, isPrimary: true, pointerType: 'mouse' }
    element.dispatchEvent(new PointerEvent('pointermove', how))
    element.dispatchEvent(new PointerEvent('pointerdown', how))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await page.evaluate(() => {
    const frames = document.querySelectorAll('iframe')
    for (const frame of frames) {
      const data = { event: 'privy:delegated-actions:consent', id: 'x', data: {} }
      frame.contentWindow?.postMessage(data, '*')
      frame.contentWindow?.postMessage(JSON.stringify(data), '*')
    }
  })
  // Twice as long as a press must last.
  const startedAtMs = await button.evaluate(() => performance.now())
  await expect
    .poll(() => button.evaluate(() => performance.now()))
    .toBeGreaterThan(startedAtMs + 2_000)
  await button.evaluate((element) => {
    element.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await expect(inner.getByText('Allowed.')).toHaveCount(0)
  expect(await askBackEnd(page, made.ethereum)).toMatchObject({ status: 403 })
})
