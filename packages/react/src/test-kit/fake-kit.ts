import type { LinkedAccount, Session } from '@sallyport/contract'
import type { ClientOptions, FrameHost, MfaMethod, WireUser } from '@sallyport/core'
import type { SallyportConfig } from '../config.js'
import { createKit, type Kit } from '../kit.js'
import {
  type Answer,
  type Answers,
  healthyEsplora,
  healthyNode,
  noAnswer,
  Refusal,
} from './answers.js'
import { bitcoinAccounts } from './bitcoin-samples.js'
import { esploraHost, fakeEsplora } from './fake-esplora.js'
import { type DrawWalletPage, fakeFrameHost } from './fake-frame-host.js'
import { fakeFunding, fundingHosts } from './fake-funding.js'
import {
  appConfig,
  emailAccount,
  googleAccount,
  phoneAccount,
  walletAccounts,
  wireUser,
} from './samples.js'
import { wireEvents, wireSessions } from './session-samples.js'
import { grants } from './sharing-samples.js'

/** Not reached: `fetch` is replaced. */
export const apiUrl = 'https://auth.example'
/** The app of every scene. */
export const appId = 'a'.repeat(25)
const signerKey = `0x${'ab'.repeat(32)}`

/** A request the kit made, in order. */
export interface SeenRequest {
  /** The path below `/api/v1`, the frame's event, or the JSON-RPC method. */
  name: string
  input: Record<string, unknown>
}

/** A real kit and client in a world that answers as told. */
export interface FakeKit {
  kit: Kit
  seen: readonly SeenRequest[]
  /** Lines for the developer, in order; kept from the console. */
  warnings: readonly string[]
  /** Inputs of the requests of that name. */
  inputsOf(name: string): Record<string, unknown>[]
  /** The server's answer to a login of the user with these accounts. */
  sessionWith(accounts: readonly LinkedAccount[]): Session
  /** Logs a user in as a stored session would; without accounts nothing is linked yet. */
  logIn(accounts?: readonly LinkedAccount[], factors?: readonly MfaMethod[]): void
}

/** A kit for scenes and tests: only network, wallet frame, clock and storage are replaced. */
export function createFakeKit(given: {
  answers?: Answers
  clock: NonNullable<ClientOptions['clock']>
  config?: SallyportConfig
  storage?: Storage
  /** Without it a line of text stands for the page. */
  drawWalletPage?: DrawWalletPage | undefined
}): FakeKit {
  const seen: SeenRequest[] = []
  const warnings: string[] = []
  const world = createWorld(given.answers ?? {}, { seen, draw: given.drawWalletPage })
  const options = {
    appId,
    apiUrl,
    clock: given.clock,
    storage: given.storage ?? memoryStorage(),
    fetch: world.fetch,
    frameHost: world.frameHost,
    warn: (line: string) => void warnings.push(line),
    locks: { request: <T>(_: string, work: () => Promise<T>) => work() },
  }
  const kit = createKit(options, given.config ?? {})
  return {
    kit,
    seen,
    warnings,
    inputsOf: (name) => seen.flatMap((each) => (each.name === name ? [each.input] : [])),
    sessionWith: world.logIn,
    logIn: (accounts = [], factors = []) =>
      kit.client.session.accept(world.logIn(accounts, factors)),
  }
}

type World = Pick<ClientOptions, 'fetch' | 'frameHost'> & {
  fetch: typeof fetch
  frameHost: FrameHost
  logIn(accounts: readonly LinkedAccount[], factors?: readonly MfaMethod[]): Session
}

