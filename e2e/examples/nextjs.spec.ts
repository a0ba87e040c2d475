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

test('the first HTML knows who is signed in, by a verified cookie alone', async ({
  context,
  page,
}) => {
  const noise = watchNoise(context)
  await signInAt(page, example.url)
  await expect(page.locator('#greeting')).toHaveText(/^Signed in as did:/)
  const greeting = await page.locator('#greeting').innerText()

  const jar = await context.cookies(example.url)
  const token = jar.find((each) => each.name === cookies.accessToken)?.value ?? ''
  expect(await htmlFor(`${cookies.accessToken}=${token}`)).toContain(greeting)
  expect(await htmlFor('')).toContain('Signed out')
  const [header, payload, signature = ''] = token.split('.')
  const forged = `${header}.${payload}.${[...signature].reverse().join('')}`
  expect(await htmlFor(`${cookies.accessToken}=${forged}`)).toContain('Signed out')

  await page.reload()
  await expect(page.locator('#greeting')).toHaveText(greeting)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('#greeting')).toHaveText('Signed out')
  expect(noise).toEqual([])
})
