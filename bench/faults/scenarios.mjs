/**
 * What users do during faults. `prepare` runs before any fault; `act` is one attempt, as the SDK and a user would make it,
 * and is repeated until it is `done`; `prove` returns what is wrong afterwards, when no fault is left.
 */
import { isApiError } from '../../packages/contract/dist/index.js'
import { email as emails, wallet as wallets } from '../../packages/core/dist/index.js'
import { openBrowser } from './browser.mjs'
import { askForCode, mailedCode } from './codes.mjs'
import { ask, checkFamily, checkLogin, me, signsWith, tokensOf } from './oracle.mjs'

let people = 0
const hello = 'hello from the fault harness'
/** Attempts that a user makes after the last fault. */
export const maxTries = 3

/** One attempt to log in: requests a code unless there is one to try, and enters the newest. */
async function tryLogin(world, state, { client }) {
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

const newPerson = () => {
  people += 1
  const email = `person${people}@example.com`
  return { email, codes: new Set(), hasCode: false, knownMails: 0, asked: 0, waits: 0 }
}

async function signedIn(world, run) {
  const state = { ...newPerson(), browser: openBrowser(world) }
  const tab = state.browser.openTab(run)
  await tryLogin(world, state, tab)
  return { state, tab }
}

/** Repeats `work` until it succeeds, at most `maxTries` times, each in a new tab. Returns the result or what is wrong. */
async function untilItWorks(what, { browser, run, world }, work) {
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

/** Checks that every address can sign from `browser`. */
async function checkSigning(what, at, addresses) {
  const { wrong } = await untilItWorks(what, at, async ({ client }) => {
    for (const address of addresses) {
      const account = wallets.list(client).find((each) => each.address === address)
      if (!account) throw new Error('The wallet is not on the user')
      if (!(await signsWith(client, account, hello))) throw new Error('A signature is not right')
    }
  })
  return wrong
}

/** I1, I2: one wallet per chain, every address that a page received is one of them, and all sign here and on another device. */
async function checkWallets(world, run, { browsers, email }) {
  const [browser] = browsers
  const { refreshToken, accessToken } = tokensOf(browser)
  if (!refreshToken) return ['the person was logged out']
  const { body } = await ask(world, me(accessToken), 'other')
  const linked = (body?.user?.linked_accounts ?? []).filter(({ type }) => type === 'wallet')
  const wrong = []
  for (const chain of ['ethereum', 'solana']) {
    const count = linked.filter(({ chain_type }) => chain_type === chain).length
    if (count !== 1) wrong.push(`I2: ${count} ${chain} wallets`)
  }
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
        addresses,
      )),
    )
  }
  const fresh = openBrowser(world)
  copyLogin(browser, fresh)
  const at = { world, run, browser: fresh }
  return [...wrong, ...(await checkSigning(`recovery of ${email}'s wallet`, at, addresses))]
}

/** The browser as it is once the wallet frame's storage is gone: the login stays, so that its wallet is recovered. */
function copyLogin(from, to) {
  for (const [key, value] of from.values) to.values.set(key, value)
  for (const [name, pair] of from.cookies) to.cookies.set(name, pair)
}

