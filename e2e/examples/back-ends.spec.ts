import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { dev, watchNoise } from '../person.js'
import { runScripts, serveApp, signInAt } from './example.js'
import { root } from './root.js'

const webhooksUrl = `${dev.authUrl}/admin/v1/webhooks`
async function callApp(method: string, url: string, body?: object) {
  const basic = Buffer.from(`${dev.appId}:${dev.appSecret}`).toString('base64')
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${basic}`,
      'privy-app-id': dev.appId,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.ok, `${method} ${url}: ${response.status}`).toBe(true)
  return response.status === 204 ? undefined : response.json()
}

/** Presses the button that asks the server who the user is, or asks from the page by its cookie. */
const askServer: Record<string, (page: Page) => Promise<string>> = {
  page: async (page) => {
    await page.getByRole('button', { name: 'Ask the server who I am' }).click()
    await expect(page.locator('#answer')).not.toBeEmpty()
    return page.locator('#answer').innerText()
  },
  cookie: (page) =>
    page.evaluate(async () => {
      const response = await fetch('/api/me')
      return `${response.status} ${await response.text()}`
    }),
}

for (const [name, command, how] of [
  ['express', ['node', 'server.js'], 'page'],
  ['hono', ['node', 'server.js'], 'page'],
  ['nextjs-full-stack', ['next', 'start', '--port', '{port}'], 'cookie'],
] as const) {
  test(`${name}: knows its user, refuses others, and is told of a sign-up by a webhook`, async ({
    context,
    page,
  }) => {
    const ask = askServer[how] as (page: Page) => Promise<string>
    const folder = await runScripts(join(root, 'examples', name), { name })
    // The secret is shown once, before the example runs; its address follows.
    const event_types = ['user.created']
    const url = `${dev.dashboardUrl}/webhooks/receive`
    const { id, secret } = await callApp('POST', webhooksUrl, { url, event_types })
    const example = await serveApp(folder, command, { WEBHOOK_SECRET: secret })
    try {
      await callApp('PATCH', `${webhooksUrl}/${id}`, { url: `${example.url}webhooks` })
      const noise = watchNoise(context)
      expect((await fetch(`${example.url}api/me`)).status).toBe(401)
      const forged = await fetch(`${example.url}webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': 'x' },
        body: '{"type":"user.created"}',
      })
      expect(forged.status).toBe(400)

      await signInAt(page, example.url)

      await expect.poll(() => ask(page)).toMatch(/^200 .*"did:.*"told_of_sign_up":true/)
      expect(noise).toEqual([])
    } finally {
      await example.stop()
      await callApp('DELETE', `${webhooksUrl}/${id}`)
    }
  })
}
