import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  api,
  isBuiltLogin,
  type LoginSwitch,
  loginSwitches,
  oauthProviders,
  type Route,
} from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  createEthereumWallet,
  createIssuer,
  createOAuthVisits,
  createSolanaWallet,
  createTelegramBot,
  createTestAuthenticator,
  createTestKit,
  type OAuthVisits,
  simulatedOutbound,
  type TestKit,
  type TestPasskey,
  type TestWallet,
  writeLoginMessage,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loginMethods } from './proven-account.js'

let kit: TestKit
let visits: OAuthVisits
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  kit = await createTestKit({ deps: { outbound: simulatedOutbound(simulator) } })
  visits = createOAuthVisits(kit, simulator)
})
afterAll(() => kit.close())

type Mode = 'no-signup' | 'login-or-sign-up'

/** How a test logs in by a method: each login of one `name` proves the same account. */
interface Method {
  /** The route that opens the session, or several. */
  route: Route | readonly Route[]
  setting: LoginSwitch
  login(
    name: string,
    options: { appId: string; mode?: Mode },
  ): Promise<{ status: number; body: Answer }>
  /** The entry of the allow-list that names the account, if one can. */
  entry?: (name: string) => { type: string; value: string }
  /** Guests count for nothing and have no mode. */
  isGuest: boolean
}
interface Answer {
  code?: string
  is_new_user?: boolean | undefined
  user?: {
    id: string
    is_guest: boolean
    linked_accounts: { latest_verified_at: number | null }[]
  } | null
}

/** The own login of every app. */
const issuer = createIssuer({ nowMs: () => kit.clock.nowMs() })

/** The bot of every app. */
const bot = createTelegramBot({
  token: '7000000001:test-bot-token-of-every-app',
  nowMs: () => kit.clock.nowMs(),
})
const telegramIds = new Map<string, number>()
/** Each login is another one for Telegram, as by a new press of the button. */
const pressTelegram = (name: string) => {
  const id = telegramIds.get(name) ?? 1000 + telegramIds.size
  telegramIds.set(name, id)
  serial += 1
  return bot.widget({ id, first_name: name }, Math.floor(kit.clock.nowMs() / 1000) - (serial % 200))
}
let serial = 0

const fids = new Map<string, number>()
const signFarcaster = (name: string, nonce: string) => {
  const fid = fids.get(name) ?? 100 + fids.size
  fids.set(name, fid)
  const issuedAt = new Date(kit.clock.nowMs()).toISOString()
  return kit.farcaster.account(fid).sign(nonce, { issuedAt })
}

const credentials = new Map<string, string>()
const credentialOf = (name: string) => {
  const known = credentials.get(name) ?? randomBytes(32).toString('base64url')
  credentials.set(name, known)
  return known
}

const numbers = new Map<string, string>()
const numberOf = (name: string) => {
  const known = numbers.get(name) ?? `+1201555${String(1000 + numbers.size)}`
  numbers.set(name, known)
  return known
}

const wallets = new Map<string, TestWallet>()
const walletOf = (name: string, create: () => TestWallet) => {
  const known = wallets.get(name) ?? create()
  wallets.set(name, known)
  return known
}
const ethereumWallet = (name: string) => walletOf(`ethereum ${name}`, createEthereumWallet)
const solanaWallet = (name: string) => walletOf(`solana ${name}`, createSolanaWallet)
const now = () => new Date(kit.clock.nowMs()).toISOString()

