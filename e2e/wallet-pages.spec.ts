import { expect, test } from '@playwright/test'
import { entropyFromWords } from '@sallyport/crypto'
import { ethereum } from '@sallyport/crypto/chains/ethereum'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import { newAddress } from './new-names.js'
import { signIn, watchNoise } from './person.js'
import { hold } from './wallet-page.js'

test('IFR-12: a key is shown on the wallet’s origin after three confirmations and a long press, and recovery is tested', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  // The window of a small laptop: the wallet's page is longer than its frame.
  const context = await browser.newContext({ viewport: { width: 1_366, height: 600 } })
  const noise = watchNoise(context)
  const page = await context.newPage()
  const messages: string[] = []
  await page.exposeFunction('heard', (text: string) => void messages.push(text))
  await page.addInitScript(() => {
    // Only the app's page: frames of other origins have no such function.
    const heard = (window as unknown as { heard?: (text: string) => void }).heard
    window.addEventListener('message', ({ data }) => heard?.(JSON.stringify(data)))
  })
  const address = newAddress()
  const made = await signIn(page, address)
  const sheet = page.getByRole('dialog')
  await page.getByRole('button', { name: `Account: ${address}` }).click()
  await sheet.getByRole('button', { name: /Ethereum/ }).click()
  const inner = page.frameLocator('iframe[data-sallyport="page"]')

  await test.step('the user chooses a sign by which they know the wallet’s own window', async () => {
    await sheet.getByRole('button', { name: 'Export key' }).click()
    await inner.getByRole('button', { name: 'Choose a sign for your wallet' }).click()
    await inner.locator('label', { has: inner.getByRole('radio', { name: 'Leaf' }) }).click()
    await inner.getByRole('textbox', { name: 'Word' }).fill('Quincemarmalade')
    await inner.getByRole('button', { name: 'Save' }).click()
    await expect(inner.getByText('Quincemarmalade')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('sign.png') })
    await sheet.getByRole('button', { name: 'Close' }).click()
    await sheet.waitFor({ state: 'hidden' }).catch(() => undefined)
    await page.getByRole('button', { name: `Account: ${address}` }).click()
    await sheet.getByRole('button', { name: /Ethereum/ }).click()
  })

  const phrase = await test.step('the phrase restores the address', async () => {
    await sheet.getByRole('button', { name: 'Export key' }).click()
    await expect(sheet.getByRole('heading', { name: 'Export your key' })).toBeVisible()
    await expect(inner.getByText(made.ethereum)).toBeVisible()
    await expect(inner.getByText('Quincemarmalade')).toBeVisible()
    const button = inner.getByRole('button', { name: 'Hold to reveal' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    for (const check of await inner.getByRole('checkbox').all()) await check.check()
    const words = inner.locator('.secret li')
    await hold(page, button, words.first())
    const text = (await words.allTextContents()).join(' ')
    const seed = await seedFromEntropy(entropyFromWords(text), crypto.subtle)
    expect(ethereum.address(ethereum.derivePrivateKey(seed, 0)).address).toBe(made.ethereum)
    await page.screenshot({ path: test.info().outputPath('export.png') })
    await inner.getByRole('button', { name: 'Hide' }).click()
    await expect(words).toHaveCount(0)
    return text
  })

  await test.step('the app’s page heard none of it', async () => {
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    const dom = await page.evaluate(() => document.documentElement.outerHTML)
    for (const word of [phrase, phrase.split(' ').slice(0, 3).join(' '), 'Quincemarmalade']) {
      expect([...messages, stored, dom].filter((text) => text.includes(word))).toEqual([])
    }
  })

  await test.step('the test of recovery brings the address back', async () => {
    await sheet.getByRole('button', { name: 'Back' }).click()
    await sheet.getByRole('button', { name: 'Test recovery' }).click()
    // The modal names the page once it is ready.
    await expect(sheet.getByRole('heading', { name: 'Test your recovery' })).toBeVisible()
    await inner.getByRole('button', { name: 'Start the test' }).click()
    await expect(inner.getByText('Recovery works. This address came back:')).toBeVisible({
      timeout: 30_000,
    })
    await page.screenshot({ path: test.info().outputPath('rehearsal.png') })
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet.getByText(/Last tested on/)).toBeVisible()
  })
  expect(noise).toEqual([])
  await context.close()
})
