// @vitest-environment happy-dom
import { storageKeys, userIdPrefix } from '@sallyport/contract'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SallyportConfig } from './config.js'
import type { LoginCompletion } from './events.js'
import { useGuestAccounts } from './hooks/use-guest-accounts.js'
import { useLogin } from './hooks/use-login.js'
import { useLoginWithEmail } from './hooks/use-login-with-email.js'
import { useLogout } from './hooks/use-logout.js'
import { useModalStatus } from './hooks/use-modal-status.js'
import { useSallyport } from './hooks/use-sallyport.js'
import { useToken } from './hooks/use-token.js'
import { SallyportProvider } from './provider.js'

const appId = 'a'.repeat(25)
const appConfig = {
  id: appId,
  name: 'Harbour',
  email_auth: true,
  guest_auth: true,
  theme: 'light',
  require_users_accept_terms: false,
  allowlist_config: { error_title: null, error_detail: null, cta_text: null, cta_link: null },
  embedded_wallet_config: { create_on_login: 'off' },
}
const email = {
  type: 'email',
  address: 'ada@example.com',
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
}
const wireUser = {
  id: `${userIdPrefix}1`,
  created_at: 1,
  linked_accounts: [email],
  mfa_methods: [],
  has_accepted_terms: false,
  is_guest: false,
}
const payload = btoa(JSON.stringify({ aud: appId, exp: 4_000_000_000, iat: 1 })).replace(/=+$/, '')
const session = {
  user: wireUser,
  token: `e30.${payload}.c2ln`,
  privy_access_token: null,
  refresh_token: 'r',
  is_new_user: true,
  session_update_action: 'set',
}

// Loaded by the first opening, which would wait for the test runner to compile it.
beforeAll(() => import('./modal/modal-root.js'))

/** The server as this test needs it: one answer per path. */
const answers: Record<string, (body: unknown) => [status: number, body: unknown]> = {}
beforeEach(() => {
  Object.assign(answers, {
    [`/api/v1/apps/${appId}`]: () => [200, appConfig],
    '/api/v1/passwordless/init': () => [200, { success: true }],
    '/api/v1/passwordless/authenticate': () => [200, session],
    '/api/v1/guest/authenticate': () => [
      200,
      { ...session, user: { ...wireUser, is_guest: true, linked_accounts: [] } },
    ],
    '/api/v1/sessions/logout': () => [200, { success: true }],
    '/api/v1/users/me/accept_terms': () => [200, { ...wireUser, has_accepted_terms: true }],
  })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input))
    const [status, body] = answers[pathname]?.(init?.body) ?? [
      404,
      { error: 'no', code: 'invalid_data' },
    ]
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const completions: LoginCompletion[] = []
const errors: string[] = []
const tokens: (string | null)[] = []
const loggedOut = vi.fn()

function App() {
  const { ready, authenticated, user } = useSallyport()
  const { login } = useLogin({
    onComplete: (completion) => void completions.push(completion),
    onError: (code) => void errors.push(code),
  })
  useToken({
    onAccessTokenGranted: ({ accessToken }) => void tokens.push(accessToken),
    onAccessTokenRemoved: () => void tokens.push(null),
  })
  const { logout } = useLogout({ onSuccess: loggedOut })
  const { isOpen } = useModalStatus()
  const byEmail = useLoginWithEmail()
  const { createGuestAccount } = useGuestAccounts()
  return (
    <div>
      <p data-testid="state">
        {[ready && 'ready', authenticated && 'in', isOpen && 'open', user?.isGuest && 'guest']
          .filter(Boolean)
          .join(' ')}
      </p>
      <p data-testid="otp">{byEmail.state.status}</p>
      <button type="button" onClick={login}>
        in
      </button>
      <button type="button" onClick={() => void logout()}>
        out
      </button>
      <button type="button" onClick={() => void createGuestAccount().catch(() => {})}>
        guest
      </button>
      <button type="button" onClick={() => void byEmail.sendCode({ email: 'ada@example.com' })}>
        send
      </button>
      <button
        type="button"
        onClick={() => void byEmail.loginWithCode({ code: '123456' }).catch(() => {})}
      >
        code
      </button>
    </div>
  )
}

