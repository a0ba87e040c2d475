import { expect, test } from '@playwright/test'
import { cookies } from '@sallyport/contract'
import { watchNoise } from '../person.js'
import { writeApp } from './apps.js'
import { runApp, runExample, signInAt } from './example.js'

const command = ['next', 'start', '--port', '{port}']

test('the first HTML contains the user of a verified cookie', async ({ context, page }) => {
  const example = await runExample('nextjs', command)
  const htmlFor = async (cookie: string) =>
    (await fetch(example.url, { headers: { cookie } })).text()
  try {
    const noise = watchNoise(context)
    await signInAt(page, example.url)
    await expect(page.locator('#greeting')).toHaveText(/^Logged in as did:/)
    const greeting = await page.locator('#greeting').innerText()

    const jar = await context.cookies(example.url)
    const token = jar.find((each) => each.name === cookies.accessToken)?.value ?? ''
    expect(await htmlFor(`${cookies.accessToken}=${token}`)).toContain(greeting)
    expect(await htmlFor('')).toContain('Logged out')
    const [header, payload, signature = ''] = token.split('.')
    const forged = `${header}.${payload}.${[...signature].reverse().join('')}`
    expect(await htmlFor(`${cookies.accessToken}=${forged}`)).toContain('Logged out')

    await page.reload()
    await expect(page.locator('#greeting')).toHaveText(greeting)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.locator('#greeting')).toHaveText('Logged out')
    expect(noise).toEqual([])
  } finally {
    await example.stop()
  }
})

for (const [script, libraries] of [
  ['build', {}],
  ['build:webpack', {}],
  ['build', { viem: '2.44.4', '@solana/kit': '6.9.0' }],
] as const) {
  const named = Object.keys(libraries).length > 0 ? 'with viem' : 'without viem'
  test(`the files of the page on Next.js work as pasted: ${script}, ${named}`, async ({
    context,
    page,
  }) => {
    const source = writeApp('nextjs', { pages: ['docs/start/nextjs.md'], dependencies: libraries })
    const app = await runApp(source, { name: 'nextjs-app', command, scripts: [script] })
    try {
      const noise = watchNoise(context)
      await signInAt(page, app.url)
      await expect(page.getByRole('heading')).toHaveText(/^Logged in as did:/)
      const user = (await page.getByRole('heading').innerText()).replace('Logged in as ', '')
      await expect(page.getByRole('button')).toHaveText('Log out')

      // What the server renders before any script runs.
      const html = await (await page.request.get(app.url)).text()
      expect(html).toContain(`Logged in as ${user}`)
      expect(await (await page.request.get(`${app.url}api/me`)).json()).toEqual({ user })
      expect((await fetch(`${app.url}api/me`)).status).toBe(401)
      expect(noise).toEqual([])
    } finally {
      await app.stop()
    }
  })
}
