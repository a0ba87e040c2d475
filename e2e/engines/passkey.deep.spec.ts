import { test } from './fixtures.js'
import { demoOn, signSolana, sites, wallets } from './journeys.js'
import { choose } from './methods.js'
import { userOf } from './user.js'

for (const site of sites)
  test(`the first login by a passkey makes wallets, and they sign: ${site}`, async ({
    engine,
    open,
  }) => {
    test.skip(engine.name === 'webkit', 'WebKit for GTK has no passkeys')
    test.skip(site === 'two sites', 'That app is at an IP address, where no browser has passkeys')
    const profile = await open()
    await profile.addAuthenticator?.()
    const user = userOf(profile.tab)
    await user.tab.goto(demoOn(site))
    await choose(user, 'Continue with a passkey')
    await user.press('Create an account', { inDialog: true })
    await wallets(user)
    await signSolana(user)
  })
