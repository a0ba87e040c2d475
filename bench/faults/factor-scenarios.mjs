/** Second factors and ended devices under faults; see `scenarios.mjs`. */
import { mfaEnrollment, sessions, wallet as wallets } from '../../packages/core/dist/index.js'
import { totpCodeAt } from '../../packages/testing/dist/totp.js'
import { openBrowser } from './browser.mjs'
import { signsWith } from './oracle.mjs'
import { checkWallets, hello, newPerson, signedIn, tryLogin, untilItWorks } from './people.mjs'

const hasFactor = ({ client }) => (client.state.user?.mfaMethods ?? []).includes('totp')

/** Logs in with wallets, and closes the tab. */
async function withWallets(world, run) {
  const { state, tab } = await signedIn(world, run)
  await wallets.createWallets(tab.client)
  return { state, tab }
}

/** Adds an authenticator app unless the user has one. */
async function enrol(world, { browser }, tab) {
  await tab.client.start()
  await tab.client.session.refresh()
  if (hasFactor(tab)) return
  const { secret } = await mfaEnrollment.initTotp(tab.client)
  browser.authenticator.secrets.push(secret)
  const code = totpCodeAt(secret, world.stack.nowMs() - 30_000)
  await mfaEnrollment.submitTotp(tab.client, { code })
}

async function sign({ client }) {
  const [account] = wallets.list(client)
  if (!account) throw new Error('The wallet is not on the user')
  if (!(await signsWith(client, account, hello))) throw new Error('A signature is not right')
}

/** Logs in on a new device and signs there. Gives what is wrong, and how often a factor was asked for. */
async function signElsewhere(world, run, { email, browser }) {
  const device = openBrowser(world)
  // It is the same authenticator app: a code that it gave before is used up.
  const { secrets, asked: askedBefore } = browser.authenticator
  device.authenticator.secrets.push(...secrets)
  device.authenticator.asked = askedBefore
  const person = { ...newPerson(), email }
  const at = { world, run, browser: device }
  const { wrong } = await untilItWorks('signing on a new device', at, async (tab) => {
    if (!tab.client.state.user) await tryLogin(world, person, tab)
    await sign(tab)
  })
  const { asked, refused } = device.authenticator
  return { wrong, asked: asked - askedBefore, refused }
}

export const factorScenarios = {
  enrol: {
    prepare: async (world, run) => {
      const { state, tab } = await withWallets(world, run)
      tab.close()
      return state
    },
    act: enrol,
    prove: async (world, run, state) => {
      const before = world.stack.outages
      const { hasCode } = state.browser.authenticator
      const { wrong, asked, refused } = await signElsewhere(world, run, state)
      if (wrong.length === 0 && asked === 0) return ['a second factor was lost']
      // There are two codes. An enrolment or a try here that a fault cut short may have used them up; what follows says nothing then.
      if (refused > 0 && (!hasCode || world.stack.outages > before)) return []
      return wrong
    },
  },
  unenrol: {
    prepare: async (world, run) => {
      const { state, tab } = await withWallets(world, run)
      await enrol(world, state, tab)
      tab.close()
      return state
    },
    act: async (_world, _state, tab) => {
      await tab.client.start()
      await tab.client.session.refresh()
      if (hasFactor(tab)) await mfaEnrollment.unenroll(tab.client, 'totp')
    },
    prove: async (world, run, state) => {
      const { wrong, asked } = await signElsewhere(world, run, state)
      return asked > 0 ? [...wrong, 'a second factor that was removed is asked for'] : wrong
    },
  },
  /** A device is ended while it signs: its own work fails or is done, and the wallet stays whole. */
  revoke: {
    prepare: async (world, run) => {
      const { state, tab } = await withWallets(world, run)
      tab.close()
      const other = openBrowser(world)
      const there = other.openTab(run)
      await tryLogin(world, { ...newPerson(), email: state.email }, there)
      await sign(there)
      there.close()
      return { ...state, other }
    },
    act: async (_world, { other }, tab, run) => {
      await tab.client.start()
      const there = other.openTab(run)
      // It is refused, or done before.
      const work = there.client
        .start()
        .then(() => sign(there))
        .catch(() => undefined)
      try {
        await sessions.endOthers(tab.client)
        await Promise.race([work, there.closed])
      } finally {
        there.close()
      }
      await sign(tab)
    },
    prove: async (world, run, state) => {
      const { wrong } = await signElsewhere(world, run, state)
      const at = { browsers: [state.browser], email: state.email }
      return [...wrong, ...(await checkWallets(world, run, at))]
    },
  },
}
