import { expect, test } from '@playwright/test'
import { cookies } from '@sallyport/contract'
import { watchNoise } from '../person.js'
import { type Running, runExample, signInAt } from './example.js'

let example: Running
test.beforeAll(async () => {
  test.setTimeout(300_000)
  example = await runExample('nextjs', ['next', 'start', '--port', '{port}'])
})
test.afterAll(() => example?.stop())

async function htmlFor(cookie: string): Promise<string> {
  return (await fetch(example.url, { headers: { cookie } })).text()
}

test('the first HTML contains the user of a verified cookie', async ({ context, page }) => {
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
})
