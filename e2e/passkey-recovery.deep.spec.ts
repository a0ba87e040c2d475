import { expect, type Frame, type Page, type Response, test } from '@playwright/test'
import { openSheet } from './account-sheet.js'
import { findings } from './axe.js'
import { leaks, spellings } from './canaries.js'
import { newAddress } from './new-names.js'
import { offer } from './offered-recovery.js'
import { dev, proveEmail, signIn, wallets } from './person.js'
import { everyLog, everyRow } from './places.js'
import { addPrfAuthenticator } from './prf-authenticator.js'
import { ownStack } from './stacks.js'
import { testRecovery } from './test-recovery.js'

test.afterAll(() => offer([], { require_user_owned_recovery_on_create: false }))

const inner = (page: Page) => page.frameLocator('iframe[data-sallyport="page"]')
const press = (page: Page, name: string) => inner(page).getByRole('button', { name }).click()
const sheetOf = (page: Page) => page.getByRole('dialog')

async function openRecovery(page: Page): Promise<void> {
  await openSheet(page)
  await sheetOf(page)
    .getByRole('button', { name: /Ethereum/ })
    .first()
    .click()
  await sheetOf(page).getByRole('button', { name: 'Change recovery' }).click()
}

async function setPasskey(page: Page): Promise<void> {
  await press(page, 'Create a passkey')
  await press(page, 'Use the passkey')
  await expect(sheetOf(page).getByRole('heading', { name: 'Passkey set' })).toBeVisible({
    timeout: 30_000,
  })
}

/** Signs with the demo; whatever the wallet needs is done by `open`. */
async function sign(page: Page, open: () => Promise<void>): Promise<void> {
  const demo = page.getByTestId('sign-message')
  await demo.getByRole('button', { name: 'Sign message' }).click()
  await open()
  const button = sheetOf(page).last().getByRole('button', { name: 'Sign', exact: true })
  await button.click({ timeout: 30_000 })
  await expect(demo.getByTestId('signature')).toHaveText(/^0x/, { timeout: 30_000 })
}

const passkeyFrame = (page: Page) =>
  page.frames().find((each) => each.url().includes('/embedded-wallets/passkey'))

test('a passkey of the wallet’s origin is set, brings all addresses back on a new device, and gives its secret to no page of the app', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  await offer(['passkey'])
  const context = await browser.newContext()
  const page = await context.newPage()
  const authenticator = await addPrfAuthenticator(page)
  const heard = await hearMessages(page)
  const locators = hearLocators(page)
  const address = newAddress()
  const made = await signIn(page, address)

  await test.step('sets it in the account sheet', async () => {
    await openRecovery(page)
    await expect(
      sheetOf(page).getByRole('heading', { name: 'Set a recovery passkey' }),
    ).toBeVisible({ timeout: 20_000 })
    await expect(inner(page).getByRole('button', { name: 'Create a passkey' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await violations(passkeyFrame(page))).toEqual([])
    await setPasskey(page)
    expect(await authenticator.count()).toBe(1)
    await expect(sheetOf(page).getByText('comes back with your passkey')).toBeVisible()
  })

  await test.step('tests it', () =>
    testRecovery(page, made.ethereum, async (inner) => {
      await inner.getByRole('button', { name: 'Use the passkey' }).click()
    }))

  await test.step('on a new device, another passkey device opens nothing, and the right one opens all', async () => {
    await authenticator.clear([new URL(dev.demoUrl).origin, dev.authUrl])
    expect(await signIn(page, address)).toEqual(made)
    await sign(page, async () => {
      const use = inner(page).getByRole('button', { name: 'Use the passkey' })
      await expect(use).toBeVisible({ timeout: 20_000 })
      expect(await violations(passkeyFrame(page))).toEqual([])
      const empty = await hideCredentials(passkeyFrame(page))
      await use.click()
      await expect(inner(page).getByText('No passkey was used.')).toBeVisible()
      await empty.restore()
      await use.click()
    })
    const solana = page.getByTestId('solana-address')
    await expect(solana).toHaveText(made.solana)
  })

  await test.step('its secret is nowhere but in the wallet’s own page', async () => {
    await openRecovery(page)
    await sheetOf(page)
      .getByRole('button', { name: /Passkey/ })
      .click()
    await expect(inner(page).getByRole('button', { name: 'Create a passkey' })).toBeVisible({
      timeout: 20_000,
    })
    const [locator = ''] = locators
    const secret = await evaluateAgain(passkeyFrame(page), locator)
    expect(secret.length).toBe(32)
    const places = {
      messages: heard().join('\n'),
      storage: await page.evaluate(() => JSON.stringify({ ...localStorage })),
      page: await page.evaluate(() => document.documentElement.outerHTML),
      database: await everyRow(dev.databaseUrl),
      logs: await everyLog(ownStack().logDir),
    }
    expect(leaks(spellings(secret), places)).toEqual([])
  })

  await test.step('gives way to automatic recovery after it was used once more', async () => {
    await page.reload()
    await openRecovery(page)
    await sheetOf(page)
      .getByRole('button', { name: /Your login/ })
      .click()
    await sheetOf(page).getByRole('button', { name: 'Use my login' }).click()
    await press(page, 'Use the passkey')
    await expect(
      sheetOf(page).getByRole('heading', { name: 'Your login opens the wallet now' }),
    ).toBeVisible({ timeout: 30_000 })
    await authenticator.remove()
    await authenticator.clear([new URL(dev.demoUrl).origin, dev.authUrl])
    expect(await signIn(page, address)).toEqual(made)
    await sign(page, async () => undefined)
  })
  await context.close()
})

test('REC-13: a passkey device that gives no secret, does not verify its user or cannot leave the device is refused, and nothing is stored', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  await offer(['passkey'])
  const context = await browser.newContext()
  const page = await context.newPage()
  const locators = hearLocators(page)
  await signIn(page, newAddress())
  await openRecovery(page)
  for (const [more, text] of [
    [{ hasPrf: false }, /can’t open wallets/],
    [{ isUserVerified: false }, /No passkey was used/],
    [{ defaultBackupEligibility: false }, /stays on this device/],
  ] as const) {
    const authenticator = await addPrfAuthenticator(page, more)
    await press(page, 'Create a passkey')
    await expect(inner(page).getByText(text)).toBeVisible({ timeout: 20_000 })
    await authenticator.remove()
  }
  await page.reload()
  await openSheet(page)
  await sheetOf(page)
    .getByRole('button', { name: /Ethereum/ })
    .first()
    .click()
  await expect(sheetOf(page).getByText('comes back when you log in')).toBeVisible()
  expect(locators).toEqual([])
  await context.close()
})

