import { expect, type Page, test } from '@playwright/test'
import type { InboxMessage } from '@sallyport/protocols/sandbox'
import { newAddress } from './new-names.js'
import { codeFor, dev, wallets, watchNoise } from './person.js'

// Each goes through several logins.
test.setTimeout(120_000)

/** Asks for a login by email in the demo, and gives the link of its mail. */
async function askForLink(page: Page, address: string): Promise<string> {
  await page.goto(dev.demoUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(address)
  await page.keyboard.press('Enter')
  await codeFor(address)
  const answer = await fetch(`${dev.inboxUrl}/messages?to=${encodeURIComponent(address)}`)
  const mails = (await answer.json()) as InboxMessage[] // of the sandbox
  const mail = mails.find(({ code }) => code !== null)
  const link = /https?:\/\/\S+\/login\/email#\S+/.exec(mail?.text ?? '')?.[0]
  if (link === undefined) throw new Error('The mail has no link')
  return link
}

/** The number that the modal shows beside the code. */
async function numberOf(page: Page): Promise<string> {
  const line = page.getByRole('dialog').getByText(/Or open the link in the email and enter/)
  await expect(line).toBeVisible()
  return (await line.locator('..').locator('b').innerText()).trim()
}

async function approve(page: Page, link: string, number: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel(/Number shown/).fill(number)
  await page.getByRole('button', { name: 'Finish logging in' }).click()
}

test('EML-04: the link of a mail logs in the tab that asked, no other browser, and only once', async ({
  browser,
}) => {
  const [context, phone] = [await browser.newContext(), await browser.newContext()]
  const noise = [watchNoise(context), watchNoise(phone)]
  const page = await context.newPage()
  const address = newAddress()
  const link = await askForLink(page, address)
  const number = await numberOf(page)
  const mail = await phone.newPage()
  await approve(mail, link, number)
  await expect(mail.getByRole('heading')).toHaveText('Approved')

  await wallets(page)
  await expect(page.getByTestId('user')).toContainText(address)
  await mail.goto(dev.demoUrl)
  await expect(mail.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await mail.goto(link)
  await mail.reload()
  await expect(mail.getByRole('heading')).toHaveText('This link does not work')
  expect(noise.flat().filter((line) => !/status of 4\d\d/.test(line))).toEqual([])
  await context.close()
  await phone.close()
})

test('a wrong number ends the link, logs no browser in, and the code still works', async ({
  browser,
}) => {
  const [context, attacker] = [await browser.newContext(), await browser.newContext()]
  const page = await context.newPage()
  const address = newAddress()
  const link = await askForLink(page, address)
  const number = await numberOf(page)
  const other = await attacker.newPage()
  await approve(other, link, number === '42' ? '43' : '42')
  await expect(other.getByRole('heading')).toHaveText('This link does not work')
  const again = await attacker.newPage()
  await again.goto(link)
  await expect(again.getByRole('heading')).toHaveText('This link does not work')

  await page.getByLabel('Six-digit code').fill(await codeFor(address))
  await wallets(page)
  await context.close()
  await attacker.close()
})
