import { expect } from '@playwright/test'
import { test } from './fixtures.js'
import { firstLogin, logIn, sign, sites, wallets } from './journeys.js'
import { userOf } from './user.js'

for (const site of sites)
  test(`website data is cleared while the page is open: a login brings the same wallets: ${site}`, async ({
    open,
  }) => {
    const profile = await open()
    test.skip(profile.clearData === undefined, 'This driver cannot clear data; WebKit’s can')
    const user = userOf(profile.tab)
    const { address, ...mine } = await firstLogin(profile.tab, site)
    await profile.clearData?.()

    await profile.tab.reload()
    expect(await logIn(user, address)).toEqual(mine)
    await sign(user)
    await profile.tab.reload()
    expect(await wallets(user)).toEqual(mine)
  })
