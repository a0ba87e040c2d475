// @vitest-environment happy-dom
import {
  crossAppAnswers,
  crossAppProvider,
  lateStorageKeys,
  storageKeys,
} from '@sallyport/contract'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { kitContext } from '../context.js'
import { ModalSlot } from '../modal/modal-slot.js'
import { refuse } from '../test-kit/answers.js'
import { createFakeKit } from '../test-kit/fake-kit.js'
import { connectionsAnswer, otherAppAccount, otherAppId } from '../test-kit/other-apps.js'
import { emailAccount, friend, wireUser } from '../test-kit/samples.js'
import { useCrossAppAccounts } from './use-cross-app-accounts.js'
import { useGetAccessTokenForProvider } from './use-get-access-token-for-provider.js'

const provider = crossAppProvider(otherAppId)
const tokenKey = storageKeys.crossAppToken(otherAppId)
const clock = {
  nowMs: () => Date.now(),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 20))),
}

// Loading takes longer than a test waits.
beforeAll(() => Promise.all([import('../modal/modal-root.js'), import('../visit-screens.js')]))

/** The window that the page opens. */
let popup: { closed: boolean; close: () => void; location: { replace: ReturnType<typeof vi.fn> } }
beforeEach(() => {
  popup = { closed: false, close: () => undefined, location: { replace: vi.fn() } }
  popup.close = () => {
    popup.closed = true
  }
  vi.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function mount(server: object = {}) {
  const answers = { server: { ...connectionsAnswer(), ...server } }
  // The user's wallets are those of the other app.
  const config = { embeddedWallets: { createOnLogin: 'off' as const } }
  const fake = createFakeKit({ clock, answers, config })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <kitContext.Provider value={fake.kit}>
      {children}
      <ModalSlot kit={fake.kit} config={config} />
    </kitContext.Provider>
  )
  await fake.kit.client.start()
  const hook = () => ({ ...useCrossAppAccounts(), ...useGetAccessTokenForProvider() })
  const { result } = renderHook(hook, { wrapper })
  return { ...fake, hook: result, storage: fake.kit.client.environment.storage }
}

/** The other app sends the window back to this page, which hands the answer over. */
function answer(state: string, code = 'code') {
  const returned = { code, state, provider, disableSignup: false, isHeadless: false }
  const channel = new BroadcastChannel('popup-privy-oauth')
  channel.postMessage({ type: 'PRIVY_OAUTH_RESPONSE', stateCode: state, returned })
  channel.close()
}

const session = (accounts: object[]) => ({
  user: { ...wireUser, linked_accounts: accounts },
  token: 'a.b.c',
  privy_access_token: null,
  refresh_token: 'refresh',
  session_update_action: 'set',
  is_new_user: true,
  oauth_tokens: { provider, access_token: 'theirs' },
})

describe('loginWithCrossAppAccount', () => {
  test('opens the window at once, and gives the user with the wallets of the other app', async () => {
    const { hook, inputsOf, storage } = await mount({
      '/oauth/authenticate': () => session([otherAppAccount]),
    })
    const login = hook.current.loginWithCrossAppAccount({ appId: otherAppId })
    expect(window.open).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalled())
    answer(String(storage.get(lateStorageKeys.oauthState)))

    const user = await login
    expect(user.linkedAccounts.find(({ type }) => type === 'cross_app')).toMatchObject({
      providerApp: { id: otherAppId },
      embeddedWallets: [{ address: friend }],
    })
    expect(inputsOf('/oauth/init')).toMatchObject([{ provider }])
    const { token } = await hook.current.getAccessTokenForProvider()
    expect(token).toBe('theirs')
  })

  test('error: a user who is logged in links instead', async () => {
    const { hook, logIn } = await mount()
    act(() => logIn([emailAccount('ada@example.com')]))
    const login = hook.current.loginWithCrossAppAccount({ appId: otherAppId })
    await expect(login).rejects.toMatchObject({ code: 'not_supported' })
    expect(window.open).not.toHaveBeenCalled()
  })

  test('error: an id that is none opens no window', async () => {
    const { hook } = await mount()
    const login = hook.current.loginWithCrossAppAccount({ appId: 'northwind' })
    await expect(login).rejects.toMatchObject({ name: 'ConfigError' })
    expect(window.open).not.toHaveBeenCalled()
  })

  test('error: the modal is closed', async () => {
    const { hook, kit } = await mount()
    const login = hook.current.loginWithCrossAppAccount({ appId: otherAppId })
    login.catch(() => undefined)
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalled())
    act(() => kit.modal.closeAll())
    await expect(login).rejects.toMatchObject({ code: 'exited_auth_flow' })
  })
})