async function start(config: SallyportConfig = {}) {
  completions.length = 0
  errors.length = 0
  tokens.length = 0
  loggedOut.mockClear()
  render(
    <SallyportProvider
      appId={appId}
      apiUrl="https://auth.example"
      config={{ locale: 'en', ...config }}
    >
      <App />
    </SallyportProvider>,
  )
  await waitFor(() => expect(state()).toContain('ready'))
}

const state = () => screen.getByTestId('state').textContent ?? ''
const press = (name: string) => fireEvent.click(screen.getByText(name))
const inModal = () => document.getElementById('sallyport-dialog')?.shadowRoot ?? null
const find = <T extends Element = HTMLElement>(selector: string) =>
  waitFor(() => {
    const found = inModal()?.querySelector<T>(selector)
    expect(found).toBeTruthy()
    return found as T
  })
const title = (text: string) =>
  waitFor(() =>
    expect(inModal()?.querySelector('.screen:not(.leaving) h2')?.textContent).toBe(text),
  )

describe('SallyportProvider', () => {
  test('renders its children on a server', () => {
    const html = renderToString(
      <SallyportProvider appId={appId} apiUrl="https://auth.example">
        <App />
      </SallyportProvider>,
    )

    expect(html).toContain('data-testid="state"')
    expect(html).not.toContain('ready')
  })

  test('a whole login through the modal, and out again', async () => {
    await start()
    press('in')
    await title('Log in to Harbour')
    expect(state()).toContain('open')
    fireEvent.change(await find('input[type=email]'), { target: { value: 'Ada@example.com' } })
    fireEvent.click(await find('button.primary'))
    await title('Enter the code')
    fireEvent.change(await find('input[name=code]'), { target: { value: '123456' } })

    await waitFor(() => expect(completions).toHaveLength(1))
    expect(completions[0]).toMatchObject({
      isNewUser: true,
      wasAlreadyAuthenticated: false,
      loginMethod: 'email',
      loginAccount: { type: 'email', address: 'ada@example.com' },
    })
    await waitFor(() => expect(state()).toBe('ready in'))
    expect(inModal()).toBeNull()
    press('in')
    expect(completions[1]).toMatchObject({ wasAlreadyAuthenticated: true })
    press('out')
    await waitFor(() => expect(state()).toBe('ready'))
    expect(loggedOut).toHaveBeenCalledTimes(1)
  })

  test('closing the modal calls back with an error, restores the page, and logs no user in', async () => {
    await start()
    press('in')
    await title('Log in to Harbour')
    fireEvent.click(await find('button[aria-label=Close]'))

    await waitFor(() => expect(errors).toEqual(['exited_auth_flow']))
    await waitFor(() => expect(inModal()).toBeNull())
    expect(state()).toBe('ready')
    expect(document.documentElement.style.overflow).toBe('')
  })

  test('speaks the locale it is given, from right to left', async () => {
    await start({ locale: 'ar-EG' })
    press('in')

    const dialog = await find('dialog[dir=rtl][lang=ar-EG]')
    expect(dialog.textContent).toContain('تسجيل الدخول إلى Harbour')
  })

  const refuseSettings = (status: number, code: string) => {
    const real = answers[`/api/v1/apps/${appId}`]!
    answers[`/api/v1/apps/${appId}`] = () => [status, { error: 'x', code }]
    return () => {
      answers[`/api/v1/apps/${appId}`] = real
    }
  }

  test('shows a dead server as such and recovers', async () => {
    const recover = refuseSettings(500, 'internal_error')
    await start()
    press('in')
    await title('Can’t log in right now')
    recover()
    fireEvent.click(await find('button.primary'))

    await title('Log in to Harbour')
  })

  test('says that an app is not registered; once it is, the next opening is a login', async () => {
    const recover = refuseSettings(400, 'missing_or_invalid_privy_app_id')
    await start()
    press('in')
    await title('Login isn’t configured correctly')
    expect(inModal()?.textContent).toContain('isn’t registered with the login service')
    recover()
    fireEvent.click(await find('button.primary'))
    await waitFor(() => expect(state()).not.toContain('open'))
    document.dispatchEvent(new Event('visibilitychange'))
    press('in')

    await title('Log in to Harbour')
  })
})

