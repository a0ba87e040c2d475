import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type AppConfig,
  automaticRecoveryMethod,
  type EmbeddedChain,
  embeddedChains,
  embeddedWalletClientType,
  headers as headerNames,
  type LinkedAccount,
  type User,
  userIdPrefix,
} from '@sallyport/contract'
import { registeredKey } from './frame.js'

/** The app every test uses. */
export const testAppId = 'test-app-0000000000000025'

/** An address in its EIP-55 spelling, which the test server knows. */
export const testWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A request as the server saw it. */
export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}
interface Reply {
  status: number
  body: unknown
}
interface ServerSession {
  id: string
  user: User
  refreshToken: string
  accessToken: string
  action: 'set' | 'ignore' | 'clear'
}

const refusal = (status: number, code: string): Reply => ({ status, body: { error: code, code } })
const invalidToken = refusal(401, 'missing_or_invalid_token')
const wrongCode = refusal(422, 'invalid_credentials')
const phone = () => account({ type: 'phone', phoneNumber: '+12015550123' })

/** A small server of the browser routes over real HTTP: one app, code 123456, rotation of refresh tokens. */
export async function startServer(clock: { nowMs(): number }) {
  const seen: SeenRequest[] = []
  const failures = new Map<string, Reply[]>()
  const hanging = new Set<string>()
  const sessions = new Set<ServerSession>()
  const state = {
    serial: 0,
    skewMs: 0,
    config: { enforce_wallet_uis: false } as Partial<AppConfig>,
    /** As in browsers without cookies: a login names the key of the wallet frame. */
    demandsWalletKey: false,
  }

  const handlers: Record<string, (request: SeenRequest) => Reply> = {
    [`GET /api/v1/apps/${testAppId}`]: () => ok({ id: testAppId, name: 'Test', ...state.config }),
    'POST /api/v1/passwordless/init': () => ok({ success: true }),
    'POST /api/v1/passwordless/authenticate': ({ body, headers: given }) => {
      if (body.code !== '123456') return wrongCode
      const address = String(body.email).trim().toLowerCase()
      const grant = given[headerNames.walletKey] === registeredKey ? { wallet_grant: 'grant' } : {}
      return open(userOf([account({ type: 'email', address })]), grant)
    },
    'POST /api/v1/passwordless_sms/init': () => ok({ success: true }),
    'POST /api/v1/passwordless_sms/authenticate': ({ body }) =>
      body.code === '123456' ? open(userOf([phone()])) : wrongCode,
    'POST /api/v1/siwe/init': ({ body }) => ok(walletNonce(body.address, { spell: true })),
    'POST /api/v1/siws/init': ({ body }) => ok(walletNonce(body.address)),
    'POST /api/v1/siwe/authenticate': ({ body }) => openWallet(body, 'ethereum'),
    'POST /api/v1/siws/authenticate': ({ body }) => openWallet(body, 'solana'),
    'POST /api/v1/passwordless_sms/link': (request) => {
      const session = byToken(request)
      if (!session) return invalidToken
      if (request.body.code !== '123456') return wrongCode
      const { user } = session
      session.user = { ...user, linked_accounts: [...user.linked_accounts, phone()] }
      return ok(session.user)
    },
    'POST /api/v1/oauth/init': () => ok({ url: 'https://provider.example/login' }),
    'POST /api/v1/oauth/authenticate': () => {
      const google = { type: 'google_oauth', subject: '1', email: 'ada@example.com', name: 'Ada' }
      const tokens = { access_token: 'token', access_token_expires_in_seconds: 60 }
      const oauth_tokens = { provider: 'google', ...tokens }
      return open(userOf([account(google)]), { oauth_tokens })
    },
    'POST /api/v1/passkeys/register/init': () =>
      ok({
        relying_party: 'http://localhost:4402',
        options: {
          rp: { name: 'Test', id: 'localhost' },
          user: { id: 'AAAA', name: 'Ada', display_name: 'Ada' },
          challenge: 'AAAA',
          authenticator_selection: { resident_key: 'required', user_verification: 'required' },
        },
      }),
    'POST /api/v1/passkeys/register': () => open(userOf([passkey])),
    'POST /api/v1/passkeys/authenticate/init': () =>
      ok({ relying_party: 'http://localhost:4402', options: { challenge: 'AAAA', timeout: 9 } }),
    'POST /api/v1/passkeys/authenticate': () => open(userOf([passkey])),
    'POST /api/v1/guest/init': () => ok({ challenge: `text ${state.serial++}` }),
    'POST /api/v1/guest/authenticate': () => open({ ...userOf([]), is_guest: true }),
    'POST /api/v1/sessions': ({ body }) => {
      const session = find((each) => each.refreshToken === body.refresh_token)
      if (!session) return invalidToken
      renew(session)
      return answer(session)
    },
    'POST /api/v1/sessions/logout': (request) => {
      const session =
        byToken(request) ?? find((each) => each.refreshToken === request.body.refresh_token)
      if (!session) return invalidToken
      sessions.delete(session)
      return ok({ success: true })
    },
    'GET /api/v1/users/me': (request) => {
      const session = byToken(request)
      return session ? ok({ user: session.user, identity_token: 'identity' }) : invalidToken
    },
    'POST /api/v1/users/me/accept_terms': (request) => {
      const session = byToken(request)
      if (!session) return invalidToken
      session.user = { ...session.user, has_accepted_terms: true }
      return ok(session.user)
    },
    'POST /api/v1/analytics_events': () => ok({ success: true }),
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    const body = text ? JSON.parse(text) : {}
    const one = { method, path: url, headers, body }
    seen.push(one)
    const key = `${method} ${url}`
    if (hanging.has(key)) return
    const isAsking = /authenticate$/.test(url) && headers[headerNames.walletKey] !== registeredKey
    const demand =
      state.demandsWalletKey && isAsking ? refusal(400, 'wallet_key_required') : undefined
    const reply = demand ??
      failures.get(key)?.shift() ??
      handlers[key]?.(one) ?? { status: 404, body: {} }
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    state,
    /** How often `path` was called. */
    count: (key: string) => seen.filter((each) => `${each.method} ${each.path}` === key).length,
    /** Answers the next calls of `key` with these replies. */
    failNext: (key: string, ...replies: Reply[]) => void failures.set(key, replies),
    /** Never answers `key`. */
    hang: (key: string) => void hanging.add(key),
    /** Makes every access token unknown, as after the server's clock moved on. */
    expireAccess() {
      for (const session of sessions) session.accessToken = 'expired'
    },
    /** What the next refresh of every session says. */
    setAction(action: ServerSession['action']) {
      for (const session of sessions) session.action = action
    },
    /** The signed-in users. */
    users: () => [...sessions].map(({ user }) => user),
    dropSessions: () => sessions.clear(),
    /** Adds accounts to every signed-in user, as the wallet frame's calls do. */
    link(...accounts: LinkedAccount[]) {
      for (const { user } of sessions) user.linked_accounts.push(...accounts)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }

  function find(test: (session: ServerSession) => boolean) {
    return [...sessions].find(test)
  }

  function byToken({ headers }: SeenRequest) {
    return find((each) => headers.authorization === `Bearer ${each.accessToken}`)
  }

  function open(user: User, more: object = {}): Reply {
    const id = `session-${state.serial}`
    const session: ServerSession = { id, user, refreshToken: '', accessToken: '', action: 'set' }
    renew(session)
    sessions.add(session)
    return answer(session, { is_new_user: true, ...more })
  }

  /** `spell` stands for the EIP-55 spelling: the double knows one address. */
  function walletNonce(address: unknown, { spell = false } = {}) {
    const spelled = spell && address === testWallet.toLowerCase() ? testWallet : address
    const expires_at = new Date(clock.nowMs() + 600_000).toISOString()
    return { nonce: 'nonce12345678', expires_at, ...(address ? { address: spelled } : {}) }
  }

  /** Every signature but `0xbad0` and `bad0` is right. */
  function openWallet(body: SeenRequest['body'], chain_type: EmbeddedChain): Reply {
    if (String(body.signature).endsWith('bad0')) {
      return { status: 401, body: { error: 'Invalid', code: 'invalid_credentials' } }
    }
    const address = String(body.message).split('\n')[1]
    return open(
      userOf([account({ type: 'wallet', address, chain_type, wallet_client: 'unknown' })]),
    )
  }

  function renew(session: ServerSession) {
    state.serial += 1
    session.refreshToken = `refresh-${state.serial}`
    session.accessToken = accessToken(clock.nowMs() + state.skewMs, {
      jti: state.serial,
      sid: session.id,
    })
  }

  function answer(session: ServerSession, more: object = {}): Reply {
    const gone = session.action === 'clear'
    return ok({
      user: gone ? null : session.user,
      token: gone ? null : session.accessToken,
      privy_access_token: null,
      refresh_token: gone ? null : session.refreshToken,
      session_update_action: session.action,
      ...more,
    })
  }

  function userOf(accounts: LinkedAccount[]): User {
    state.serial += 1
    return {
      id: `${userIdPrefix}user${state.serial}`,
      created_at: 1_750_000_000,
      linked_accounts: accounts,
      mfa_methods: [],
      has_accepted_terms: false,
      is_guest: false,
    }
  }
}

/** An access token of one hour, issued at `nowMs`. */
export function accessToken(nowMs: number, more: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(nowMs / 1000)
  const claims = { sub: `${userIdPrefix}user`, aud: testAppId, iat, exp: iat + 3600, ...more }
  return `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}.signature`
}

/** A linked account with the times every account has. */
export function account(fields: object): LinkedAccount {
  const at = 1_750_000_000
  return {
    verified_at: at,
    first_verified_at: at,
    latest_verified_at: null,
    ...fields,
  } as LinkedAccount
}

const passkey = account({ type: 'passkey', credential_id: 'AQID', enrolled_in_mfa: false })

/** The account of an embedded wallet. */
export function walletAccount(
  chain_type: EmbeddedChain,
  address: string,
  wallet_index = 0,
): LinkedAccount {
  return account({
    type: 'wallet',
    id: null,
    address,
    chain_id: embeddedChains[chain_type].caip2,
    chain_type,
    wallet_client: embeddedWalletClientType,
    wallet_client_type: embeddedWalletClientType,
    connector_type: 'embedded',
    imported: false,
    delegated: false,
    wallet_index,
    recovery_method: automaticRecoveryMethod,
  })
}

function ok(body: unknown): Reply {
  return { status: 200, body }
}