describe('linkCrossAppAccount', () => {
  test('links to the user who is logged in', async () => {
    const { hook, logIn, storage } = await mount({
      '/oauth/link': () => session([emailAccount('ada@example.com'), otherAppAccount]).user,
    })
    act(() => logIn([emailAccount('ada@example.com')]))
    const linking = hook.current.linkCrossAppAccount({ appId: otherAppId })
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalled())
    answer(String(storage.get(lateStorageKeys.oauthState)))
    expect((await linking).linkedAccounts.map(({ type }) => type)).toEqual(['email', 'cross_app'])
  })

  test('error: without a user', async () => {
    const { hook } = await mount()
    const linking = hook.current.linkCrossAppAccount({ appId: otherAppId })
    await expect(linking).rejects.toMatchObject({ code: 'must_be_authenticated' })
  })
})

describe('requests to a wallet of another app', () => {
  const post = (data: unknown) =>
    window.dispatchEvent(new MessageEvent('message', { data, source: popup as never }))

  test('open the window at once, and give the signature', async () => {
    const { hook, logIn, storage } = await mount()
    act(() => logIn([otherAppAccount]))
    storage.set(tokenKey, 'theirs')
    const signing = hook.current.signMessage('hello', { address: friend })
    expect(window.open).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalled())
    post({ type: crossAppAnswers.response, result: '0xsigned' })
    expect(await signing).toBe('0xsigned')
  })

  test('link the account again where its permission is over', async () => {
    const { hook, logIn, storage } = await mount({
      '/oauth/link': () => ({
        ...session([otherAppAccount]).user,
        oauth_tokens: { provider, access_token: 'new' },
      }),
    })
    act(() => logIn([otherAppAccount]))
    const signing = hook.current.signMessage('hello', { address: friend })
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalledTimes(1))
    answer(String(storage.get(lateStorageKeys.oauthState)))
    await waitFor(() => expect(popup.location.replace).toHaveBeenCalledTimes(2))
    const url = new URL(String(popup.location.replace.mock.calls[1]?.[0]))
    expect(url.searchParams.get('token')).toBe('new')
    popup.closed = false
    post({ type: crossAppAnswers.response, result: '0xsigned' })
    expect(await signing).toBe('0xsigned')
  })

  test('XAP-02: error: a read-only connection is neither linked again nor asked', async () => {
    const { hook, logIn } = await mount(connectionsAnswer({ read_only: true }))
    act(() => logIn([otherAppAccount]))
    const signing = hook.current.signMessage('hello', { address: friend })
    await expect(signing).rejects.toMatchObject({
      code: 4100,
      message: 'Cannot transact against a read-only provider app',
    })
    expect(window.open).not.toHaveBeenCalled()
  })
})

describe('unlinkCrossAppAccount', () => {
  test('unlinks by the subject, and forgets the token', async () => {
    const { hook, logIn, inputsOf, storage } = await mount({ '/oauth/unlink': () => wireUser })
    act(() => logIn([emailAccount('ada@example.com'), otherAppAccount]))
    storage.set(tokenKey, 'theirs')
    const { subject } = otherAppAccount
    await hook.current.unlinkCrossAppAccount({ subject })
    expect(inputsOf('/oauth/unlink')).toEqual([{ provider, subject }])
    expect(storage.get(tokenKey)).toBeNull()
  })

  test('error: a subject of no account', async () => {
    const { hook, logIn } = await mount({ '/oauth/unlink': refuse('internal_error') })
    act(() => logIn([otherAppAccount]))
    const unlinking = hook.current.unlinkCrossAppAccount({ subject: 'other' })
    await expect(unlinking).rejects.toMatchObject({ code: 'linked_account_not_found' })
  })
})