test('an app that demands it: a passkey is made before the wallet is created, and opens it on a new device', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  await offer(['passkey'], { require_user_owned_recovery_on_create: true })
  const context = await browser.newContext()
  const page = await context.newPage()
  const authenticator = await addPrfAuthenticator(page)
  const address = newAddress()
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await proveEmail(page, address)
  await press(page, 'Create a passkey')
  await press(page, 'Use the passkey')
  const made = await wallets(page)

  await authenticator.clear([new URL(dev.demoUrl).origin, dev.authUrl])
  expect(await signIn(page, address)).toEqual(made)
  await sign(page, () => press(page, 'Use the passkey'))
  await context.close()
})

async function violations(where: Pick<Page, 'evaluate'> | undefined): Promise<string[]> {
  if (!where) throw new Error('The page is not there')
  const { violations: all } = await findings(where)
  // Looked at alone, a frame has no heading: the modal around it has.
  return all.filter((line) => !line.startsWith('page-has-heading-one: html'))
}

/** Every message that the app's page hears. */
async function hearMessages(page: Page): Promise<() => string[]> {
  const messages: string[] = []
  await page.exposeFunction('heard', (text: string) => void messages.push(text))
  await page.addInitScript(() => {
    const heard: unknown = Reflect.get(window, 'heard')
    window.addEventListener('message', ({ data }) => {
      if (typeof heard === 'function') heard(JSON.stringify(data))
    })
  })
  return () => messages
}

/** The locators of passkeys that the server lists, as they come. */
function hearLocators(page: Page): string[] {
  const found: string[] = []
  page.on('response', async (response: Response) => {
    if (!response.url().endsWith('/embedded_wallets/list')) return
    const { roots = [] } = await response.json().catch(() => ({}))
    for (const { recovery_locator: locator } of roots) if (locator) found.unshift(locator)
  })
  return found
}

/** Makes the page of the wallet's origin ask for passkeys that are not there, until it is restored. */
async function hideCredentials(frame: Frame | undefined) {
  await frame?.evaluate(() => {
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    Object.assign(window, { realGet: get })
    credentials.get = async (options) => {
      const other = { type: 'public-key', id: new Uint8Array(16) } as const
      return get({ publicKey: { ...options?.publicKey, allowCredentials: [other] } as never })
    }
  })
  return {
    restore: async () => {
      await frame?.evaluate(() => {
        navigator.credentials.get = Reflect.get(window, 'realGet')
      })
    },
  }
}

/** What the passkey of a locator gives, asked for in the wallet's own page as its code does. */
async function evaluateAgain(frame: Frame | undefined, locator: string): Promise<Uint8Array> {
  const [, id = '', salt = ''] = locator.split('$')
  const label = Buffer.from(`sallyport passkey recovery v1\n${dev.appId}\n`)
  const input = Buffer.concat([label, Buffer.from(salt, 'base64url')])
  const given = { id: [...Buffer.from(id, 'base64url')], input: [...input] }
  const output = await frame?.evaluate(async ({ id, input }) => {
    const first = await crypto.subtle.digest('SHA-256', new Uint8Array(input))
    const credential = await navigator.credentials.get({
      publicKey: {
        challenge: new Uint8Array(32),
        rpId: location.hostname,
        allowCredentials: [{ type: 'public-key', id: new Uint8Array(id) }],
        userVerification: 'required',
        extensions: { prf: { eval: { first } } },
      },
    })
    const used = credential as PublicKeyCredential
    const result = used.getClientExtensionResults().prf?.results?.first
    return [...new Uint8Array(result as ArrayBuffer)]
  }, given)
  return new Uint8Array(output ?? [])
}