/** Every login method that has a route. A new one is added here, and passes the whole matrix. */
const methods: Record<string, Method> = {
  'a token of the app’s own login': {
    route: api.customJwt.authenticate,
    setting: 'custom_jwt_auth',
    isGuest: false,
    login: (name, { appId, mode }) => {
      const body = { token: issuer.issue({ sub: name }), ...(mode && { mode }) }
      return kit.call(api.customJwt.authenticate, { body }, { appId })
    },
  },
  email: {
    route: [api.email.authenticate, api.loginLink.authenticate],
    setting: 'email_auth',
    isGuest: false,
    entry: (name) => ({ type: 'email', value: `${name}@example.com` }),
    login: async (name, { appId, mode }) => {
      const email = `${name}@example.com`
      const sent = await kit.call(api.email.init, { body: { email } }, { appId })
      if (sent.status !== 200) return sent as never
      const body = { email, code: kit.mailbox.codeFor(email), ...(mode && { mode }) }
      return kit.call(api.email.authenticate, { body }, { appId })
    },
  },
  'farcaster through a channel': {
    route: api.farcaster.authenticate,
    setting: 'farcaster_auth',
    isGuest: false,
    login: async (name, { appId, mode }) => {
      const opened = await kit.call(api.farcaster.init, { body: {} }, { appId })
      if (opened.status !== 200) return opened as never
      const { channel_token } = opened.body
      const signed = signFarcaster(name, kit.farcaster.nonceOf(channel_token))
      const body = { channel_token, ...signed, ...(mode && { mode }) }
      return kit.call(api.farcaster.authenticate, { body }, { appId })
    },
  },
  'farcaster in a mini app': {
    route: api.farcasterV2.authenticate,
    setting: 'farcaster_auth',
    isGuest: false,
    login: async (name, { appId, mode }) => {
      const begun = await kit.call(api.farcasterV2.init, { body: {} }, { appId })
      if (begun.status !== 200) return begun as never
      const body = { ...signFarcaster(name, begun.body.nonce), ...(mode && { mode }) }
      return kit.call(api.farcasterV2.authenticate, { body }, { appId })
    },
  },
  guest: {
    route: api.guest.authenticate,
    setting: 'guest_auth',
    isGuest: true,
    login: (name, { appId }) =>
      kit.call(
        api.guest.authenticate,
        { body: { guest_credential: credentialOf(name) } },
        { appId },
      ),
  },
  ...Object.fromEntries(
    oauthProviders.map((provider): [string, Method] => [
      provider,
      {
        route: api.oauth.authenticate,
        setting: `${provider}_oauth`,
        isGuest: false,
        login: (name, { appId, mode }) =>
          visits.login(provider, { name, appId, ...(mode && { body: { mode } }) }),
      },
    ]),
  ),
  siwe: {
    route: api.siwe.authenticate,
    setting: 'wallet_auth',
    isGuest: false,
    entry: (name) => ({
      type: 'wallet',
      value: `ethereum:${ethereumWallet(name).address.toLowerCase()}`,
    }),
    login: async (name, { appId, mode }) => {
      const { address, sign } = ethereumWallet(name)
      const asked = await kit.call(api.siwe.init, { body: { address } }, { appId })
      if (asked.status !== 200) return asked as never
      const { nonce } = asked.body
      const message = writeLoginMessage({ chain: 'Ethereum', address, nonce, issuedAt: now() })
      const body = { message, signature: sign(message), ...(mode && { mode }) }
      return kit.call(api.siwe.authenticate, { body }, { appId })
    },
  },
  siws: {
    route: api.siws.authenticate,
    setting: 'solana_wallet_auth',
    isGuest: false,
    entry: (name) => ({ type: 'wallet', value: `solana:${solanaWallet(name).address}` }),
    login: async (name, { appId, mode }) => {
      const { address, sign } = solanaWallet(name)
      const asked = await kit.call(api.siws.init, { body: { address } }, { appId })
      if (asked.status !== 200) return asked as never
      const { nonce } = asked.body
      const message = writeLoginMessage({ chain: 'Solana', address, nonce, issuedAt: now() })
      const body = { message, signature: sign(message), ...(mode && { mode }) }
      return kit.call(api.siws.authenticate, { body }, { appId })
    },
  },
  sms: {
    route: api.sms.authenticate,
    setting: 'sms_auth',
    isGuest: false,
    entry: (name) => ({ type: 'phone', value: numberOf(name) }),
    login: async (name, { appId, mode }) => {
      const phoneNumber = numberOf(name)
      const sent = await kit.call(api.sms.init, { body: { phoneNumber } }, { appId })
      if (sent.status !== 200) return sent as never
      const body = { phoneNumber, code: kit.phones.codeFor(phoneNumber), ...(mode && { mode }) }
      return kit.call(api.sms.authenticate, { body }, { appId })
    },
  },
  telegram: {
    route: api.telegram.authenticate,
    setting: 'telegram_auth',
    isGuest: false,
    login: (name, { appId, mode }) => {
      const body = { telegram_auth_result: pressTelegram(name), ...(mode && { mode }) }
      return kit.call(api.telegram.authenticate, { body }, { appId })
    },
  },
  passkey: {
    route: [api.passkey.register, api.passkey.authenticate],
    setting: 'passkey_auth',
    isGuest: false,
    // The first login of a name signs up with a new passkey.
    login: async (name, { appId, mode }) => {
      const known = passkeysByName.get(`${appId} ${name}`)
      if (known !== undefined || mode === 'no-signup') return loginByPasskey(appId, known)
      const init = await kit.call(api.passkey.registerInit, { body: {} }, { appId })
      if (init.status !== 200) return init as never
      const made = authenticator.create(init.body.options)
      const body = { authenticator_response: made.response }
      const answer = await kit.call(api.passkey.register, { body }, { appId })
      if (answer.status === 200) passkeysByName.set(`${appId} ${name}`, made.passkey)
      return answer
    },
  },
}

