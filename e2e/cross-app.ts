import { expect, type Page } from '@playwright/test'
import { confirmInWallet } from './enforced.js'
import { dev } from './person.js'

/** How the demo lends its wallets to the second one. */
export const lending = (readOnly: boolean, requester = dev.secondAppId) => ({
  cross_app: {
    providers: [],
    page_url: `${dev.demoUrl}/`,
    requesters: [{ app_id: requester, read_only: readOnly }],
    requester_sites: [],
  },
})

/** What the list of apps says where no app or site is connected. */
export const noApps = 'No app can use your wallets or ask for signatures.'

/** The window that `press` opens. */
export async function windowOf(page: Page, press: () => Promise<void>): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), press()])
  return opened
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the second demo and its window of the first one. */
export async function openSecond(first: Page): Promise<{ page: Page; popup: Page }> {
  const page = await first.context().newPage()
  await page.goto(dev.secondDemoUrl)
  const popup = await windowOf(page, () => button(page, 'Log in with the first demo').click())
  return { page, popup }
}

/** Lets the second demo know the wallets. The window closes by itself. */
export async function allow(popup: Page): Promise<void> {
  await expect(popup.getByRole('heading', { name: 'Log in to Second demo' })).toBeVisible()
  const closed = popup.waitForEvent('close')
  await button(popup, 'Allow').click()
  await confirmInWallet(popup, /Connect your wallet to/)
  await closed
}

/** The second demo, logged in with the account of the first one. */
export async function logInSecond(first: Page): Promise<Page> {
  const { page, popup } = await openSecond(first)
  await allow(popup)
  await expect(page.getByTestId('other-address')).toBeVisible()
  return page
}
