// @vitest-environment happy-dom
import { storageKeys, userIdPrefix } from '@sallyport/contract'
import { email } from '@sallyport/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createKit } from './kit.js'
import { linkingOf } from './linking-actions.js'
import { connectWallet } from './open-wallet.js'

const appId = 'a'.repeat(25)
/** What the server says of a session that it calls `name`. */
function sessionNamed(name: string) {
  const claims = { aud: appId, sid: name, exp: 4_000_000_000, iat: 1 }
  const user = {
    id: `${userIdPrefix}1`,
    created_at: 1,
    linked_accounts: [],
    mfa_methods: [],
    has_accepted_terms: true,
    is_guest: false,
  }
  return {
    user,
    token: `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.c2ln`,
    privy_access_token: null,
    refresh_token: name,
    is_new_user: false,
    session_update_action: 'set',
  }
}

let name = 'first'
beforeEach(() => {
  localStorage.clear()
  name = 'first'
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    return Response.json(pathname.endsWith('/authenticate') ? sessionNamed(name) : {})
  })
})
afterEach(() => vi.unstubAllGlobals())

const attempt = { email: 'ada@example.com', code: '123456', disableSignup: false }

/** A kit with a logged-in user, and the name of the session that a request opened now belongs to. */
async function signedIn() {
  const kit = createKit({ appId, apiUrl: 'https://auth.example' }, {})
  const onComplete = vi.fn()
  const onLogout = vi.fn()
  kit.events.add('login', { onComplete })
  kit.events.add('logout', { onSuccess: onLogout })
  await email.login(kit.client, attempt)
  const openedIn = kit.client.session.tokens.session()
  return { kit, openedIn, onComplete, onLogout }
}

test('a login that is requested twice calls back once', async () => {
  const kit = createKit({ appId, apiUrl: 'https://auth.example' }, {})
  const onComplete = vi.fn()
  kit.events.add('login', { onComplete })
  kit.login()
  kit.login()
  const run = kit.modal.runs().at(-1)
  const login = await kit.prove('email', () => email.login(kit.client, attempt))
  run?.onEnd({ at: 'done', value: login })
  run?.onGone()

  await vi.waitFor(() => expect(onComplete).toHaveBeenCalled())
  await new Promise((later) => setTimeout(later))
  expect(onComplete).toHaveBeenCalledTimes(1)
  expect(kit.modal.runs()).toEqual([])
})

describe('loginAgain', () => {
  test('opens the login once the session is gone', async () => {
    const { kit, openedIn } = await signedIn()
    kit.client.session.clear()
    void kit.loginAgain(openedIn)

    expect(kit.modal.runs().at(-1)?.goal.goal).toBe('login')
  })

  test('ends a session that still stands here, then opens the login', async () => {
    const { kit, openedIn, onLogout } = await signedIn()
    void kit.loginAgain(openedIn)

    expect(kit.client.state.user).toBeNull()
    expect(localStorage.getItem(storageKeys.refreshToken)).toBeNull()
    expect(kit.modal.runs().at(-1)?.goal.goal).toBe('login')
    expect(onLogout).not.toHaveBeenCalled()
  })

  test('asks for nothing when a newer session is here by now', async () => {
    const { kit, openedIn, onComplete } = await signedIn()
    name = 'second'
    await kit.prove('email', () => email.login(kit.client, attempt))
    void kit.loginAgain(openedIn)

    expect(kit.modal.runs()).toEqual([])
    expect(kit.client.session.tokens.refresh()).toBe('second')
    expect(onComplete).toHaveBeenCalledWith(
      expect.objectContaining({ wasAlreadyAuthenticated: true }),
    )
  })
})

describe('connect', () => {
  test('error: of a wallet whose owner is logged out is refused as such', async () => {
    const { kit } = await signedIn()
    kit.client.session.clear()

    await expect(connectWallet(kit.client, { address: '0x1' })).rejects.toMatchObject({
      code: 'must_be_authenticated',
    })
  })
})

describe('resume', () => {
  test('of terms whose session ended is a new login, also of another user', async () => {
    const { kit, onComplete } = await signedIn()
    kit.setConfig({})
    const { user } = kit.client.state
    vi.spyOn(kit, 'rules').mockReturnValue({
      termsRequired: true,
      createOnLogin: { ethereum: 'off', solana: 'off' },
      recovery: { options: [], isRequired: false },
    })
    Object.assign(user ?? {}, { hasAcceptedTerms: false })
    kit.resume()
    const run = kit.modal.runs().at(-1)
    expect(run?.goal.goal).toBe('finish-login')
    kit.client.session.clear()
    const login = await kit.prove('email', () => email.login(kit.client, attempt))
    run?.onEnd({ at: 'done', value: login })
    run?.onGone()

    await new Promise((later) => setTimeout(later))
    expect(onComplete.mock.calls).toEqual([
      [expect.objectContaining({ wasAlreadyAuthenticated: false, loginMethod: 'email' })],
    ])
    expect(kit.modal.runs()).toEqual([])
  })
})

test('logging out closes the screens that are open', async () => {
  const { kit } = await signedIn()
  const onEnd = vi.fn()
  kit.modal.open({ goal: 'account' }, { place: 'next', onEnd, fail: onEnd })
  expect(kit.modal.runs()).toHaveLength(1)

  await kit.logout()

  expect(kit.modal.runs()).toEqual([])
  expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ at: 'failed' }))
})

test('a login that is opened while the session ends stays open', async () => {
  const { kit } = await signedIn()

  const leaving = kit.logout()
  kit.modal.open({ goal: 'account' }, { place: 'next', onEnd: vi.fn(), fail: vi.fn() })
  await leaving

  expect(kit.modal.runs()).toHaveLength(1)
})

test('closing the list of passkeys after one was added tells of no failure', async () => {
  const { kit } = await signedIn()
  const onSuccess = vi.fn()
  const onError = vi.fn()
  kit.events.add('linkAccount', { onSuccess, onError })
  const { user } = kit.client.state
  if (!user) throw new Error('No user')
  const linking = linkingOf(kit)

  linking.linkPasskey()
  kit.events.emit('linkAccount', (each) =>
    each.onSuccess?.({ user, linkMethod: 'passkey', linkedAccount: null }),
  )
  kit.modal.closeAll()
  expect(onSuccess).toHaveBeenCalledTimes(1)
  expect(onError).not.toHaveBeenCalled()

  linking.linkPasskey()
  kit.modal.closeAll()
  expect(onError).toHaveBeenCalledWith('exited_link_flow', { linkMethod: 'passkey' })
})
