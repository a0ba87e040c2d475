import type { Page } from '@playwright/test'
import { newAddress } from './new-names.js'
import { dev } from './person.js'

/** Makes pages those of an app with captcha: the double does what `siteKey` says. The server is tested beside its code. */
export async function switchOn(page: Page, siteKey: string): Promise<{ tokens: unknown[] }> {
  const tokens: unknown[] = []
  await page.route(`**/apps/${dev.appId}`, async (route) => {
    const response = await route.fetch()
    const config = { ...(await response.json()), ...captcha(siteKey) }
    await route.fulfill({ response, json: config })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/passwordless/init') && request.method() === 'POST') {
      tokens.push(request.postDataJSON().token)
    }
  })
  return { tokens }
}

const captcha = (siteKey: string) => ({
  captcha_enabled: true,
  captcha_site_key: siteKey,
  enabled_captcha_provider: siteKey.startsWith('h') ? 'hcaptcha' : 'turnstile',
})

/** Opens the demo as an app with captcha; gives the tokens that calls for a code carried. */
export async function openWithCaptcha(page: Page, siteKey: string): Promise<{ tokens: unknown[] }> {
  const seen = await switchOn(page, siteKey)
  await page.goto(dev.demoUrl)
  return seen
}

/** Asks the modal for a code for a new address, which it gives. */
export async function askForCode(page: Page): Promise<string> {
  const address = newAddress()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  await page.keyboard.press('Enter')
  return address
}

/** The screen that asks whether a person is there. */
export const check = (page: Page) => page.getByRole('dialog', { name: 'Confirm you’re human' })
/** The double's button that answers the question. */
export const human = (page: Page) => page.getByRole('button', { name: 'I am human' })
