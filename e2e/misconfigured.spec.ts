import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { buildChunks } from '@sallyport/testing/bundle'
import { serveHost } from './bare-host.js'
import { dev } from './person.js'

const kit = fileURLToPath(new URL('../packages/react/src/index.ts', import.meta.url))
const code = `
import { SallyportProvider, useSallyport } from ${JSON.stringify(kit)}
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
const LogIn = () => createElement('button', { onClick: useSallyport().login }, 'Log in')
createRoot(document.getElementById('root')).render(
  createElement(SallyportProvider, window.settings, createElement('h1', null, 'My app'), createElement(LogIn)),
)`

interface Given {
  appId?: string
  apiUrl?: string
}

let script = ''

test.beforeAll(async () => {
  const [chunk] = await buildChunks(code, kit, { isOneScript: true })
  if (chunk === undefined) throw new Error('The page has no script')
  script = chunk.code.replaceAll('</script', '<\\/script')
})

const html = (given: Given) =>
  `<div id="root"></div><script>var settings = ${JSON.stringify(given)}</script><script>${script}</script>`

/** Opens the login of a page; gives its screen and the lines for the developer. */
async function openLogin(page: Page, url: string) {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('[Sallyport]')) lines.push(message.text())
  })
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'My app' })).toBeVisible()
  await page.getByRole('button', { name: 'Log in' }).click()
  return { screen: page.getByRole('dialog'), lines }
}

const unknownApp = 'clunknownapp0000000000000'
const { appId, authUrl: apiUrl } = dev

test.describe('a page whose settings can’t work is drawn, and the login says why', () => {
  for (const [name, given, text, line] of [
    [
      'no app id',
      { apiUrl },
      'isn’t registered',
      'it is undefined. If it comes from an environment',
    ],
    ['an empty app id', { appId: '', apiUrl }, 'isn’t registered', 'it is empty'],
    [
      'a short app id',
      { appId: 'abc', apiUrl },
      'isn’t registered',
      'exactly 25 characters, and it has 3',
    ],
    [
      'an unknown app id',
      { appId: unknownApp, apiUrl },
      'isn’t registered',
      `has no app ${unknownApp}`,
    ],
    ['no server', { appId }, 'address of the login service is wrong', 'it is undefined'],
    [
      'a server with a path',
      { appId, apiUrl: `${apiUrl}/api` },
      'address of the login service is wrong',
      `it is ${apiUrl}/api`,
    ],
  ] as const)
    test(name, async ({ page }) => {
      const host = await serveHost(html(given))
      const { screen, lines } = await openLogin(page, host.url)

      await expect(screen).toContainText('Login isn’t configured correctly')
      await expect(screen).toContainText(text)
      await expect.poll(() => lines).toEqual([expect.stringContaining(line)])
      await screen.getByRole('button', { name: 'Close' }).last().click()
      await expect(screen).toBeHidden()
      host.close()
    })
})

test('an origin that the app does not allow is named, with where to allow it', async ({ page }) => {
  const host = await serveHost(html({ appId, apiUrl }), '[::1]')
  const { screen, lines } = await openLogin(page, host.url)

  await expect(screen).toContainText('Login isn’t enabled for this website.')
  await expect
    .poll(() => lines)
    .toEqual([
      `[Sallyport] ${new URL(host.url).origin} is not an allowed domain of app ${appId}. Add it to the app's allowed_domains: under Settings in the dashboard of npm start, or by PATCH /admin/v1/app (docs/start/app-settings.md).`,
    ])
  host.close()
})

test('a page on plain http, as at an address of the network, is drawn and says that it needs https', async ({
  page,
}) => {
  const url = 'http://192.168.178.20:5173/'
  await page.route(`${url}**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html({ appId, apiUrl }) }),
  )
  const { screen, lines } = await openLogin(page, url)

  await expect(screen).toContainText('Open this page with https.')
  await expect(screen).toContainText('[Sallyport]')
  await expect
    .poll(() => lines)
    .toEqual([expect.stringContaining('http://192.168.178.20:5173 is on plain http')])
})
