// @vitest-environment happy-dom
import { lateStorageKeys, oauthParameters, storageKeys, userIdPrefix } from '@sallyport/contract'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SallyportProvider } from '../provider.js'
import { useLoginWithOAuth } from './use-login-with-oauth.js'
import { useOAuthTokens } from './use-oauth-tokens.js'
import { useSallyport } from './use-sallyport.js'

const appId = 'a'.repeat(25)
const payload = btoa(JSON.stringify({ aud: appId, exp: 4_000_000_000, iat: 1 })).replace(/=+$/, '')
const token = `e30.${payload}.c2ln`
const user = {
  id: `${userIdPrefix}1`,
  created_at: 1,
  linked_accounts: [],
  mfa_methods: [],
  has_accepted_terms: true,
  is_guest: false,
}
const tokens = { provider: 'google', access_token: 'fresh', scopes: ['openid'] }
const session = {
  user,
  token,
  privy_access_token: token,
  refresh_token: 'refresh',
  session_update_action: 'set',
  is_new_user: true,
  oauth_tokens: tokens,
}

/** Calls to the server, by path. */
const calls: { path: string; body: Record<string, unknown>; token: string | null }[] = []
const answers: Record<string, unknown> = {
  [`/api/v1/apps/${appId}`]: { id: appId, name: 'Harbour', allowlist_config: {} },
  '/api/v1/users/me': { user, identity_token: null },
  '/api/v1/oauth/init': { url: 'https://provider.example/login' },
  '/api/v1/oauth/authenticate': session,
  '/api/v1/oauth/link': { ...user, oauth_tokens: tokens },
}
let assign = vi.fn()
beforeEach(() => {
  calls.length = 0
  localStorage.clear()
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined) as never
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname: path } = new URL(request.url)
    const text = request.method === 'POST' ? await request.text() : ''
    const body = text === '' ? {} : JSON.parse(text)
    calls.push({ path, body, token: request.headers.get('authorization') })
    return Response.json(answers[path] ?? {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <SallyportProvider appId={appId} apiUrl="https://auth.example">
    {children}
  </SallyportProvider>
)
const logIn = () => {
  localStorage.setItem(storageKeys.accessToken, JSON.stringify(token))
  localStorage.setItem(storageKeys.refreshToken, JSON.stringify('refresh'))
}
/** What the page finds when the provider has sent the user back. */
const comeBack = (code = 'code') => {
  const state = JSON.parse(String(localStorage.getItem(lateStorageKeys.oauthState)))
  const answer = {
    [oauthParameters.code]: code,
    [oauthParameters.state]: state,
    [oauthParameters.provider]: 'google',
  }
  cleanup()
  window.history.replaceState(null, '', `/?${new URLSearchParams(answer)}`)
}
const callsOf = (path: string) => calls.filter((each) => each.path === `/api/v1/oauth/${path}`)

describe('useOAuthTokens', () => {
  const onOAuthTokenGrant = vi.fn()
  const open = async () => {
    onOAuthTokenGrant.mockClear()
    const hook = renderHook(
      () => ({ ...useOAuthTokens({ onOAuthTokenGrant }), all: useSallyport() }),
      { wrapper },
    )
    await waitFor(() => expect(hook.result.current.all.ready).toBe(true))
    return hook
  }

  test('reauthorize leaves for the provider as the user, and the return brings fresh tokens', async () => {
    logIn()
    const before = await open()
    await act(() => before.result.current.reauthorize({ provider: 'google' }))
    expect(assign).toHaveBeenCalledWith('https://provider.example/login')
    expect(callsOf('init')).toMatchObject([
      { body: { provider: 'google' }, token: `Bearer ${token}` },
    ])

    comeBack()
    await open()
    await waitFor(() => expect(onOAuthTokenGrant).toHaveBeenCalledTimes(1))
    expect(onOAuthTokenGrant.mock.calls[0]?.[0]).toMatchObject({
      oAuthTokens: { provider: 'google', accessToken: 'fresh', scopes: ['openid'] },
      user: { id: user.id },
    })
    expect(callsOf('link')).toHaveLength(1)
    expect(callsOf('authenticate')).toEqual([])
    expect(window.location.search).toBe('')
  })

  test('a return that the user cancelled grants no tokens, and the user stays logged in', async () => {
    logIn()
    const before = await open()
    await act(() => before.result.current.reauthorize({ provider: 'google' }))
    comeBack('undefined')
    const after = await open()
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(callsOf('link')).toEqual([])
    expect(onOAuthTokenGrant).not.toHaveBeenCalled()
    expect(after.result.current.all.authenticated).toBe(true)
  })
})

describe('useLoginWithOAuth', () => {
  const onComplete = vi.fn()
  const onError = vi.fn()
  const open = async () => {
    onComplete.mockClear()
    onError.mockClear()
    const hook = renderHook(
      () => ({ ...useLoginWithOAuth({ onComplete, onError }), all: useSallyport() }),
      { wrapper },
    )
    await waitFor(() => expect(hook.result.current.all.ready).toBe(true))
    return hook
  }

  test('leaves the page, and completes the login by itself after the return', async () => {
    const before = await open()
    await act(() => before.result.current.initOAuth({ provider: 'google' }))
    expect(before.result.current.loading).toBe(true)
    expect(assign).toHaveBeenCalledWith('https://provider.example/login')

    comeBack()
    const after = await open()
    await waitFor(() => expect(after.result.current.state).toEqual({ status: 'done' }))
    expect(onComplete.mock.calls[0]?.[0]).toMatchObject({ loginMethod: 'google', isNewUser: true })
  })

  test('error: what the user cancelled is the error oauth_user_denied', async () => {
    const before = await open()
    await act(() => before.result.current.initOAuth({ provider: 'google' }))
    comeBack('undefined')
    const after = await open()
    await waitFor(() => expect(after.result.current.state).toMatchObject({ status: 'error' }))
    expect(onError).toHaveBeenCalledWith('oauth_user_denied')
    expect(after.result.current.all.authenticated).toBe(false)
  })
})
