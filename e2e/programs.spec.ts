import { expect, test } from '@playwright/test'
import type { ProgramWallet } from '@sallyport/node/device'
import { findings } from './axe.js'
import { startMcp } from './mcp-client.js'
import { newAddress } from './new-names.js'
import { codeFor, codesOf, signIn } from './person.js'
import { begin, fundEther, logInForProgram, shop } from './program-page.js'
import { hold } from './wallet-page.js'

const picture = (name: string) => ({ path: test.info().outputPath(`${name}.png`), fullPage: true })

test('a user picks what a program may do, and it pays within that', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const address = newAddress()
  const { ethereum } = await signIn(page, address)
  await fundEther(ethereum)
  const { asked, wallet: waiting, page: device } = await begin(browser)

  await expect(device.getByText('Only continue if you started this yourself')).toBeVisible()
  await expect(device.getByLabel('Code of the program')).toHaveValue(asked.user_code)
  expect((await findings(device)).violations).toEqual([])
  await device.screenshot(picture('code'))
  await logInForProgram(device, address)

  await expect(device.getByRole('heading', { name: 'What may it do?' })).toBeVisible()
  await expect(device.getByText('“Shopping agent”')).toBeVisible()
  await expect(device.getByText(asked.key_fingerprint)).toBeVisible()
  await expect(device.getByLabel('At most in 24 hours')).toHaveValue('0.01')
  expect((await findings(device)).violations).toEqual([])
  await device.screenshot(picture('pick'))
  await device.getByLabel('At most in 24 hours').fill('0.02')
  await device.getByRole('button', { name: 'Review' }).click()

  await expect(
    device.getByText(/Pay up to 0\.02 ETH in any 24 hours on Local network/),
  ).toBeVisible()
  expect((await findings(device)).violations).toEqual([])
  await device.screenshot(picture('review'))
  const done = device.getByRole('heading', { name: '“Shopping agent” may act now' })
  await hold(device, device.getByRole('button', { name: 'Hold to allow' }), done)
  await device.screenshot(picture('done'))

  const wallet: ProgramWallet = await waiting
  expect(wallet.address).toBe(ethereum)
  const sent = await wallet.pay({ caip2: 'eip155:31337', to: shop, amount: '15000000000000000' })
  expect(sent.hash).toMatch(/^0x[0-9a-f]{64}$/)
  await expect(
    wallet.pay({ caip2: 'eip155:31337', to: shop, amount: '15000000000000000' }),
  ).rejects.toMatchObject({ code: 'policy_violation' })
  await expect(
    wallet.pay({ caip2: 'eip155:31337', to: `0x${'66'.repeat(20)}`, amount: '1' }),
  ).rejects.toMatchObject({ code: 'policy_violation' })
})

test('a program that its user did not start is refused', async ({ page, browser }) => {
  const address = newAddress()
  await signIn(page, address)
  const { wallet, page: device } = await begin(browser)
  await device.getByRole('button', { name: 'Continue' }).click()
  await device.getByRole('button', { name: 'I didn’t start this' }).click()
  await expect(device.getByText('The program got no access.')).toBeVisible()
  await expect(wallet).rejects.toMatchObject({ code: 'access_denied' })
})

for (const [name, look] of Object.entries({
  dark: { locale: 'en' },
  phone: { viewport: { width: 390, height: 844 }, locale: 'en' },
  arabic: { locale: 'ar', viewport: { width: 390, height: 844 } },
} as const))
  test(`the page of programs, ${name}`, async ({ page, browser }) => {
    const address = newAddress()
    await signIn(page, address)
    const { asked } = await begin(browser)
    const context = await browser.newContext(look)
    const device = await context.newPage()
    // As an app with a dark theme has it written into the page.
    if (name === 'dark')
      await device.route('**/embedded-wallets/device*', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text()).replaceAll('"theme":"light"', '"theme":"dark"')
        await route.fulfill({ response: answer, body })
      })
    await device.goto(asked.verification_uri_complete)
    await device.locator('button.primary').waitFor()
    await device.screenshot(picture('code'))
    await device.locator('button.primary').click()
    await device.locator('input[type=email]').waitFor()
    await device.screenshot(picture('login'))
    const seen = (await codesOf(address)).length
    await device.locator('input[type=email]').fill(address)
    await device.locator('button.primary').click()
    await device.locator('input.code').fill(await codeFor(address, seen))
    await device.locator('button.primary').click()
    await device.locator('input[name=amount]').waitFor()
    expect((await findings(device)).violations).toEqual([])
    await device.screenshot(picture('pick'))
    await device.locator('button.primary').click()
    await device.locator('button.hold').waitFor()
    expect((await findings(device)).violations).toEqual([])
    await device.screenshot(picture('review'))
    await context.close()
  })

test('AGT-05: an agent acts by the MCP server until its user ends it in the account sheet', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const address = newAddress()
  const { ethereum } = await signIn(page, address)
  await fundEther(ethereum)
  const agent = await startMcp(test.info().outputPath('agent.json'))
  try {
    expect(await agent.call('status')).toContain('Use request_access')
    const asked = await agent.call('request_access', {
      ...{ purpose: 'Groceries', network: 'eip155:31337', amount_per_day: '0.01' },
      ...{ recipients: [shop], hours: 1 },
    })
    const [, link = ''] = /Open (\S+) and check/.exec(asked) ?? []
    const device = await (await browser.newContext()).newPage()
    await device.goto(link)
    await logInForProgram(device, address)
    await device.getByRole('button', { name: 'Review' }).click()
    const done = device.getByRole('heading', { name: /may act now$/ })
    await hold(device, device.getByRole('button', { name: 'Hold to allow' }), done)

    expect(await agent.call('status')).toContain('up to 0.01 ETH, 0.01 left now')
    expect(await agent.call('balance', { network: 'eip155:31337' })).toMatch(/holds [\d.]+ ETH/)
    const payment = { network: 'eip155:31337', to: shop, amount: '0.006' }
    expect(await agent.call('send', payment)).toMatch(/Transaction 0x[0-9a-f]{64}/)
    const refused = await agent.call('send', payment)
    expect(refused).toContain('Refused by the limits that the user has set')
    expect(refused).toMatch(/0\.003\d* left now/)

    await page.getByRole('button', { name: /^Account: / }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /Apps that act for you/ }).click()
    await expect(sheet.getByText('Programs')).toBeVisible()
    await expect(sheet.getByText('No app can use your wallets')).toBeHidden()
    await page.screenshot({ path: test.info().outputPath('sheet.png') })
    await sheet.getByRole('button', { name: 'Stop Agent' }).click()
    await sheet.getByRole('button', { name: /^End what Agent may do/ }).click()
    await expect(sheet.getByText('Programs')).toBeHidden()
    expect(await agent.call('send', payment)).toContain('The user has ended the access')
  } finally {
    agent.stop()
  }
})
