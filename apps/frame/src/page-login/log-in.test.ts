// @vitest-environment happy-dom
import { createHash, webcrypto } from 'node:crypto'
import { type FramePageConfig, headers, oauthRefused, type PageLogins } from '@sallyport/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeToken } from '../testing/fake-token.js'
import { createMemoryStorage } from '../testing/memory-storage.js'
import { en } from './copy/en.js'
import { drawLogin } from './draw-login.js'
import { createPageLogin } from './log-in.js'

/* The logins of a page that stands alone, against an API that says what a test has it say. */

const appId = 'app'
const folder = 'https://auth.example/apps/app/embedded-wallets'
const session = {
  ...{
    token: fakeToken('did:privy:ada', appId),
    privy_access_token: null,
    refresh_token: 'r',
    is_new_user: false,
  },
  ...{ session_update_action: 'set', wallet_grant: 'a grant' },
  user: {
    ...{ id: 'did:privy:ada', created_at: 1, linked_accounts: [], mfa_methods: [] },
    ...{ has_accepted_terms: true, is_guest: false },
  },
}
const everything: PageLogins = {
  ...{ email: true, sms: true },
  providers: [{ provider: 'google', name: 'Google' }],
}
const registered = { cookies: 'not_kept', wallet_key: 'a key with its registration' }
afterEach(() => document.body.replaceChildren())

function open(
  options: {
    address?: string
    /** Null: the server says nothing of them. */
    logins?: PageLogins | null
    kept?: ReturnType<typeof createMemoryStorage>
    answers?: Record<string, () => Response>
  } = {},
) {
  const { address = `${folder}/device?code=BCDFGHJK`, kept = createMemoryStorage() } = options
  const { answers = {}, logins = everything } = options
  const sent: {
    path: string
    body: Record<string, unknown>
    work: string | null
    key: string | null
  }[] = []
  const grants = new Map<string, unknown>()
  const went: string[] = []
  const shownAddresses: string[] = []
  const login = createPageLogin({
    config: {
      ...{ appId, allowedOrigins: [], allowLocalhost: true, vaultPublicKey: '', apiPublicKey: '' },
      tokens: { issuer: 'i', nowMs: 0, keys: [] },
      ...{ allowsRawDigests: false, allowsAuthorizations: false, confirmation: null },
      ...(logins && { logins }),
    } satisfies FramePageConfig,
    address: new URL(address),
    credentials: undefined,
    origin: 'https://auth.example',
    fetch: async (url, init) => {
      const path = String(url).replace('https://auth.example/api/v1', '')
      const given = new Headers(init?.headers)
      const [work, key] = [given.get(headers.workProof), given.get(headers.walletKey)]
      sent.push({ path, body: JSON.parse(String(init?.body)), work, key })
      const answer = answers[path]?.()
      if (answer && work === null && [null, 'ask'].includes(key)) return answer
      if (path === '/embedded_wallets/keys') return Response.json(registered)
      if (path.endsWith('/oauth/init'))
        return Response.json({ url: 'https://google.example/login' })
      return Response.json(path.endsWith('/init') ? { success: true } : session)
    },
    webCrypto: webcrypto as Crypto,
    openStore: async () => {
      throw new Error('The page needs no store')
    },
    grantStore: {
      isUsed: () => grants.size > 0,
      get: async (name) => grants.get(name),
      put: async (name, value) => void grants.set(name, value),
    },
    locks: undefined,
    clock: { nowMs: () => 0 },
    wallClock: () => 0,
    kept,
    leaveFor: (url) => went.push(url),
    showAddress: (url) => shownAddresses.push(url),
  })
  return { login, sent, went, shownAddresses, kept, grants }
}

const refusal = (status: number, code: string) => () =>
  Response.json({ error: 'No', code }, { status })

/** The address that a provider returns to, for the login that a tab has started. */
function returnedTo({ sent }: Pick<ReturnType<typeof open>, 'sent'>, change: object = {}) {
  const { redirect_to, state_code } = sent[0]?.body ?? {}
  const url = new URL(String(redirect_to))
  const parameters = { privy_oauth_code: 'a code', privy_oauth_state: state_code, ...change }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url.href
}

describe('a login at a provider', () => {
  test('leaves with a challenge, and is finished by the tab that started it, once', async () => {
    const first = open()
    await first.login.visitProvider('google', { code: 'BCDFGHJK' })
    expect(first.went).toEqual(['https://google.example/login'])
    const address = returnedTo(first)

    const back = open({ address, kept: first.kept })
    expect(back.shownAddresses).toEqual([`${folder}/device?code=BCDFGHJK`])
    await back.login.returned?.()
    const { authorization_code: code, code_verifier: verifier } = back.sent[0]?.body ?? {}
    expect(code).toBe('a code')
    const challenge = createHash('sha256').update(String(verifier)).digest('base64url')
    expect(first.sent[0]?.body.code_challenge).toBe(challenge)
    expect(open({ address, kept: first.kept }).login.returned).toBeUndefined()
  })

  test('OAU-02: error: one that another tab or a stranger started is not finished', async () => {
    const address = `${folder}/device?code=BCDFGHJK&privy_oauth_code=theirs&privy_oauth_state=theirs`
    const { login, sent, shownAddresses } = open({ address })
    expect(login.returned).toBeUndefined()
    expect(sent).toEqual([])
    expect(shownAddresses).toEqual([`${folder}/device?code=BCDFGHJK`])
  })

  test.each([
    ['no account', refusal(404, 'user_does_not_exist'), {}, { reason: 'noAccount' }],
    ['a refusal', refusal(401, 'oauth_state_mismatch'), {}, { reason: 'visit' }],
    ['a cancellation', undefined, { privy_oauth_code: oauthRefused }, { reason: 'visit' }],
    ['too many logins', refusal(429, 'too_many_requests'), {}, { code: 'too_many_requests' }],
  ])('error: says what came of it: %s', async (_name, answer, change, expected) => {
    const first = open()
    await first.login.visitProvider('google', {})
    const answers = answer && { '/approvals/login/oauth': answer }
    const address = returnedTo(first, change)
    const back = open({ address, kept: first.kept, ...(answers && { answers }) })
    await expect(back.login.returned?.()).rejects.toMatchObject(expected)
  })

  test('error: is not begun where the app has it off', async () => {
    const off = { '/approvals/login/oauth/init': refusal(403, 'disallowed_login_method') }
    const { login, went } = open({ answers: off })
    await expect(login.visitProvider('google', {})).rejects.toMatchObject({ reason: 'visit' })
    expect(went).toEqual([])
  })
})

