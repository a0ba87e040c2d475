/** What people do and what is asked of their wallets, for the scenarios. */
import { isApiError } from '../../packages/contract/dist/index.js'
import { email as emails, wallet as wallets } from '../../packages/core/dist/index.js'
import { openBrowser } from './browser.mjs'
import { askForCode, mailedCode } from './codes.mjs'
import { ask, me, signsWith, tokensOf } from './oracle.mjs'

let people = 0
export const hello = 'hello from the fault harness'
/** Attempts that a user makes after the last fault. */
export const maxTries = 3

/** One attempt to log in: requests a code unless there is one to try, and enters the newest. */
export async function tryLogin(world, state, { client }) {
  if (!state.hasCode) {
    await askForCode(world, state, client)
    state.hasCode = true
  }
  const code = await mailedCode(world, state)
  if (code === undefined) {
    state.hasCode = false
    throw new Error('No mail has come')
  }
  state.codes.add(code)
  try {
    await emails.login(client, { email: state.email, code })
  } catch (error) {
    // After a refusal: a new code. Without an answer: the same code again, as users do.
    if (isApiError(error) && error.status < 500) state.hasCode = false
    throw error
  }
}

/** A person with an address of their own. */
export const newPerson = () => {
  people += 1
  const email = `person${people}@example.com`
  return { email, codes: new Set(), hasCode: false, knownMails: 0, asked: 0, waits: 0 }
}

/** Someone new who has logged in, in the tab that is open. */
export async function signedIn(world, run) {
  const state = { ...newPerson(), browser: openBrowser(world) }
  const tab = state.browser.openTab(run)
  await tryLogin(world, state, tab)
  return { state, tab }
}

/** The user's first Ethereum wallet, as the account lists it. */
export function firstWallet(client) {
  const account = wallets
    .list(client)
    .find(({ chainType, walletIndex }) => chainType === 'ethereum' && walletIndex === 0)
  if (!account) throw new Error('The wallet is not on the user')
  return account
}

/** Who asks in a page of the wallet's origin. */
export function callerOf({ stack }, browser) {
  const { accessToken } = tokensOf(browser)
  const { sub: userId } = JSON.parse(Buffer.from(accessToken.split('.')[1], 'base64url'))
  return { appId: stack.appId, userId, accessToken }
}

/** Repeats `work` until it succeeds, at most `maxTries` times, each in a new tab. Returns the result or what is wrong. */
export async function untilItWorks(what, { browser, run, world }, work) {
  let last
  let triesLeft = maxTries
  while (triesLeft > 0) {
    await world.stack.settled()
    const before = world.stack.outages
    const tab = browser.openTab(run)
    try {
      await tab.client.start()
      return { value: await work(tab), wrong: [] }
    } catch (error) {
      last = error
    } finally {
      tab.close()
    }
    // Kills by other runs are faults too: attempts count only after the last one.
    if (world.stack.outages === before) triesLeft -= 1
  }
  return { wrong: [`I1: ${what} does not work within ${maxTries} tries: ${last?.code ?? last}`] }
}

/** Checks that every address can sign from `browser`, once it is `open`. */
async function checkSigning(what, at, { addresses, open = async () => undefined }) {
  const { wrong } = await untilItWorks(what, at, async (tab) => {
    await open(tab)
    const { client } = tab
    for (const address of addresses) {
      const account = wallets.list(client).find((each) => each.address === address)
      if (!account) throw new Error('The wallet is not on the user')
      if (!(await signsWith(client, account, hello))) throw new Error('A signature is not right')
    }
  })
  return wrong
}

/** I1, I2: one wallet per chain and those that were imported, every address that a page received is one of them, and all sign here and on another device, which `open` gives what only the user has. */
export async function checkWallets(world, run, { browsers, email, imported = [], open }) {
  const [browser] = browsers
  const { refreshToken, accessToken } = tokensOf(browser)
  if (!refreshToken) return ['the person was logged out']
  const { body } = await ask(world, me(accessToken), 'other')
  const linked = (body?.user?.linked_accounts ?? []).filter(({ type }) => type === 'wallet')
  const wrong = []
  for (const chain of ['ethereum', 'solana']) {
    const made = linked.filter((each) => each.chain_type === chain && !each.imported)
    const count = made.length
    if (count !== 1) wrong.push(`I2: ${count} ${chain} wallets`)
  }
  const kept = linked.filter((each) => each.imported).map(({ address }) => address)
  if (kept.join() !== imported.join())
    wrong.push(`I2: ${kept.length} imported wallets, not ${imported.length}`)
  const addresses = linked.map(({ address }) => address)
  const returned = browsers.flatMap((each) => [...each.returned])
  for (const address of returned) {
    if (!addresses.includes(address)) wrong.push('I1: a page was told an address that is lost')
  }
  for (const [at, each] of browsers.entries()) {
    wrong.push(
      ...(await checkSigning(
        `signing on device ${at + 1}`,
        { world, run, browser: each },
        { addresses },
      )),
    )
  }
  const fresh = openBrowser(world)
  copyLogin(browser, fresh)
  const at = { world, run, browser: fresh }
  return [
    ...wrong,
    ...(await checkSigning(`recovery of ${email}'s wallet`, at, { addresses, open })),
  ]
}

/** The browser as it is once the wallet frame's storage is gone: the login stays, so that its wallet is recovered. */
export function copyLogin(from, to) {
  for (const [key, value] of from.values) to.values.set(key, value)
  for (const [name, pair] of from.cookies) to.cookies.set(name, pair)
}
