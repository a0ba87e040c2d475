import { expect, test } from '@playwright/test'
import { liveThrough, openLogin } from './every-method.js'
import { keysOnly } from './hand.js'
import { loginWays } from './login-ways.js'
import { wallets, watchNoise } from './person.js'

test.use({ actionTimeout: 20_000 })
test.describe.configure({ mode: 'parallel' })

for (const way of loginWays) {
  test(`a user links ${way.title}, logs in by it, removes it, and it makes a user of its own`, async ({
    browser,
  }) => {
    test.setTimeout(120_000)
    await liveThrough(browser, way)
  })

  test(`a user without a mouse logs in by ${way.title}`, async ({ browser }) => {
    test.setTimeout(120_000)
    const context = await browser.newContext()
    const noise = watchNoise(context)
    const page = await context.newPage()
    const account = await way.open({ context, page, hand: await keysOnly(page) })
    await openLogin(page)
    await (account.signUp ?? account.logIn)()

    await wallets(page)
    expect(noise).toEqual([])
    await account.stop?.()
    await context.close()
  })
}
