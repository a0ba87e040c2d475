import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import {
  type Browser,
  type BrowserContext,
  expect,
  type Frame,
  type FrameLocator,
  type Page,
  test,
} from '@playwright/test'
import { addressFromPrivateKey } from '@sallyport/crypto/chains/ethereum'
import { openExitFile } from '@sallyport/crypto/exit-file'
import { findings } from './axe.js'
import { leaks, spellings, spellingsOfText } from './canaries.js'
import { newAddress } from './new-names.js'
import { dev, signIn } from './person.js'
import { everyLog, everyRow } from './places.js'
import { ownStack } from './stacks.js'
import { hold } from './wallet-page.js'

const password = 'quiet lamp over the river'

function newKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** Opens a page of the wallet's origin from its page of the demo. */
async function openInner(page: Page, path: string, press: string): Promise<FrameLocator> {
  await page.goto(`${dev.demoUrl}/methods/${path}`)
  await page.getByRole('button', { name: press }).click()
  // Hidden until the texts around it stand.
  await expect(page.locator('iframe[data-sallyport="page"]')).toBeVisible({ timeout: 20_000 })
  return page.frameLocator('iframe[data-sallyport="page"]')
}

const openImport = (page: Page) => openInner(page, 'import', 'Import an Ethereum wallet')
const openExport = (page: Page) => openInner(page, 'export', 'Export or back up the wallet')

async function importKey(page: Page, key: string): Promise<void> {
  const inner = await openImport(page)
  await inner.getByRole('textbox').fill(key)
  await inner.getByRole('button', { name: 'Add wallet' }).click()
  await expect(page.getByText(/^Added 0x/)).toBeVisible({ timeout: 20_000 })
}

/** Saves the backup file and the page that opens it; returns where. */
async function saveBackup(page: Page): Promise<{ file: string; opener: string }> {
  const inner = await openExport(page)
  for (const check of await inner.getByRole('checkbox').all()) await check.check()
  await inner.getByText('Backup file', { exact: true }).click()
  await inner.getByLabel('Password of the file').fill(password)
  await inner.getByLabel('Repeat the password').fill(password)
  const save = inner.getByRole('link', { name: 'Save the file' })
  await hold(page, inner.getByRole('button', { name: 'Hold to create the file' }), save)
  const saved = async (name: string) => {
    const waiting = page.waitForEvent('download')
    await inner.getByRole('link', { name }).click()
    const download = await waiting
    const path = test.info().outputPath(download.suggestedFilename())
    await download.saveAs(path)
    return path
  }
  return { file: await saved('Save the file'), opener: await saved('Save the page that opens it') }
}

/** Everything of a context that could hold a secret. */
async function listen(context: BrowserContext) {
  const lines: string[] = []
  const bodies: string[] = []
  context.on('console', (message) => lines.push(message.text()))
  context.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
  const messages: string[] = []
  await context.exposeFunction('heard', (text: string) => void messages.push(text))
  await context.addInitScript(() => {
    const { heard } = window as unknown as { heard: (text: string) => void }
    window.addEventListener('message', ({ data }) => heard(JSON.stringify(data)))
  })
  return { lines, bodies, messages }
}

async function openOffline(browser: Browser, saved: { file: string; opener: string }) {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(pathToFileURL(saved.opener).href)
  await page.getByLabel('Backup file', { exact: true }).last().setInputFiles(saved.file)
  await page.getByLabel('Password of the file').fill(password)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
  return { context, page }
}

test('a backup file and the page that opens it give the addresses back without a network; nothing of it or of an imported key leaks', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const context = await browser.newContext()
  const heard = await listen(context)
  const page = await context.newPage()
  const made = await signIn(page, newAddress())
  const bytes = newKey()
  const key = `0x${Buffer.from(bytes).toString('hex')}`

  await importKey(page, key)
  const saved = await saveBackup(page)

  await test.step('the saved page is the one that was built', () => {
    const built = new URL('../apps/frame/dist-page/exit-kit.html', import.meta.url)
    expect(readFileSync(saved.opener).equals(readFileSync(built))).toBe(true)
  })
  await test.step('it gives the addresses back', async () => {
    const offline = await openOffline(browser, saved)
    for (const address of [made.ethereum, made.solana])
      await expect(offline.page.getByText(address, { exact: true })).toBeVisible()
    await offline.context.close()
  })
  await test.step('entropy, password and imported key are nowhere else', async () => {
    const text = readFileSync(saved.file, 'utf8')
    const { secret } = await openExitFile({ webCrypto: crypto, password }, text)
    const canaries = [...spellings(secret.bytes), ...spellings(bytes), ...spellingsOfText(password)]
    const storage = await page.evaluate(() =>
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    )
    const places = {
      storage,
      messages: heard.messages.join('\n'),
      console: heard.lines.join('\n'),
      bodies: heard.bodies.join('\n'),
      log: await everyLog(ownStack().logDir),
      database: await everyRow(dev.databaseUrl),
    }
    expect(leaks(canaries, places)).toEqual([])
    // Each place was really looked into.
    expect(places.messages).toContain(addressFromPrivateKey(bytes))
    expect(places.bodies).toContain('/embedded_wallets')
    expect(places.log).toContain('/embedded_wallets')
    expect(places.database).toContain(addressFromPrivateKey(bytes))
  })
  await context.close()
})