describe('a login whose screen is closed', () => {
  const enterCode = async () => {
    await start()
    press('in')
    await title('Log in to Harbour')
    fireEvent.change(await find('input[type=email]'), { target: { value: 'ada@example.com' } })
    fireEvent.click(await find('button.primary'))
    await title('Enter the code')
    fireEvent.change(await find('input[name=code]'), { target: { value: '123456' } })
  }
  const close = async () => fireEvent.click(await find('button[aria-label=Close]'))
  const requireTerms = () => {
    answers[`/api/v1/apps/${appId}`] = () => [
      200,
      { ...appConfig, require_users_accept_terms: true },
    ]
  }

  test('while the code is checked is finished all the same', async () => {
    requireTerms()
    await enterCode()
    await close()
    await title('Before you continue')
    fireEvent.click(await find('input[type=checkbox]'))
    await act(async () => {})
    fireEvent.click(await find('button.primary'))

    await waitFor(() => expect(completions).toHaveLength(1))
    expect(completions[0]).toMatchObject({ isNewUser: true, loginMethod: 'email' })
  })

  test('right after the code was accepted is complete, and no error', async () => {
    await enterCode()
    await waitFor(() => expect(state()).toContain('in'))
    await close()

    await waitFor(() => expect(completions).toHaveLength(1))
    expect(completions[0]).toMatchObject({ wasAlreadyAuthenticated: false, loginMethod: 'email' })
    expect(errors).toEqual([])
  })

  test.each([
    ['user_does_not_exist', 'No account found'],
    ['max_accounts_reached', 'Sign-ups are closed right now'],
    ['allowlist_rejected', 'You don’t have access'],
  ])('on the screen that says %s ends with that code', async (code, heading) => {
    answers['/api/v1/passwordless/authenticate'] = () => [403, { error: 'x', code }]
    await enterCode()
    await title(heading)
    await close()

    await waitFor(() => expect(errors).toEqual([code]))
  })
})

describe('access tokens', () => {
  test('of a login and of a stored session are told once each, and their end once', async () => {
    answers['/api/v1/users/me'] = () => [200, { user: wireUser, identity_token: null }]
    await start()
    press('send')
    await waitFor(() => expect(screen.getByTestId('otp').textContent).toBe('awaiting-code-input'))
    press('code')
    await waitFor(() => expect(completions).toHaveLength(1))
    expect(tokens).toEqual([session.token])
    cleanup()

    await start()
    await waitFor(() => expect(completions).toHaveLength(1))
    expect(tokens).toEqual([session.token])
    press('out')
    await waitFor(() => expect(tokens).toEqual([session.token, null]))
  })
})

describe('a stored session that owes the terms', () => {
  beforeEach(() => {
    answers[`/api/v1/apps/${appId}`] = () => [
      200,
      { ...appConfig, require_users_accept_terms: true },
    ]
    answers['/api/v1/users/me'] = () => [200, { user: wireUser, identity_token: null }]
    localStorage.setItem(storageKeys.accessToken, JSON.stringify(session.token))
    localStorage.setItem(storageKeys.refreshToken, JSON.stringify(session.refresh_token))
  })

  test('is asked for them on load, cannot close past them, and is complete afterwards', async () => {
    await start()
    await title('Before you continue')
    expect(inModal()?.querySelector('button[aria-label=Close]')).toBeNull()
    fireEvent.keyDown(await find('dialog'), { key: 'Escape' })
    press('in')
    await act(async () => {})
    expect(completions).toEqual([])
    expect(inModal()?.textContent).toContain('Before you continue')

    fireEvent.click(await find('input[type=checkbox]'))
    await act(async () => {})
    fireEvent.click(await find('button.primary'))
    await waitFor(() => expect(completions).toHaveLength(1))
    expect(completions[0]).toMatchObject({
      wasAlreadyAuthenticated: true,
      loginMethod: null,
      user: { hasAcceptedTerms: true },
    })
  })

  test('is logged out by a no', async () => {
    await start()
    await title('Before you continue')
    fireEvent.click(await find('button.secondary'))

    await waitFor(() => expect(state()).toBe('ready'))
    expect(errors).toEqual(['exited_auth_flow'])
    expect(completions).toEqual([])
  })

  test('is asked as soon as the app’s rules are known', async () => {
    const real = answers[`/api/v1/apps/${appId}`]!
    answers[`/api/v1/apps/${appId}`] = () => [400, { error: 'x', code: 'invalid_data' }]
    await start()
    expect(inModal()).toBeNull()
    answers[`/api/v1/apps/${appId}`] = real

    // The code that hears it is loaded by the failed start.
    await waitFor(() => {
      fireEvent(window, new Event('online'))
      expect(inModal()?.textContent).toContain('Before you continue')
    })
  })

  test('is not asked once they are accepted', async () => {
    answers['/api/v1/users/me'] = () => [
      200,
      { user: { ...wireUser, has_accepted_terms: true }, identity_token: null },
    ]
    await start()

    await waitFor(() => expect(completions).toHaveLength(1))
    expect(inModal()).toBeNull()
  })
})