describe('a browser that keeps no cookies', () => {
  const asked = () =>
    Response.json({ error: 'Name a key', code: 'wallet_key_required' }, { status: 400 })

  test('names a key of the page at its login, and keeps the grant that is bound to it', async () => {
    const { login, sent, grants } = open({ answers: { '/approvals/login': asked } })
    await login.logIn({ email: 'ada@example.com' }, '123456')
    expect(sent.map(({ path, key }) => [path, key])).toEqual([
      ['/approvals/login', 'ask'],
      ['/embedded_wallets/keys', null],
      ['/embedded_wallets/keys', null],
      ['/approvals/login', registered.wallet_key],
    ])
    expect([...grants.values()]).toContain('a grant')
  })

  test('error: one whose key the server does not take is refused', async () => {
    const { login, sent } = open({
      answers: {
        '/approvals/login': asked,
        '/embedded_wallets/keys': () =>
          Response.json({ code: 'too_many_requests' }, { status: 429 }),
      },
    })
    const logIn = login.logIn({ email: 'ada@example.com' }, '123456')
    await expect(logIn).rejects.toMatchObject({ name: 'CallFailure' })
    expect(sent.filter(({ path }) => path === '/approvals/login')).toHaveLength(1)
  })
})

describe('a code that strangers have used up', () => {
  const refusedFor = (data: object) => ({
    '/approvals/login/init': () =>
      Response.json({ error: 'Wait', code: 'too_many_requests', data }, { status: 429 }),
  })
  const email = 'ada@example.com'

  test('V9: is asked for again with the work that the server takes in place of waiting', async () => {
    const work = '8.1893456000000.drawn.mac'
    const { login, sent } = open({ answers: refusedFor({ retry_after: 60, work }) })
    await login.sendCode({ email })
    expect(sent.map((each) => each.work)).toEqual([
      null,
      expect.stringMatching(/^8\..*\.mac\.\d+$/),
    ])
    expect(sent[1]?.body).toEqual({ email })
  })

  test('error: is refused where the server takes none', async () => {
    const { login, sent } = open({ answers: refusedFor({ retry_after: 60 }) })
    await expect(login.sendCode({ email })).rejects.toMatchObject({ code: 'too_many_requests' })
    expect(sent).toHaveLength(1)
  })
})

describe('the screen of logins', () => {
  const show = (logins: PageLogins) => {
    const { login, ...rest } = open({ logins })
    const visited: string[] = []
    const card = drawLogin({
      ...{ copy: en, title: 'Log in', help: 'Now', kinds: login.kinds },
      actions: {
        sendCode: login.sendCode,
        logIn: async (target, code) => void (await login.logIn(target, code)),
        visitProvider: async (provider) => void visited.push(provider),
        explain: String,
      },
      show: ({ root }) => document.body.replaceChildren(root),
    })
    document.body.replaceChildren(card.root)
    return { ...rest, visited }
  }
  const press = (name: string) =>
    Array.from(document.querySelectorAll('button'))
      .find(({ textContent }) => textContent === name)
      ?.click()
  const type = (value: string) => {
    const input = document.querySelector('input')
    if (input) input.value = value
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  }
  const shown = () => document.body.textContent

  test('logs in by a text message to the number as it was typed', async () => {
    const { sent } = show(everything)
    press('Use a phone number')
    type('12')
    await expect.poll(shown).toContain('with its country code')
    type('+1 (202) 555-0123')
    await expect.poll(shown).toContain('If +1 (202) 555-0123 has an account here')
    type('123 456')
    const phoneNumber = '+1 (202) 555-0123'
    await expect
      .poll(() => sent.map(({ path, body }) => ({ path, body })))
      .toEqual([
        { path: '/approvals/login/sms/init', body: { phoneNumber } },
        { path: '/approvals/login/sms', body: { phoneNumber, code: '123456' } },
      ])
  })

  test('offers what the app has on, and nothing else', () => {
    const { visited } = show({ ...everything, email: false, sms: false })
    expect(document.querySelector('input')).toBeNull()
    press('Continue with Google')
    expect(visited).toEqual(['google'])
    show({ email: false, sms: true, providers: [] })
    expect(document.querySelector('input')?.type).toBe('tel')
    expect(shown()).not.toContain('Use an email address')
    expect(shown()).not.toContain('Continue with')
  })

  test('asks by email where the server is from before there were others', () => {
    const { login } = open()
    expect(login.kinds).toEqual(everything)
    const before = open({ logins: null })
    expect(before.login.kinds).toEqual({ email: true, sms: false, providers: [] })
  })
})
