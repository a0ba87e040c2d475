import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { loadChain } from '@sallyport/crypto'
import { readPrivateKey } from '@sallyport/crypto/chains/ethereum'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import { entropyFromWords } from '@sallyport/crypto/phrase'
import { watchNoise } from './person.js'
import { hold } from './wallet-page.js'

const built = new URL('../apps/frame/dist-page/exit-kit.html', import.meta.url)
const vector = JSON.parse(
  readFileSync(new URL('../packages/crypto/vectors/exit-file.json', import.meta.url), 'utf8'),
)
const phrase = 'test test test test test test test test test test test junk'

/** The page on disk, in a browser without a network. */
async function openExitKit(context: BrowserContext): Promise<{ page: Page; asked: string[] }> {
  await context.setOffline(true)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const page = await context.newPage()
  await page.goto(pathToFileURL(fileURLToPath(built)).href)
  return { page, asked }
}

function saveFile(file: object): string {
  const path = test.info().outputPath('wallet-backup.json')
  writeFileSync(path, JSON.stringify(file))
  return path
}

async function openFile(page: Page, { file, password }: { file: object; password: string }) {
  await page.getByLabel('Backup file', { exact: true }).last().setInputFiles(saveFile(file))
  await page.getByLabel('Password of the file').fill(password)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

test('the exit kit turns file and password into keys of four chains, from a disk and without a network', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const noise = watchNoise(context)
  const { page, asked } = await openExitKit(context)
  const seed = await seedFromEntropy(entropyFromWords(phrase), crypto.subtle)
  const problem = page.getByRole('alert')

  await test.step('a wrong password, an altered file and weak parameters are told apart', async () => {
    await openFile(page, { file: vector.file, password: 'not the password of it' })
    await expect(problem).toContainText('This is not the password of this file')
    const altered = { ...vector.file, secret: `A${vector.file.secret.slice(1)}` }
    await openFile(page, { file: altered, password: vector.password })
    await expect(problem).toContainText('This file is damaged')
    await openFile(page, { file: { hello: 'there' }, password: vector.password })
    await expect(problem).toContainText('This is not a backup file of a wallet')
  })

  await test.step('the right one gives every address, and a key after a long press', async () => {
    await openFile(page, { file: vector.file, password: vector.password })
    await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeFocused()
    await expect(page.getByText('Backup of January 2, 2026')).toBeVisible()
    for (const [name, load] of Object.entries(loadChain)) {
      const chain = await load()
      const { address } = chain.address(chain.derivePrivateKey(seed, 0))
      await expect(page.getByText(address, { exact: true }), name).toBeVisible()
    }
    const [first] = vector.wallet.accounts
    await page.getByText(first.address, { exact: true }).click()
    const key = page.locator('.secret')
    await hold(page, page.getByRole('button', { name: 'Hold to reveal' }), key)
    const chain = await loadChain.ethereum()
    expect(chain.address(readPrivateKey(await key.innerText())).address).toBe(first.address)
    await page.screenshot({ path: test.info().outputPath('exit-kit.png'), fullPage: true })
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect(key).toHaveCount(0)
  })

  await test.step('a recovery phrase alone gives the same addresses', async () => {
    await page.getByRole('button', { name: 'Open another' }).click()
    await page.getByText('Recovery phrase', { exact: true }).click()
    await page.getByLabel('Recovery phrase, 12 to 24 words').fill(phrase.replace('junk', 'test'))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(problem).toContainText('This is not a recovery phrase')
    await page.getByLabel('Recovery phrase, 12 to 24 words').fill(phrase)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByText(vector.wallet.accounts[0].address)).toBeVisible()
    await page.getByRole('button', { name: 'More addresses' }).click()
    await expect(page.getByText(vector.wallet.accounts[1].address)).toBeVisible()
  })

  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
  expect(noise).toEqual([])
  await context.close()
})
