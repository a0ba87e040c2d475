import { test as base, expect, type Frame, type Page } from '@playwright/test'
import { type BareHost, serveHost } from './bare-host.js'
import { dev } from './person.js'

type Heard = { data: unknown; origin: string }

/** Where the frame is served. */
export const authOrigin = new URL(dev.authUrl).origin

/** The address of the demo app's frame. */
export const framePath = `${dev.authUrl}/apps/${dev.appId}/embedded-wallets`

interface Hostile {
  /** An origin that the app allows, with an empty page. */
  host: Awaited<ReturnType<typeof serveHost>>
  /** What the frame's origin has written to the console; must be empty when a test ends. */
  noise: string[]
}

/** A test whose `context` has pages that listen for whatever is said. */
export const test = base.extend<Hostile>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  host: async ({}, use) => {
    const host = await serveHost('')
    await use(host)
    host.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  noise: async ({}, use) => use([]),
  context: async ({ browser, noise }, use) => {
    const context = await browser.newContext()
    await context.addInitScript(() => {
      const heard: { data: unknown; origin: string }[] = []
      Object.assign(window, { heard })
      window.addEventListener('message', ({ data, origin }) => heard.push({ data, origin }))
    })
    context.on('console', (message) => {
      // What the browser reports of refused loads is its own.
      if (message.text().startsWith('Failed to load resource')) return
      if (message.location().url.startsWith(authOrigin)) noise.push(message.text())
    })
    await use(context)
    // The frame says nothing to the console, whatever it is told.
    expect(noise).toEqual([])
    await context.close()
  },
})

/** What a window has been told by the frame's origin. */
export const heardFromFrame = async (where: Page | Frame) =>
  (await where.evaluate(() => (window as unknown as { heard: Heard[] }).heard)).filter(
    ({ origin }) => origin === authOrigin,
  )

/** The frame still serves the page that asks properly. */
export async function expectServing(page: BareHost): Promise<void> {
  expect((await page.ask('privy:iframe:ready', {})).data).toEqual({})
}

/** The wallet frame of a page. */
export function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(framePath))
  if (!frame) throw new Error('The page has no wallet frame')
  return frame
}

/** The user has this wallet and no other, and the frame signs with it. */
export async function expectOneWallet(
  page: BareHost,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const me = await fetch(`${dev.authUrl}/api/v1/users/me`, {
    headers: { 'privy-app-id': dev.appId, authorization: `Bearer ${token}` },
  })
  const { user } = await me.json()
  const wallets = user.linked_accounts.filter(({ type }: { type: string }) => type === 'wallet')
  expect(wallets.map((wallet: { address: string }) => wallet.address)).toEqual([address])
  const request = { method: 'personal_sign', params: ['still here', address] }
  const signed = await page.ask('privy:wallet:rpc', { accessToken: token, address, request })
  expect(JSON.stringify(signed.data)).toMatch(/0x[0-9a-f]{130}/)
}
