import { expect, test } from '@playwright/test'
import { verifyMessage } from 'viem'
import { watchNoise } from '../person.js'
import { approve, type Running, runExample, signInAt } from './example.js'

let example: Running
test.beforeAll(async () => {
  example = await runExample('strict-csp', ['node', 'server.js'])
})
test.afterAll(() => example?.stop())

test('login, wallets and a signature work under a strict policy', async ({ context, page }) => {
  const noise = watchNoise(context)
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  await signInAt(page, example.url)
  await expect(page.locator('#address')).toHaveText(/^0x/)
  const address = (await page.locator('#address').innerText()) as `0x${string}`

  await page.getByRole('button', { name: 'Sign message' }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })
  // The modal is dressed: the policy let its styles through.
  await expect(button).toHaveCSS('border-radius', /[1-9]/)
  await approve(page, 'Sign')
  await expect(page.locator('#signature')).toHaveText(/^0x/)
  const signature = (await page.locator('#signature').innerText()) as `0x${string}`
  const message = 'Hello from a strict page'
  expect(await verifyMessage({ address, message, signature })).toBe(true)

  const violations = await page.evaluate(
    () => (window as unknown as { violations: string[] }).violations,
  )
  expect(violations).toEqual([])
  expect(noise).toEqual([])
})