describe('logins without the modal', () => {
  test('by code: the state walks through its steps', async () => {
    await start()
    expect(screen.getByTestId('otp').textContent).toBe('initial')
    press('send')
    await waitFor(() => expect(screen.getByTestId('otp').textContent).toBe('awaiting-code-input'))
    press('code')

    await waitFor(() => expect(screen.getByTestId('otp').textContent).toBe('done'))
    expect(completions).toHaveLength(1)
    expect(inModal()).toBeNull()
  })

  test('error: a wrong code is an error state and a code for the callback', async () => {
    await start()
    answers['/api/v1/passwordless/authenticate'] = () => [
      422,
      { error: 'x', code: 'invalid_credentials' },
    ]
    press('send')
    await waitFor(() => expect(screen.getByTestId('otp').textContent).toBe('awaiting-code-input'))
    press('code')

    await waitFor(() => expect(screen.getByTestId('otp').textContent).toBe('error'))
    expect(errors).toEqual(['invalid_credentials'])
  })

  /** Holds the server's answer to a guest until the returned function is called. */
  const holdGuest = () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const real = fetch
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : input
      if (String(url).includes('/guest/')) await held
      return real(input, init)
    })
    return release
  }

  test('as a guest before the modal is drawn: it does not stay open', async () => {
    await start()
    press('in')
    press('guest')

    await waitFor(() => expect(completions).toHaveLength(1))
    await waitFor(() => expect(state()).toBe('ready in guest'))
    await waitFor(() => expect(inModal()).toBeNull())
    expect(completions).toMatchObject([{ loginMethod: 'guest' }])
    expect(errors).toEqual([])
  })

  test('as a guest while the modal asks for a login: it leaves, and the terms are asked for', async () => {
    answers[`/api/v1/apps/${appId}`] = () => [
      200,
      { ...appConfig, require_users_accept_terms: true },
    ]
    const release = holdGuest()
    await start()
    press('guest')
    press('in')
    await title('Log in to Harbour')
    release()
    await title('Before you continue')
    fireEvent.click(await find('input[type=checkbox]'))
    await act(async () => {})
    fireEvent.click(await find('button.primary'))

    await waitFor(() => expect(completions).toHaveLength(1))
    expect(completions[0]).toMatchObject({ loginMethod: 'guest', user: { hasAcceptedTerms: true } })
    await waitFor(() => expect(inModal()).toBeNull())
    expect(errors).toEqual([])
  })

  test('as a guest, asked for the terms an app requires', async () => {
    answers[`/api/v1/apps/${appId}`] = () => [
      200,
      { ...appConfig, require_users_accept_terms: true },
    ]
    await start()
    press('guest')
    await title('Before you continue')
    expect(inModal()?.querySelector('button[aria-label=Close]')).toBeNull()
    fireEvent.click(await find('input[type=checkbox]'))
    await act(async () => {})
    fireEvent.click(await find('button.primary'))

    await waitFor(() => expect(completions).toHaveLength(1))
    expect(completions[0]).toMatchObject({ loginMethod: 'guest', user: { hasAcceptedTerms: true } })
  })
})
