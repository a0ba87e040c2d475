import { test } from './fixtures.js'
import { firstLogin, sign, sites } from './journeys.js'
import { userOf } from './user.js'

for (const site of sites) {
  test(`the first login makes wallets, and they sign: ${site}`, async ({ open }) => {
    const { tab } = await open()
    await firstLogin(tab, site)
    await sign(userOf(tab))
  })
}
