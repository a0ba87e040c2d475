import { expect } from '@playwright/test'
import { blockings } from './blocked-storage.js'
import type { EngineName } from './driver.js'
import { test } from './fixtures.js'
import { firstLogin, proveEmail, sign, sites, wallets } from './journeys.js'
import { type User, userOf } from './user.js'

const why = /Your browser blocks storage for .* To stay logged in, allow/

/** Logs in where the first screen says why that is needed again. */
async function logInAgain(user: User, address: string): Promise<void> {
  await user.press('Log in')
  await user.sees(why)
  await proveEmail(user, address)
}

/** Signs where the wallet needs another login first: the request goes on after it. */
async function signAfterLogin(user: User, address: string): Promise<void> {
  await user.press('Sign message', { testId: 'sign-message' })
  await user.sees(/Log in again to do this in this browser/)
  await user.sees(why)
  await user.press('Log in', { inDialog: true })
  await proveEmail(user, address)
  await user.press('Sign', { inDialog: true })
  await user.sees(/Signed/)
  await user.seesNoDialog()
}

for (const name of ['firefox', 'webkit', 'chromium'] satisfies EngineName[])
  for (const [setting, { keeps, ...options }] of Object.entries(blockings[name]))
    for (const site of sites)
      test(`${name}, ${setting}: a first login signs, and so does the next visit: ${site}`, async ({
        engine,
        open,
      }) => {
        test.skip(engine.name !== name, 'A setting of another browser')
        const kept = keeps?.[site] ?? 'all'
        const { tab } = await open(options)
        const user = userOf(tab)
        const { address, ...mine } = await firstLogin(tab, site)
        await sign(user)

        await tab.reload()
        if (kept === 'nothing') await logInAgain(user, address)
        expect(await wallets(user)).toEqual(mine)
        if (kept === 'login') await signAfterLogin(user, address)
        await sign(user)
      })
