import { expect } from '@playwright/test'
import { createClient } from '@sallyport/node'
import { newAddress, newName } from '../new-names.js'
import { codeFor, codesOf, dev } from '../person.js'
import { askAsProgram } from '../program-page.js'
import { test } from './fixtures.js'
import { demoOn, firstLogin, sites, wallets } from './journeys.js'
import { choose } from './methods.js'
import { type User, userOf, windowBy } from './user.js'

/* The pages of the auth origin that stand alone, in browsers that have nothing of their user. */

/** A network may send the codes of 20 programs in ten minutes, which is fewer than three engines send. */
const inChromium = 'e2e/programs.spec.ts plays it in Chromium'

async function logIn(user: User, address: string): Promise<void> {
  const seen = (await codesOf(address)).length
  await user.type('Email', address)
  await user.press('Send code')
  await user.type('Six-digit code', await codeFor(address, seen))
  await user.press('Log in')
}

/** Lets the program do what it asked for, after the login. */
async function allow(user: User): Promise<void> {
  await user.sees(/What may it do\?/)
  await user.press('Review')
  await user.holds('Hold to allow', /“Shopping agent” may act now/)
}

for (const site of sites)
  test(`a user who logged in by email lets a program act: ${site}`, async ({ engine, open }) => {
    test.skip(engine.name === 'chromium', inChromium)
    test.setTimeout(240_000)
    const { address, ethereum } = await firstLogin((await open()).tab, site)
    const { asked, wallet } = await askAsProgram()
    const user = userOf((await open()).tab)
    await user.tab.goto(asked.verification_uri_complete)
    await user.press('Continue')
    await logIn(user, address)
    await allow(user)
    expect((await wallet).address).toBe(ethereum)
  })

test('a user who logged in at Google lets a program act', async ({ engine, open }) => {
  test.skip(engine.name === 'chromium', inChromium)
  test.setTimeout(240_000)
  const name = newName('google')
  const home = userOf((await open()).tab)
  await home.tab.goto(demoOn('one site'))
  const popup = await windowBy(home, () => choose(home, 'Continue with Google'))
  await popup.type('Name', name, { enter: true })
  const { ethereum } = await wallets(home)

  const { asked, wallet } = await askAsProgram()
  const user = userOf((await open()).tab)
  await user.tab.goto(asked.verification_uri_complete)
  await user.press('Continue')
  await user.press('Continue with Google')
  await user.type('Name', name, { enter: true })
  await allow(user)
  expect((await wallet).address).toBe(ethereum)
})

test('a member of a quorum approves a payment', async ({ open }) => {
  const address = newAddress()
  const { appId, appSecret, authUrl: apiUrl } = dev
  const sallyport = createClient({ appId, appSecret, apiUrl })
  const { id } = await sallyport.users().create({ linked_accounts: [{ type: 'email', address }] })
  const quorum = await sallyport.keyQuorums().create({ user_ids: [id], authorization_threshold: 1 })
  const wallet = await sallyport.wallets().create({ chain_type: 'ethereum', owner_id: quorum.id })
  const intent = await sallyport.intents().rpc(wallet.id, {
    method: 'personal_sign',
    params: { message: 'Pay the rent', encoding: 'utf-8' },
  })

  const user = userOf((await open()).tab)
  await user.tab.goto(String(intent.approval_url))
  await logIn(user, address)
  await user.sees(/Pay the rent/)
  // A press counts once the request was visible for a moment.
  await user.holds('Approve', /Approved and done\./)
  expect((await sallyport.intents().get(intent.intent_id)).status).toBe('executed')
})
