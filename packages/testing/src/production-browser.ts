import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, type Cookie, chromium } from 'playwright-core'
import { buildChunks } from './bundle.js'
import { createCertificate } from './deployment.js'

/* Chromium at the page of a production app: https everywhere, with the names of docs/operate/deploy.md. */

const inRepository = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const kit = inRepository('packages/react/src/index.ts')
const [appUrl, authUrl] = ['https://app.example.com/', 'https://auth.example.com']
const message = 'Hello from production'

const code = `
import { SallyportProvider, useSallyport } from ${JSON.stringify(kit)}
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
function App() {
  window.pageKit = useSallyport()
  return createElement('button', { onClick: () => window.pageKit.login() }, 'Log in')
}
createRoot(document.getElementById('root')).render(
  createElement(SallyportProvider, window.settings, createElement(App)),
)`

/** A page without our SDK: `askFrame` gives the type of the error that the wallet frame answers; undefined when it does what is asked. */
const bare = `<script>
window.askFrame = ({ frame, event, data }) => new Promise((answer) => {
  const element = document.createElement('iframe')
  const id = crypto.randomUUID()
  element.src = frame
  addEventListener('message', (told) => {
    if (told.source !== element.contentWindow || told.data.id !== id) return
    if (told.data.event === event) answer(told.data.error?.type)
  })
  element.addEventListener('load', () =>
    element.contentWindow.postMessage({ id, event, data }, new URL(frame).origin))
  document.body.append(element)
})
</script>`

/** What the page knows of its user; the rest of the kit is not used here. */
interface PageKit {
  user: { linkedAccounts: { type: string; address?: string; chainType?: string }[] } | null
  getAccessToken(): Promise<string | null>
  signMessage(input: { message: string }): Promise<{ signature: `0x${string}` }>
}
/** A request to the wallet frame, by its address. */
interface Asked {
  frame: string
  event: string
  data: object
}
declare global {
  var pageKit: PageKit
  /** Of the bare page. */
  var askFrame: (asked: Asked) => Promise<string | undefined>
}

/** A user who has logged in at the app's page. */
interface PageUser {
  wallets: { address: string; chainType: string }[]
  message: string
  /** By the Ethereum wallet. */
  signature: `0x${string}`
  /** The access token, which the app's page, back end and logs have. */
  token: string
  /** The cookie of the wallet grant. */
  grant: Cookie | undefined
}

/** Chromium in front of a production deployment. */
interface ProductionBrowser {
  /** Logs in by email in the app's page, waits for both wallets and signs. */
  logIn(email: string, readCode: () => Promise<string>): Promise<PageUser>
  /** What the wallet frame answers another browser that has the user's token: to making a wallet and to restoring the user's. */
  steal(from: PageUser): Promise<(string | undefined)[]>
  close(): Promise<void>
}

/**
 * Opens Chromium, for which both names lead to this machine: auth.example.com to the TLS proxy, app.example.com to the app's
 * page, which is served here. It accepts the certificates, which nothing that it knows has signed.
 */
export async function openProductionBrowser(place: {
  folder: string
  proxy: number
  appId: string
}): Promise<ProductionBrowser> {
  const site = await serveApp(place)
  const rules = [
    `MAP auth.example.com:443 127.0.0.1:${place.proxy}`,
    `MAP app.example.com:443 127.0.0.1:${site.port}`,
  ]
  const browser = await chromium.launch({
    executablePath: inRepository('scripts/chromium.sh'),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--ignore-certificate-errors',
      `--host-resolver-rules=${rules.join(', ')}`,
    ],
  })
  return {
    logIn: (email, readCode) => logIn(browser, { email, readCode }),
    steal: (from) => steal(browser, { appId: place.appId, from }),
    close: async () => {
      await browser.close()
      site.close()
    },
  }
}

/** The app's page, and at any other path a bare page of the same origin. */
async function serveApp({ folder, appId }: { folder: string; appId: string }) {
  const [chunk] = await buildChunks(code, kit, { isOneScript: true })
  if (chunk === undefined) throw new Error('The page has no script')
  const config = { embeddedWallets: { createOnLogin: 'all-users', showWalletUIs: false } }
  const settings = JSON.stringify({ appId, apiUrl: authUrl, config })
  const script = chunk.code.replaceAll('</script', '<\\/script')
  const page = `<div id="root"></div><script>var settings = ${settings}</script><script>${script}</script>`
  const files = createCertificate(folder)
  const pair = { key: readFileSync(files.key), cert: readFileSync(files.cert) }
  const server = createServer(pair, ({ url }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><link rel="icon" href="data:," />${url === '/' ? page : bare}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Listening on a port: the address is an object.
  const { port } = server.address() as AddressInfo
  return { port, close: () => server.close() }
}

async function logIn(
  browser: Browser,
  { email, readCode }: { email: string; readCode: () => Promise<string> },
): Promise<PageUser> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(appUrl)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Six-digit code')
  await field.waitFor()
  await field.fill(await readCode())
  await page.waitForFunction(() => {
    const wallets = globalThis.pageKit.user?.linkedAccounts.filter(({ type }) => type === 'wallet')
    return wallets?.length === 2
  })
  const known = await page.evaluate(
    async (text) => ({
      accounts: globalThis.pageKit.user?.linkedAccounts ?? [],
      token: (await globalThis.pageKit.getAccessToken()) ?? '',
      signature: (await globalThis.pageKit.signMessage({ message: text })).signature,
    }),
    message,
  )
  const cookies = await context.cookies(authUrl)
  const { accounts, ...rest } = known
  return {
    ...rest,
    message,
    wallets: accounts.flatMap(({ address = '', chainType = '', type }) =>
      type === 'wallet' ? [{ address, chainType }] : [],
    ),
    grant: cookies.find(({ name }) => name.startsWith('__Host-sallyport-wallet-')),
  }
}

async function steal(
  browser: Browser,
  { appId, from }: { appId: string; from: PageUser },
): Promise<(string | undefined)[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(new URL('/bare', appUrl).href)
  const accessToken = from.token
  const [{ address } = { address: '' }] = from.wallets
  const frame = `${authUrl}/apps/${appId}/embedded-wallets?caid=00000000-0000-4000-8000-000000000000`
  const ask = (asked: Asked) => page.evaluate((each) => globalThis.askFrame(each), asked)
  const made = await ask({ frame, event: 'privy:wallet:create', data: { accessToken } })
  const data = { accessToken, address }
  const restored = await ask({ frame, event: 'privy:wallet:recover', data })
  await context.close()
  return [made, restored]
}
