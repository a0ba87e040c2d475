import { dev } from '../person.js'
import { test } from './fixtures.js'
import { firstLogin, hostOn, sites } from './journeys.js'
import { confirmInWallet, userOf, windowBy } from './user.js'

for (const site of sites)
  test(`a user brings the wallet to another app and signs there: ${site}`, async ({ open }) => {
    const { tab } = await open()
    // The page that the other app opens is on the auth origin's site.
    const { ethereum } = await firstLogin(tab, 'one site')
    const other = userOf(await tab.newTab())
    await other.tab.goto(hostOn(dev.secondDemoUrl, site))

    const consent = await windowBy(other, () => other.press('Log in with the first demo'))
    await consent.press('Allow')
    await confirmInWallet(consent, 'Connect')
    await other.reads('other-address', new RegExp(ethereum))

    const request = await windowBy(other, () => other.press('Sign a message'))
    await request.press('Sign', { inDialog: true })
    await other.sees(/The signature is valid/)
  })