const customJwtDefaults = { id_claim: 'sub', max_age_seconds: 600, one_time: false }
/** Without a passkey: with one that the app does not know. */
async function loginByPasskey(appId: string, known: TestPasskey | undefined) {
  const { body: init, status } = await kit.call(
    api.passkey.authenticateInit,
    { body: {} },
    { appId },
  )
  if (status !== 200) return { status, body: init } as never
  const { options } = init
  const rp = { name: 'Acme', id: options.rp_id ?? '' }
  const user = { id: 'AA', name: 'Ada', display_name: 'Ada' }
  const stranger = () =>
    authenticator.create({ rp, user, challenge: 'AA', pub_key_cred_params: [] }).passkey
  const response = authenticator.get(known ?? stranger(), options)
  const body = { challenge: options.challenge, authenticator_response: response }
  return kit.call(api.passkey.authenticate, { body }, { appId })
}

const authenticator = createTestAuthenticator()
const passkeysByName = new Map<string, TestPasskey>()

/** An app with every built login method on. */
const addApp = async (input: { maxUsers?: number } = {}) => {
  const built = loginSwitches.filter(isBuiltLogin)
  const app = await kit.addApp({
    ...input,
    settings: {
      ...Object.fromEntries(built.map((name) => [name, true])),
      passkeys_for_signup_enabled: true,
    },
    privateSettings: {
      custom_jwt: { ...customJwtDefaults, public_key: issuer.publicKey },
      telegram_bot_token: bot.token,
    },
  })
  await visits.configure(app)
  return app
}

const settingsOf = async (appId: string, settings: Record<string, unknown>) => {
  const row = await kit.db
    .selectFrom('app')
    .select('config')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow()
  const config = JSON.stringify({ ...row.config, ...settings })
  await kit.db.updateTable('app').set({ config }).where('id', '=', appId).execute()
  kit.deps.apps.forget(appId)
}
const sessionsOf = (appId: string) =>
  kit.db.selectFrom('session').selectAll().where('app_id', '=', appId).execute()

