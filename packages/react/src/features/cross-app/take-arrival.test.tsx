// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CustomAuth } from '../../config.js'
import { type Answer, refuse } from '../../test-kit/answers.js'
import { createFakeKit } from '../../test-kit/fake-kit.js'
import { friend, walletAccounts } from '../../test-kit/samples.js'
import { requester } from '../../test-kit/sharing-samples.js'
import { standingClock } from '../../test-kit/standing-clock.js'
import { resumeArrival, takeArrival } from './take-arrival.js'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 20))
const site = {
  requester_public_key: 'AnmuZn753Lugvc5VzgbOlgcjRWlZUpW+q1QTmVF5ivzY',
  requester_origin: requester.origin,
}
const connect = { 'sallyport-cross-app': 'connect', ...site }
const opener = { postMessage: vi.fn() }

beforeEach(() => {
  vi.stubGlobal('opener', opener)
  vi.spyOn(window, 'close').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  opener.postMessage.mockClear()
  sessionStorage.clear()
})

async function open(values: Record<string, string>, server: Record<string, Answer> = {}) {
  const clock = standingClock(settle)
  const fake = createFakeKit({ answers: { server }, clock })
  fake.logIn(walletAccounts)
  await fake.kit.client.start()
  location.hash = `#${new URLSearchParams(values)}`
  const taken = takeArrival(fake.kit)
  await settle()
  const goal = () => fake.kit.modal.runs().at(-1)?.goal
  return { ...fake, taken, goal, clock }
}

/** Opens a request to sign with the user's wallet, of an app that was given the wallets of `addresses`. */
const openRequest = (addresses: readonly unknown[]) =>
  open(
    {
      'sallyport-cross-app': 'request',
      token: 'token',
      request: JSON.stringify({
        content: {
          request: { method: 'personal_sign', params: ['0x6869', walletAccounts[0]?.address] },
        },
        timestamp: 1_773_480_600_000,
        callbackUrl: 'https://lighthouse.example/return',
      }),
      mode: 'popup',
    },
    { '/cross_app/requests/open': () => ({ requester, addresses: [...addresses] }) },
  )

/** Opens the page as a user who is not logged in, in an app with a login of its own. */
async function openLoggedOut(customAuth: CustomAuth) {
  const fake = createFakeKit({ clock: standingClock(settle), config: { customAuth } })
  await fake.kit.client.start()
  location.hash = `#${new URLSearchParams(connect)}`
  void takeArrival(fake.kit)
  await settle()
  return { ...fake, goal: () => fake.kit.modal.runs().at(-1)?.goal }
}

describe('what another app asks', () => {
  test('is taken out of the address, and shown to the user who is logged in', async () => {
    const { goal } = await open(connect)

    expect(location.hash).toBe('')
    expect(goal()).toMatchObject({ goal: 'share', visit: { kind: 'connect', canAnswer: true } })
  })

  test('a refusal is told to the origin that asked, and to no other', async () => {
    const { kit, taken } = await open(connect)
    kit.modal.runs().at(-1)?.onEnd({ at: 'failed', code: 'user_rejected' })
    await taken

    expect(opener.postMessage.mock.calls).toEqual([
      [{ type: 'PRIVY_CROSS_APP_ACTION_ERROR', error: 'User rejected request' }, requester.origin],
      [{ type: 'PRIVY_OAUTH_ERROR', error: 'User rejected request' }, requester.origin],
    ])
  })

  test('error: XAP-01: a site that is not allowed is told so', async () => {
    const { goal } = await open(connect, {
      '/cross_app/sites/describe': refuse('cross_app_connection_not_allowed'),
    })
    const shown = goal()
    if (shown?.goal !== 'share') throw new Error('not asked')

    await expect(shown.visit.describe()).rejects.toThrow()
    expect(opener.postMessage).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'PRIVY_CROSS_APP_ACTION_ERROR', errorCode: 4100 }),
      requester.origin,
    )
  })

  test('error: in a frame nothing is shown', async () => {
    vi.stubGlobal('top', {})
    const { goal, warnings } = await open(connect)

    expect(goal()).toBeUndefined()
    expect(warnings).toHaveLength(1)
  })

  test('a request of an app runs in the name of that app, on a screen whatever the page has set', async () => {
    const { goal, kit } = await openRequest([walletAccounts[0]?.address])
    const shown = goal()
    if (shown?.goal !== 'open-request') throw new Error('not asked')
    await shown.visit.open()
    const run = kit.modal.runs().at(-1)
    run?.onEnd({ at: 'done', value: null })
    run?.onGone()
    await vi.waitFor(() => expect(goal()).toMatchObject({ goal: 'confirm' }))
    const asked = goal()
    if (asked?.goal !== 'confirm') throw new Error('no request')
    asked.job.deliver('0xsignature')

    await vi.waitFor(() =>
      expect(opener.postMessage).toHaveBeenCalledWith(
        { type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', result: '0xsignature' },
        requester.origin,
      ),
    )
  })

  test('error: a wallet that the app was not given signs nothing', async () => {
    const { goal, kit } = await openRequest([friend])
    const shown = goal()
    if (shown?.goal !== 'open-request') throw new Error('not asked')
    await shown.visit.open()
    kit.modal.runs().at(-1)?.onEnd({ at: 'done', value: null })

    await vi.waitFor(() =>
      expect(opener.postMessage).toHaveBeenCalledWith(
        expect.objectContaining({ type: 'PRIVY_CROSS_APP_ACTION_ERROR', errorCode: 4100 }),
        requester.origin,
      ),
    )
  })

  test("waits for the app's own login", async () => {
    const { goal, logIn } = await openLoggedOut({
      isLoading: false,
      getCustomAccessToken: async () => undefined,
    })
    expect(goal()).toBeUndefined()
    logIn(walletAccounts)
    await settle()

    expect(goal()).toMatchObject({ goal: 'share' })
  })

  test("goes on after the app's own login has left the page", async () => {
    const customAuth = { isLoading: false, getCustomAccessToken: async () => undefined }
    const { kit, goal: before } = await openLoggedOut(customAuth)
    await resumeArrival(kit)
    expect(before()).toBeUndefined()
    const next = createFakeKit({ clock: standingClock(settle), config: { customAuth } })
    await next.kit.client.start()
    next.logIn(walletAccounts)
    void resumeArrival(next.kit)
    await settle()

    expect(next.kit.modal.runs().at(-1)?.goal).toMatchObject({ goal: 'share' })
    expect(sessionStorage.length).toBe(0)
  })

  test("opens the login where the app's own is disabled", async () => {
    const { goal } = await openLoggedOut({
      enabled: false,
      isLoading: false,
      getCustomAccessToken: async () => undefined,
    })

    expect(goal()).toMatchObject({ goal: 'login' })
  })

  test('goes on after a login that left the page, and not after ten minutes', async () => {
    const { kit, goal } = await open({})
    const at = kit.client.environment.clock.nowMs()
    const hash = `#${new URLSearchParams(connect)}`
    sessionStorage.setItem('sallyport:cross-app', JSON.stringify({ hash, at: at - 600_000 }))
    void resumeArrival(kit)
    await settle()
    expect(goal()).toBeUndefined()
    sessionStorage.setItem('sallyport:cross-app', JSON.stringify({ hash, at }))
    void resumeArrival(kit)
    await settle()

    expect(goal()).toMatchObject({ goal: 'share' })
    expect(sessionStorage.getItem('sallyport:cross-app')).toBeNull()
  })
})
