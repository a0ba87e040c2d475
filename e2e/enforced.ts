import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type FrameLocator, type Page } from '@playwright/test'
import { type Answer, openBareHost, signInByApi } from './bare-host.js'
import { dev } from './person.js'
import { type Drawn, readToEnd } from './read-to-end.js'

/** Changes settings of the app under test, as the dashboard does. */
export async function changeApp(change: object): Promise<void> {
  const credentials = Buffer.from(`${dev.appId}:${dev.appSecret}`).toString('base64')
  const response = await fetch(`${dev.authUrl}/admin/v1/app`, {
    method: 'PATCH',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(response.status).toBe(200)
}

/** Switches `enforce_wallet_uis` of the app under test. */
export function enforceWalletUis(isOn: boolean): Promise<void> {
  return changeApp({ enforce_wallet_uis: isOn })
}

/** A page that embeds the frame by hand and does with it what it likes, with a wallet that is ready to sign. */
export interface HostilePage {
  page: Page
  frame: FrameLocator
  address: string
  token: string
  /** Asks for a signature on `message` and does not wait. */
  askFor(message: string, extra?: object): Promise<Pending>
  /** Shows the frame over the whole page, as our client does. */
  show(style?: string): Promise<void>
  ask(event: string, data: unknown): Promise<Answer>
}
export interface Pending {
  id: string
  /** The answer so far; null while there is none. */
  answer(): Promise<Answer | null>
}

/** Style of a frame that fills the page. */
const fullFrame = 'position:fixed;inset:0;width:100%;height:100%;border:0'

export async function openHostilePage(context: BrowserContext, url: string): Promise<HostilePage> {
  const { token } = await signInByApi()
  const { page, ask } = await openBareHost(context, url)
  const created = await ask('privy:wallet:create', { accessToken: token })
  const address = String(created.data?.address)
  const style = (css: string) =>
    page.evaluate((text) => {
      const element = document.getElementById('wallet')
      if (element) element.style.cssText = text
    }, css)
  return {
    page,
    ask,
    address,
    token,
    frame: page.frameLocator('#wallet'),
    show: (css = fullFrame) => style(css),
    async askFor(message, extra = {}) {
      const id = `id-${randomBytes(8).toString('hex')}`
      const request = { method: 'personal_sign', params: [message, address] }
      const data = { accessToken: token, address, request, ...extra }
      await page.evaluate(
        ({ envelope, target }) => {
          const element = document.getElementById('wallet') as HTMLIFrameElement
          element.contentWindow?.postMessage(envelope, target)
        },
        { envelope: { id, event: 'privy:wallet:rpc', data }, target: new URL(dev.authUrl).origin },
      )
      return {
        id,
        answer: () =>
          page.evaluate((wanted) => {
            const isAnswer = (each: Answer) => each.id === wanted && each.event.startsWith('privy:')
            return window.answers.find(isAnswer) ?? null
          }, id),
      }
    },
  }
}

/** Waits until the confirmation can be approved. */
export async function armed(frame: Drawn): Promise<void> {
  // What is long says so a moment after it is drawn: it is read again until the button is armed.
  await expect(async () => {
    await readToEnd(frame)
    const primary = frame.locator('.primary')
    await expect(primary).toHaveAttribute('aria-disabled', 'false', { timeout: 1_500 })
  }).toPass({ timeout: 30_000 })
}

/** Presses Approve of our own frame with the mouse as a hand does: moves there, waits a moment, presses. */
export async function approveInFrame(page: Page, frame: Drawn): Promise<void> {
  await armed(frame)
  const box = await frame.locator('.primary').boundingBox()
  if (!box) throw new Error('Approve is not on screen')
  await page.mouse.move(box.x + 5, box.y + 5)
  await page.mouse.move(box.x + 40, box.y + 20, { steps: 4 })
  await page.waitForTimeout(600)
  // A window of the wallet may close while the click is still reported.
  await page.mouse.click(box.x + 40, box.y + 20).catch((error: unknown) => {
    if (!page.isClosed()) throw error
  })
}

/** Opens the wallet's window for what a page could have users press blind; `frame` shows the button that opens it. */
export async function openWalletWindow(page: Page, frame: FrameLocator): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await approveInFrame(page, frame)
  return opened
}

/** Confirms in the wallet's window what a call of the page waits for: a login that is added, or another app. */
export async function confirmInWallet(page: Page, title: RegExp): Promise<void> {
  const frame = page.frameLocator('iframe[data-sallyport="frame"]')
  await expect(frame.getByRole('heading')).toHaveText(title)
  const window = await openWalletWindow(page, frame)
  await expect(window.getByRole('heading')).toHaveText(title)
  await approveInFrame(window, window)
}

/** Moves the mouse onto the middle of Approve as a hand does, and rests there. */
export async function aimAtApprove({
  page,
  frame,
}: HostilePage): Promise<{ x: number; y: number }> {
  const box = await frame.locator('.primary').boundingBox()
  if (!box) throw new Error('Approve is not on screen')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(at.x - 40, at.y - 30)
  await page.mouse.move(at.x, at.y, { steps: 4 })
  await page.waitForTimeout(600)
  return at
}