describe.each(Object.entries(methods))('signing in by %s', (id, method) => {
  test('signs up once and signs in from then on', async () => {
    const { appId } = await addApp()
    const first = await method.login('ada', { appId })
    const second = await method.login('ada', { appId })

    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(first.body.user?.is_guest).toBe(method.isGuest)
  })

  test('the session says when and by what it was authenticated, and where', async () => {
    const { appId } = await addApp()
    await method.login('ada', { appId })

    expect(await sessionsOf(appId)).toMatchObject([
      {
        auth_time: kit.clock.nowMs(),
        amr: [loginMethods[method.setting].amr],
        device: { network: '127.0.0' },
      },
    ])
  })

  test('a login refreshes the time of the last proof', async () => {
    const { appId } = await addApp()
    await method.login('ada', { appId })
    kit.clock.advance(3_600_000)
    const { body } = await method.login('ada', { appId })

    const row = await kit.db
      .selectFrom('linked_account')
      .selectAll()
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow()
    expect(row.latest_verified_at - row.first_verified_at).toBe(3_600_000)
    const shown = body.user?.linked_accounts.map((account) => account.latest_verified_at)
    expect(shown).toEqual(method.isGuest ? [] : [Math.floor(row.latest_verified_at / 1000)])
  })

  test('a login refreshes the profile of the account and keeps what it does not name', async () => {
    const { appId } = await addApp()
    await method.login('ada', { appId })
    const fresh = await kit.db
      .selectFrom('linked_account')
      .select('data')
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow()
    const stale = { ...fresh.data, address: 'stale', kept: 'yes' }
    await kit.db
      .updateTable('linked_account')
      .set({ data: JSON.stringify(stale) })
      .where('app_id', '=', appId)
      .execute()
    await method.login('ada', { appId })

    const { data } = await kit.db
      .selectFrom('linked_account')
      .select('data')
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow()
    expect(data).toEqual({ ...stale, ...fresh.data })
  })

  test('error: the method is off, also for a user who is known', async () => {
    const { appId } = await addApp()
    await method.login('ada', { appId })
    await settingsOf(appId, { [method.setting]: false })

    const { body } = await method.login('ada', { appId })
    expect(body.code).toBe('disallowed_login_method')
    expect(await sessionsOf(appId)).toHaveLength(1)
  })

  test('T-19 T-20: error: the allow-list does not name the account, also of a user who is known', async () => {
    const { appId } = await addApp()
    await method.login('ada', { appId })
    await settingsOf(appId, { allowlist_enabled: true })

    expect((await method.login('ada', { appId })).body.code).toBe('allowlist_rejected')
    expect((await method.login('bob', { appId })).body.code).toBe('allowlist_rejected')
    expect(await sessionsOf(appId)).toHaveLength(1)

    const entry = method.entry?.('ada')
    if (entry === undefined) return
    await kit.db
      .insertInto('allowlist_entry')
      .values({ app_id: appId, ...entry })
      .execute()
    expect((await method.login('ada', { appId })).status).toBe(200)
  })

  test('T-27: a full app refuses new users of proven accounts, and guests take no place', async () => {
    const { appId } = await addApp({ maxUsers: 1 })
    for (const name of ['one', 'two', 'three']) {
      expect((await methods.guest!.login(`${id}-${name}`, { appId })).status).toBe(200)
    }
    expect((await methods.email!.login('first', { appId })).status).toBe(200)

    const { status, body } = await method.login('late', { appId })
    expect([status === 200, body.code]).toEqual(
      method.isGuest ? [true, undefined] : [false, 'max_accounts_reached'],
    )
  })

  test.skipIf(method.isGuest)('error: no sign-up for an unknown account', async () => {
    const { appId } = await addApp()
    const mode = 'no-signup'
    expect((await method.login('ada', { appId, mode })).body.code).toBe('user_does_not_exist')
    await method.login('ada', { appId })
    expect((await method.login('ada', { appId, mode })).status).toBe(200)
  })
})

describe('T-20: no login method skips the verdict', () => {
  const source = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(source + file, 'utf8'))).sort()

  test('every route of the contract that answers a new session is in the matrix above', () => {
    const routes = Object.values(api).flatMap((group): Route[] => Object.values(group))
    const opening = routes.filter(
      (route) =>
        route.response === api.email.authenticate.response &&
        route !== api.session.refresh &&
        // A fork continues a session that was admitted.
        route !== api.session.recover,
    )
    expect(new Set(opening)).toEqual(new Set(Object.values(methods).flatMap(({ route }) => route)))
  })

  test('every switch of the contract has a login method', () => {
    expect(Object.keys(loginMethods).sort()).toEqual([...loginSwitches].sort())
  })

  test('sessions are inserted in one place, which takes a verdict, and only sign-in asks for it', () => {
    expect(filesWith(/insert into session\b|insertInto\('session'\)/)).toEqual(['db/sign-in.ts'])
    expect(filesWith(/openReturning|createAndOpen|openSessionCtes/)).toEqual([
      // Forks, which need a `Continuation`.
      'db/session-forks.ts',
      'db/sign-in.ts',
      'identity/sign-in.ts',
    ])
  })

  test('a verdict is made in one place', () => {
    expect(filesWith(/as (Verdict|Continuation)\b/)).toEqual(['identity/sign-in.ts'])
  })
})
