/**
 * What users do during faults. `prepare` runs before any fault; `act` is one attempt, as the SDK and a user would make it,
 * and is repeated until it is `done`; `prove` returns what is wrong afterwards, when no fault is left.
 */
import { wallet as wallets } from '../../packages/core/dist/index.js'
import { openBrowser } from './browser.mjs'
import { delegationScenarios } from './delegation-scenarios.mjs'
import { factorScenarios } from './factor-scenarios.mjs'
import { ask, checkFamily, checkLogin, me, signsWith, tokensOf } from './oracle.mjs'
import {
  checkWallets,
  copyLogin,
  hello,
  maxTries,
  newPerson,
  signedIn,
  tryLogin,
} from './people.mjs'
import { recoveryScenarios } from './recovery-scenarios.mjs'
import { walletPageScenarios } from './wallet-page-scenarios.mjs'

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
  ...factorScenarios,
  ...walletPageScenarios,
  ...recoveryScenarios,
  ...delegationScenarios,
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
      scenario.act(world, state, tab, run).then(
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
