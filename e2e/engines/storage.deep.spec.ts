import { expect } from '@playwright/test'
import { blockings } from './blocked-storage.js'
import type { EngineName } from './driver.js'
import { test } from './fixtures.js'
import { firstLogin, logIn, sign, sites, wallets } from './journeys.js'
import { userOf } from './user.js'

for (const name of ['firefox', 'webkit', 'chromium'] satisfies EngineName[])
  for (const [setting, { forgets = false, ...options }] of Object.entries(blockings[name]))
    for (const site of sites)
      test(`${name}, ${setting}: a first login signs, and so does the next visit: ${site}`, async ({
        engine,
        open,
      }) => {
        test.skip(engine.name !== name, 'A setting of another browser')
        test.setTimeout(120_000)
        const { tab } = await open(options)
        const user = userOf(tab)
        const { address, ...mine } = await firstLogin(tab, site)
        await sign(user)

        await tab.reload()
        if (forgets) await logIn(user, address)
        expect(await wallets(user)).toEqual(mine)
        await sign(user)
      })
