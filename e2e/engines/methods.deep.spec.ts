import { test } from './fixtures.js'
import { demoOn, sign, signSolana, sites, wallets } from './journeys.js'
import { methods } from './methods.js'
import { userOf } from './user.js'

for (const site of sites)
  for (const [method, logIn] of Object.entries(methods))
    test(`the first login by ${method} makes wallets, and they sign: ${site}`, async ({ open }) => {
      const { tab } = await open()
      const user = userOf(tab)
      await tab.goto(demoOn(site))
      await logIn(user)
      await wallets(user)
      // A wallet that logged in signs for its own chain.
      await (method === 'a Solana wallet' ? sign(user) : signSolana(user))
    })