export const scenarios = {
  login: {
    prepare: async (world) => ({ ...newPerson(), browser: openBrowser(world) }),
    onNewTab: (state) => {
      state.hasCode = false
    },
    act: async (world, state, tab) => {
      await tab.client.start()
      if (!tab.client.state.user) await tryLogin(world, state, tab)
      await tab.client.session.readUser(tokensOf(state.browser).accessToken)
    },
    prove: async (world, _run, state) => {
      const wrong = await checkLogin(world, state)
      if (state.isRefusedEarly) wrong.push('a code was refused before the limit was reached')
      const { accessToken } = tokensOf(state.browser)
      for (const place of ['victim', 'other']) {
        const { status } = await ask(world, me(accessToken), place)
        if (status !== 200) wrong.push(`a new session was answered ${status}`)
      }
      return wrong
    },
  },
  refresh: {
    prepare: async (world, run) => {
      const { state, tab } = await signedIn(world, run)
      tab.close()
      return { ...state, first: tokensOf(state.browser) }
    },
    act: async (_world, state, tab) => {
      // After a reload, the page's access token counts as old.
      if (tokensOf(state.browser).refreshToken === state.first.refreshToken) {
        await tab.client.session.refresh()
      } else await tab.client.start()
    },
    prove: async (world, _run, state) => {
      const { refreshToken, accessToken } = tokensOf(state.browser)
      if (!refreshToken) return ['the person was logged out']
      const previous = state.first.refreshToken
      const wrong = await checkFamily(world, { refreshToken, accessToken, previous })
      for (const place of ['victim', 'other']) {
        const { status } = await ask(world, me(accessToken), place)
        if (status !== 200) wrong.push(`the session was answered ${status}`)
      }
      world.later.push({ used: previous, current: refreshToken, accessToken })
      return wrong
    },
  },
  create: {
    prepare: async (world, run) => {
      const { state, tab } = await signedIn(world, run)
      tab.close()
      return state
    },
    act: async (_world, _state, tab) => {
      await tab.client.start()
      await wallets.createWallets(tab.client)
    },
    prove: (world, run, state) =>
      checkWallets(world, run, { browsers: [state.browser], email: state.email }),
  },
  recover: {
    prepare: async (world, run) => {
      const { state, tab } = await signedIn(world, run)
      await wallets.createWallets(tab.client)
      tab.close()
      const device = openBrowser(world)
      copyLogin(state.browser, device)
      return { ...state, first: state.browser, browser: device }
    },
    act: async (_world, _state, tab) => {
      await tab.client.start()
      const [account] = wallets.list(tab.client)
      if (!account) throw new Error('The wallet is not on the user')
      if (!(await signsWith(tab.client, account, hello))) throw new Error('a wrong signature')
    },
    prove: (world, run, state) =>
      checkWallets(world, run, { browsers: [state.browser, state.first], email: state.email }),
  },
}

/** Prepares the state before any fault of this run; starts over after a kill by another run. */
async function prepared(world, run, scenario) {
  for (let triesLeft = maxTries; ; ) {
    await world.stack.settled()
    const { outages } = world.stack
    try {
      return await scenario.prepare(world, run)
    } catch (error) {
      if (world.stack.outages === outages) triesLeft -= 1
      if (triesLeft === 0) throw error
    }
  }
}

/**
 * Runs a scenario under faults.
 *
 * @returns what is wrong, one sentence each.
 */
export async function perform(world, run, name) {
  const scenario = scenarios[name]
  const state = await prepared(world, run, scenario)
  await run.begin()
  let tab = state.browser.openTab(run)
  let triesLeft = maxTries
  const problems = []
  for (;;) {
    const before = run.struck.length + world.stack.outages
    const outcome = await Promise.race([
      scenario.act(world, state, tab).then(
        () => 'done',
        (error) => error,
      ),
      tab.closed.then(() => 'closed'),
    ])
    if (outcome === 'done') break
    await world.stack.settled()
    // Attempts count from the last fault of this run, or of another run on the same servers.
    if (run.struck.length + world.stack.outages > before) {
      triesLeft = maxTries
      await run.rearm()
    } else triesLeft -= 1
    if (triesLeft === 0) {
      problems.push(`${name} does not work within ${maxTries} tries: ${outcome?.code ?? outcome}`)
      break
    }
    // A reload, or another attempt on the same page.
    if (tab.isClosed || run.draw(2) === 0) {
      tab.close()
      tab = state.browser.openTab(run)
      scenario.onNewTab?.(state)
    }
  }
  await run.told()
  run.end()
  tab.close()
  await world.stack.settled()
  return [...problems, ...(await scenario.prove(world, run, state))]
}
