import { expect, type Page, test } from '@playwright/test'
import { serveHost } from './bare-host.js'
import { button, lending, logInSecond, noApps, windowOf } from './cross-app.js'
import { changeApp, confirmInWallet } from './enforced.js'
import { newAddress } from './new-names.js'
import { dev, signIn } from './person.js'

/* A page that is not what it says, and the pages that ask the user. */

const key = 'AnmuZn753Lugvc5VzgbOlgcjRWlZUpW+q1QTmVF5ivzY'
const listed = { origin: 'https://shop.example', name: 'Corner shop', read_only: false }
const lendingToSites = {
  cross_app: { ...lending(false).cross_app, requester_sites: [listed] },
}

let thief: Awaited<ReturnType<typeof serveHost>>
test.beforeAll(async () => {
  // Apps for development accept every page of localhost.
  thief = await serveHost('<h1>A page</h1>', '[::1]')
})
test.beforeEach(() => changeApp(lendingToSites))
test.afterEach(() => changeApp(lending(false)))
test.afterAll(() => thief.close())

/** A page that is listed nowhere and writes down what other windows tell it. */
async function openThief(first: Page): Promise<Page> {
  const page = await first.context().newPage()
  await page.goto(thief.url)
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.addEventListener('message', ({ data }) => heard.push(data))
  })
  return page
}
const heardBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)

const openFrom = (page: Page, url: string) =>
  windowOf(page, () => page.evaluate((href) => void window.open(href, '', 'popup'), url))

const connectUrl = (origin: string) =>
  `${dev.authUrl}/cross-app/connect?${new URLSearchParams({
    provider_app_id: dev.appId,
    requester_public_key: key,
    requester_origin: origin,
    connect: 'true',
  })}`

async function connectedApps(page: Page): Promise<void> {
  await page.bringToFront()
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apps that act for you' }).click()
}

test('XAP: error: a page that poses as a listed site is told nothing, whatever the user answers', async ({
  page,
}) => {
  await signIn(page, newAddress())
  const posing = await openThief(page)
  const popup = await openFrom(posing, connectUrl(listed.origin))
  // The user reads whose connection it would be, and where it is.
  await expect(popup.getByRole('heading', { name: 'Connect to Corner shop' })).toBeVisible()
  await expect(popup.getByText('shop.example')).toBeVisible()
  const closed = popup.waitForEvent('close')
  await button(popup, 'Allow').click()
  await confirmInWallet(popup, /Connect your wallet to/)
  await closed
  expect(await heardBy(posing)).toEqual([])
})

test('XAP-01: error: a site that is not listed is refused, and connects nothing', async ({
  page,
}) => {
  await signIn(page, newAddress())
  const posing = await openThief(page)
  const popup = await openFrom(posing, connectUrl(new URL(thief.url).origin))
  await expect(popup.getByText('Can’t go on here')).toBeVisible()
  await expect(button(popup, 'Allow')).toHaveCount(0)
  await connectedApps(page)
  await expect(page.getByText(noApps)).toBeVisible()
})

test('XAP: error: a token that was taken from another app gives its thief no signature', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const { ethereum } = await signIn(page, newAddress())
  const second = await logInSecond(page)
  const token = await second.evaluate(
    (id) => JSON.parse(localStorage.getItem(`privy:cross-app:${id}`) ?? 'null'),
    dev.appId,
  )
  const posing = await openThief(page)
  const ask = (callbackUrl: string) => {
    const request = {
      content: { request: { method: 'personal_sign', params: ['0x6869', ethereum] } },
      timestamp: Date.now(),
      callbackUrl,
    }
    const query = new URLSearchParams({ token, request: JSON.stringify(request) })
    return openFrom(posing, `${dev.authUrl}/oauth/transact?${query}`)
  }

  const own = await ask(thief.url)
  // Refused, and closed by itself.
  await expect.poll(() => own.isClosed()).toBe(true)
  const heard = JSON.stringify(await heardBy(posing))
  expect(heard).toContain('error')
  expect(heard).not.toContain('result')

  // In the name of the app that it was given to: the user is asked, and the answer is for that app's pages only.
  const posed = await ask(dev.secondDemoUrl)
  await posed.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expect.poll(() => posed.isClosed()).toBe(true)
  expect(JSON.stringify(await heardBy(posing))).not.toContain('0x')
})

test('XAP: error: consent is not shown in a frame, also to a user who is logged in', async ({
  page,
}) => {
  await signIn(page, newAddress())
  const outer = await openThief(page)
  const fragment = new URLSearchParams({
    'sallyport-cross-app': 'connect',
    requester_public_key: key,
    requester_origin: listed.origin,
  })
  const said = outer.waitForEvent('console', (message) => message.text().includes('in a frame'))
  await outer.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    frame.style.cssText = 'width:900px;height:700px'
    document.body.append(frame)
  }, `${dev.demoUrl}#${fragment}`)
  await said
  await expect(outer.frameLocator('iframe').getByRole('dialog')).toHaveCount(0)
  const framed = await page.request.get(connectUrl(listed.origin), {
    headers: { 'sec-fetch-dest': 'iframe' },
    maxRedirects: 0,
  })
  expect(framed.status()).toBe(403)
})

test('XAP: error: a script that presses Allow connects nothing; a user who presses it does', async ({
  page,
}) => {
  await signIn(page, newAddress())
  const posing = await openThief(page)
  const popup = await openFrom(posing, connectUrl(listed.origin))
  const allow = button(popup, 'Allow')
  await expect(allow).toBeEnabled()
  await allow.evaluate((element: HTMLElement) => {
    element.click()
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  // The screen is as it was: a press that counts makes it busy at once.
  await expect(allow).toBeEnabled()
  await expect(allow).not.toHaveAttribute('aria-busy', 'true')
  await connectedApps(page)
  await expect(page.getByText(noApps)).toBeVisible()

  const closed = popup.waitForEvent('close')
  await popup.bringToFront()
  await allow.click()
  await confirmInWallet(popup, /Connect your wallet to/)
  await closed
})