/** The frame of the visible page. */
async function innerFrame(page: Page): Promise<Frame> {
  const handle = await page.locator('iframe[data-sallyport="page"]').elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('The page of the wallet’s origin is not open')
  return frame
}

async function look(where: Frame | Page, name: string): Promise<string[]> {
  const { violations: all } = await findings(where)
  // Looked at alone, a frame has no heading: the modal around it has.
  const violations = all.filter((line) => !line.startsWith('page-has-heading-one: html'))
  const isCutOff = await where.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return [...violations, ...(isCutOff ? ['it scrolls sideways'] : [])].map(
    (line) => `${name}: ${line}`,
  )
}

for (const locale of ['en', 'ar'])
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      test(`axe finds nothing on the pages of the wallet’s origin and the exit kit: ${locale}, ${colorScheme}, ${width}`, async ({
        browser,
      }) => {
        test.setTimeout(180_000)
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 820 },
        })
        // The modal around them stays English, so that it is operated by the same names.
        await context.addInitScript(
          ([language, app]) => {
            if (location.origin === app) return
            Object.defineProperty(navigator, 'languages', { get: () => [language] })
          },
          [locale, new URL(dev.demoUrl).origin],
        )
        const page = await context.newPage()
        await signIn(page, newAddress())
        const found: string[] = []
        const lookAt = async (name: string) => {
          found.push(...(await look(await innerFrame(page), name)))
          await page.screenshot({ path: test.info().outputPath(`${name}.png`) })
        }
        for (const [path, press] of [
          ['import', 'Import an Ethereum wallet'],
          ['export', 'Export or back up the wallet'],
          ['recovery-test', 'Test the recovery of the wallet'],
        ] as const) {
          const inner = await openInner(page, path, press)
          await expect(inner.locator('main').getByRole('button').first()).toBeVisible()
          if (path === 'export') await inner.locator('label:has(input[value=file])').click()
          await lookAt(path)
          if (path === 'import') continue
          // What each shows at its end.
          if (path === 'export') {
            await inner.locator('label:has(input[value=phrase])').click()
            for (const check of await inner.getByRole('checkbox').all()) await check.check()
            await hold(page, inner.locator('.hold'), inner.locator('main .pair'))
          } else {
            await inner.locator('button[type=submit]').click()
            await expect(inner.locator('main button')).toHaveCount(0)
            await expect(inner.locator('main > p[role=status] + p.address')).toBeVisible()
          }
          await lookAt(`${path}, at its end`)
        }
        await page.goto(dev.demoUrl)
        await page
          .locator('#delegation')
          .getByRole('button', { name: 'Allow the back end' })
          .click()
        const consent = page.frameLocator('iframe[data-sallyport="page"]')
        await expect(consent.locator('ul.rights')).toBeVisible()
        await lookAt('delegation')
        const allowed = consent.locator('main > p[role=status]:only-child')
        await hold(page, consent.locator('.hold'), allowed)
        await lookAt('delegation, at its end')
        await page.goto(new URL('../apps/frame/dist-page/exit-kit.html', import.meta.url).href)
        await expect(page.locator('button[type=submit]')).toBeVisible()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        found.push(...(await look(page, 'exit kit')))
        await page.locator('label:has(input[value=phrase])').click()
        await page
          .locator('textarea')
          .fill('test test test test test test test test test test test junk')
        await page.locator('button[type=submit]').click()
        await expect(page.locator('.hold')).toBeVisible()
        found.push(...(await look(page, 'opened exit kit')))
        await page.screenshot({ path: test.info().outputPath('exit-kit.png'), fullPage: true })

        expect(found).toEqual([])
        await context.close()
      })

test('a keyboard alone imports a wallet and makes a backup file', async ({ browser }) => {
  test.setTimeout(120_000)
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, newAddress())
  const { keyboard } = page

  await test.step('import: the field has the focus', async () => {
    const inner = await openImport(page)
    await expect(inner.getByRole('textbox')).toBeFocused()
    await keyboard.type(`0x${Buffer.from(newKey()).toString('hex')}`)
    await expect(inner.getByText('This adds the wallet with this address:')).toBeVisible()
    await keyboard.press('Tab')
    await expect(inner.getByRole('button', { name: 'Add wallet' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByText(/^Added 0x/)).toBeVisible({ timeout: 20_000 })
  })

  await test.step('export: consequences, format, password, a key that is held', async () => {
    const inner = await openExport(page)
    const checks = inner.getByRole('checkbox')
    await expect(checks).toHaveCount(3)
    await checks.first().focus()
    for (const check of await checks.all()) {
      await expect(check).toBeFocused()
      await keyboard.press('Space')
      await keyboard.press('Tab')
    }
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(inner.getByRole('radio', { name: 'Backup file' })).toBeChecked()
    await keyboard.press('Tab')
    await keyboard.type(password)
    await keyboard.press('Tab')
    await keyboard.type(password)
    await keyboard.press('Tab')
    const button = inner.getByRole('button', { name: 'Hold to create the file' })
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    const save = inner.getByRole('link', { name: 'Save the file' })
    await expect(async () => {
      await keyboard.up('Enter')
      await keyboard.down('Enter')
      await expect(save).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 40_000 })
    await keyboard.up('Enter')
    await expect(save).toBeFocused()
  })
  await context.close()
})
