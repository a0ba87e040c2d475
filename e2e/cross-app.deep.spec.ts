import { expect, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { allow, button, lending, logInSecond, noApps, openSecond, windowOf } from './cross-app.js'
import { changeApp } from './enforced.js'
import { newAddress } from './new-names.js'
import { dev, proveEmail, signIn } from './person.js'
import { readAndPress } from './read-to-end.js'

const message = 'Hello from the second demo'

test.afterEach(() => changeApp(lending(false)))

test('a user brings a wallet to another app, signs and sends there, and ends it', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const { ethereum } = await signIn(page, newAddress())
  const address = ethereum as `0x${string}`
  await page.getByTestId('ethereum-wallet').getByRole('button', { name: 'Get test funds' }).click()

  const other = await test.step('logs in with the account of the first demo', async () => {
    const { page: second, popup } = await openSecond(page)
    await expect(popup.getByText(new URL(dev.secondDemoUrl).host)).toBeVisible()
    await second.screenshot({ path: test.info().outputPath('waiting.png') })
    await popup.screenshot({ path: test.info().outputPath('consent.png') })
    await allow(popup)
    await expect(second.getByTestId('other-address')).toHaveText(ethereum)
    return second
  })
  const sign = () => windowOf(other, () => button(other, 'Sign a message').click())

  await test.step('a signature is approved in a window of the first demo', async () => {
    const popup = await sign()
    await expect(popup.getByText(message)).toBeVisible()
    await popup.screenshot({ path: test.info().outputPath('sign.png') })
    await popup.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(other.getByText('The signature is valid')).toBeVisible()
    const signature = (await other.getByTestId('signature').innerText()) as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  await test.step('error: a request that is declined, and a window that is closed, sign nothing', async () => {
    const declined = await sign()
    await declined.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(other.getByText('Cancelled')).toBeVisible()

    const closed = await sign()
    await expect(closed.getByText(message)).toBeVisible()
    await expect(other.getByText('Cancelled')).toBeHidden()
    await closed.close()
    await expect(other.getByText('Cancelled')).toBeVisible()
  })

  await test.step('a transaction is approved there, and its hash comes back', async () => {
    const popup = await windowOf(other, () => button(other, 'Send 0.001 ETH to itself').click())
    await readAndPress(popup, 'Approve')
    await expect(other.getByTestId('hash')).toHaveText(/^0x[0-9a-f]{64}$/, { timeout: 30_000 })
    await expect.poll(() => popup.isClosed(), { timeout: 30_000 }).toBe(true)
  })

  await test.step('XAP-05: the token of the connection opens no session', async () => {
    const token = await other.evaluate(
      (id) => JSON.parse(localStorage.getItem(`privy:cross-app:${id}`) ?? 'null'),
      dev.appId,
    )
    expect(token).toEqual(expect.any(String))
    const answer = await fetch(`${dev.authUrl}/api/v1/users/me`, {
      headers: {
        'privy-app-id': dev.appId,
        origin: dev.demoUrl,
        authorization: `Bearer ${token}`,
      },
    })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'missing_or_invalid_token' })
  })

  await test.step('XAP-06: after the user has ended it the next request is refused', async () => {
    const sheet = page.getByRole('dialog')
    await page.bringToFront()
    await page.getByRole('button', { name: /^Account: / }).click()
    await sheet.getByRole('button', { name: 'Apps that act for you' }).click()
    await sheet.getByRole('button', { name: 'Disconnect Second demo' }).click()
    await button(page, 'Disconnect').click()
    await expect(sheet.getByText(noApps)).toBeVisible()

    await other.bringToFront()
    const popup = await sign()
    await expect(other.getByText('Something went wrong')).toBeVisible()
    await expect.poll(() => popup.isClosed()).toBe(true)
    await expect(other.getByText('The signature is valid')).toBeHidden()
  })

  await test.step('the account is unlinked where another one is left, and stays where it is the only one', async () => {
    await button(other, 'Unlink the account').click()
    await expect(other.getByText('Something went wrong').first()).toBeVisible()
  })
})

test('error: a login that is declined, or whose window is closed, shares nothing', async ({
  page,
}) => {
  await signIn(page, newAddress())
  const { page: second, popup } = await openSecond(page)
  await button(popup, 'Don’t allow').click()
  const dialog = second.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Not connected' })).toBeVisible()
  const again = await windowOf(second, () => button(second, 'Try again').click())
  await expect(again.getByRole('heading', { name: 'Log in to Second demo' })).toBeVisible()
  await again.close()
  await expect(dialog.getByRole('button', { name: 'Window closed? Try again' })).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apps that act for you' }).click()
  await expect(page.getByText(noApps)).toBeVisible()
})

test('XAP-02: error: a read-only connection shows the wallet and asks for nothing', async ({
  page,
}) => {
  await changeApp(lending(true))
  const { ethereum } = await signIn(page, newAddress())
  const second = await logInSecond(page)
  await expect(second.getByTestId('other-address')).toHaveText(ethereum)
  await button(second, 'Sign a message').click()
  await expect(second.getByText('Cannot transact against a read-only provider app')).toBeVisible()
})

test('XAP-01: error: an app that the other one does not list can’t log in with it', async ({
  page,
}) => {
  await changeApp(lending(false, 'c'.repeat(25)))
  await page.goto(dev.secondDemoUrl)
  const popup = await windowOf(page, () => button(page, 'Log in with the first demo').click())
  await expect(page.getByText('The other app doesn’t allow this connection.')).toBeVisible()
  await expect.poll(() => popup.isClosed()).toBe(true)
})

test('a user who is logged in by email links the account of the other app, and unlinks it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { ethereum } = await signIn(page, newAddress())
  const second = await page.context().newPage()
  await second.goto(dev.secondDemoUrl)
  await button(second, 'Other ways to log in').click()
  await proveEmail(second, newAddress())
  const popup = await windowOf(second, () => button(second, 'Link your account').click())
  await allow(popup)
  await expect(second.getByTestId('other-address')).toHaveText(ethereum)

  await button(second, 'Account').click()
  const sheet = second.getByRole('dialog')
  await sheet.getByRole('button', { name: /^Sallyport demo/ }).click()
  await expect(sheet.getByText('Wallets in Sallyport demo')).toBeVisible()
  await second.screenshot({ path: test.info().outputPath('linked.png') })
  await sheet.getByRole('button', { name: 'Close' }).click()
  await button(second, 'Unlink the account').click()
  await expect(button(second, 'Link your account')).toBeVisible()
})