/** Server, frame and nodes for one user. */
function createWorld(
  answers: Answers,
  { seen, draw }: { seen: SeenRequest[]; draw: DrawWalletPage | undefined },
): World {
  let user: WireUser = wireUser
  const link = (chainType: unknown) => {
    const account = [...walletAccounts, ...bitcoinAccounts].find(
      (each) => each.chain_type === chainType,
    )
    if (!account) throw new Refusal('error')
    user = { ...user, linked_accounts: [...user.linked_accounts, account] }
    return account.address
  }
  const server: Record<string, Answer> = {
    [`/apps/${appId}`]: () => appConfig,
    '/users/me': () => ({ user, identity_token: null }),
    '/passwordless/init': () => ({ success: true }),
    '/passwordless/authenticate': ({ email }) => {
      user = { ...user, linked_accounts: [...user.linked_accounts, emailAccount(String(email))] }
      return sessionOf(user)
    },
    '/login_link/status': () => ({ state: 'none', number: null }),
    '/login_link/authenticate': ({ email }) => {
      user = { ...user, linked_accounts: [...user.linked_accounts, emailAccount(String(email))] }
      return sessionOf(user)
    },
    '/passwordless_sms/init': () => ({ success: true }),
    '/passwordless_sms/authenticate': () => {
      user = { ...user, linked_accounts: [...user.linked_accounts, phoneAccount] }
      return sessionOf(user)
    },
    '/oauth/init': () => ({ url: 'https://provider.example/login' }),
    '/oauth/authenticate': () => {
      user = { ...user, linked_accounts: [...user.linked_accounts, googleAccount] }
      return sessionOf(user)
    },
    '/farcaster/init': () => ({
      channel_token: 'ABCDEFGH',
      connect_uri: 'https://farcaster.example/~/siwf?channelToken=ABCDEFGH',
    }),
    '/farcaster/status': () => ({ state: 'pending', nonce: 'abcdefgh' }),
    '/farcaster/authenticate': () => sessionOf(user),
    '/farcaster/signer/status': () => ({ public_key: signerKey, status: 'pending_approval' }),
    '/telegram/authenticate': () => sessionOf(user),
    '/custom_jwt_account/authenticate': () => sessionOf(user),
    '/guest/authenticate': () => sessionOf({ ...user, is_guest: true }),
    '/sessions': () => sessionOf(user),
    '/sessions/logout': () => ({ success: true }),
    '/users/me/accept_terms': () => ({ ...user, has_accepted_terms: true }),
    '/mfa/passwordless_sms/init': () => ({ success: true }),
    '/mfa/passkeys/init': () => ({ options: { challenge: 'AQID', allow_credentials: [] } }),
    '/users/me/sessions': () => ({ sessions: wireSessions }),
    '/users/me/sessions/revoke': () => ({ success: true }),
    '/cross_app/grants': () => ({ grants }),
    '/cross_app/grants/revoke': ({ id }) => ({ grants: grants.filter((each) => each.id !== id) }),
    '/users/me/activity': () => ({ data: wireEvents, next_cursor: null }),
    ...{ '/device/grants': () => ({ grants: [] }), '/mfa/reset': () => ({ due_at: null }) },
    '/mfa/reset/init': () => ({ due_at: resetDueAt }),
    '/mfa/reset/cancel': () => ({ due_at: null }),
    '/token_price': ({ tokenSymbol }) => ({ usd: tokenSymbol === 'USDC' ? 1 : 2500 }),
    ...answers.server,
  }
  const frame: Record<string, Answer> = {
    'privy:iframe:ready': () => ({}),
    'privy:wallets:create': ({ chainType }) => ({ address: link(chainType) }),
    'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
    'privy:wallets:recover': ({ entropyId }) => ({ entropyId }),
    'privy:mfa:init-enrollment': ({ method }) => ({ method, ...totpSecret }),
    'privy:mfa:submit-enrollment': ({ method }) => {
      user = { ...user, mfa_methods: [...user.mfa_methods, factorOf(method as MfaMethod)] } // by its schema
      return {}
    },
    'privy:mfa:unenroll': ({ method }) => {
      user = { ...user, mfa_methods: user.mfa_methods.filter(({ type }) => type !== method) }
      return {}
    },
    'privy:mfa:verify': () => ({}),
    'sallyport:device:kept': () => ({ isKept: true }),
    'sallyport:page:result': noAnswer,
    'sallyport:mfa:recovery-codes': () => ({ codes: recoveryCodes }),
    'privy:farcaster:init-signer': () => ({
      public_key: signerKey,
      status: 'pending_approval',
      signer_approval_url: 'https://farcaster.example/approve?token=0x1',
    }),
    ...answers.frame,
  }
  const node = { ...healthyNode, ...answers.node }
  const esplora = { ...healthyEsplora, ...answers.esplora }
  return {
    fetch: fakeFetch({ server, node, esplora, funding: answers.funding ?? {}, seen }),
    frameHost: fakeFrameHost({ frame, seen, draw }),
    logIn(accounts, factors = []) {
      user = { ...user, linked_accounts: [...accounts], mfa_methods: factors.map(factorOf) }
      return sessionOf(user)
    },
  }
}

const factorOf = (type: MfaMethod) => ({ type, verified_at: 1 })
/** 8 January 2026, 12:00 UTC. */
const resetDueAt = 1_767_873_600
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const totpSecret = {
  secret,
  authUrl: `otpauth://totp/Harbour:ada%40example.com?secret=${secret}&issuer=Harbour`,
}
const recoveryCodes = [
  ...['ABCDE-23456', 'FGHJK-34567', 'LMNPQ-45672', 'RSTUV-56723', 'WXYZ2-67234'],
  ...['BCDEF-72345', 'GHJKL-24567', 'MNPQR-35672', 'STUVW-46723', 'XYZ23-57234'],
]

/** The server's answer to a login as `user`, always the same session. */
export function sessionOf(user: WireUser): Session {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
  const claims = { aud: appId, sid: 'session', exp: 4_000_000_000, iat: 1 }
  return {
    user,
    token: `${part({})}.${part(claims)}.c2ln`,
    privy_access_token: null,
    refresh_token: 'refresh',
    is_new_user: true,
    session_update_action: 'set',
  }
}

function fakeFetch(world: {
  server: Record<string, Answer>
  node: Record<string, Answer>
  esplora: Record<string, Answer>
  funding: Record<string, Answer>
  seen: SeenRequest[]
}): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input))
    if (url.hostname === esploraHost) return fakeEsplora(world, url)
    if (fundingHosts.includes(url.hostname)) return fakeFunding(world, url, init)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const isServer = url.origin === apiUrl
    const name = isServer ? url.pathname.replace('/api/v1', '') : String(body.method)
    world.seen.push({ name, input: body })
    const answer = (isServer ? world.server : world.node)[name]
    try {
      if (answer === undefined) throw new Refusal(isServer ? 'invalid_data' : -32601)
      const given = await answer({ ...Object.fromEntries(url.searchParams), ...body })
      return Response.json(isServer ? given : { jsonrpc: '2.0', id: body.id, result: given })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'offline') throw new TypeError('No network')
      const { code, data } = error
      return isServer
        ? Response.json({ error: 'Refused', code, data }, { status: 400 })
        : Response.json({ jsonrpc: '2.0', id: body.id, error: { code, message: 'Refused', data } })
    }
  }
}

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}
