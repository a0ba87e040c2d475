import { randomBytes } from 'node:crypto'
import { api, headers } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  asSignedIn,
  authShareBody,
  createInhabitant,
  createKitWithVault,
  createOAuthVisits,
  createTestAuthenticator,
  type Inhabitant,
  type OAuthVisits,
  type SignedIn,
  simulatedOutbound,
  storeStepUp,
  type TestKit,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rotateTokenKey } from '../apps/change-keys.js'
import { readContacts } from '../identity/vault-contacts.js'
import { columnsToSweep, type Swept, sweepColumn, type Target } from '../testing/sweep-row.js'
import { rowColumns } from './row-columns.js'
import { RowRefused } from './row-refused.js'

/* The thief of P5 writes to every table of the API and has an account of their own, but no key of the deployment. */

type Elsewhere =
  | 'cross_app_grant'
  | 'delegation'
  | 'program_grant'
  | 'program_request'
  | 'recovery_account'
type Scenario = (column: string) => Promise<Target>

let world: Awaited<ReturnType<typeof createKitWithVault>>
let kit: TestKit
let visits: OAuthVisits
let ada: Inhabitant
beforeAll(async () => {
  const logins = { passkey_auth: true, passkeys_for_signup_enabled: true, farcaster_auth: true }
  const settings = { ...logins, google_oauth: true, guest_auth: true }
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const deps = { outbound: simulatedOutbound(simulator) }
  world = await createKitWithVault({ app: { settings }, deps })
  kit = world.kit
  visits = createOAuthVisits(kit, simulator)
  await visits.configure()
  ada = await createInhabitant(kit, {
    email: 'ada@example.com',
    vaultPublicKey: world.vault.publicKey,
  })
})
afterAll(() => world.close())

let serial = 0
const newAddress = () => {
  serial += 1
  return `user${serial}@example.com`
}
const idOf = ({ user }: Pick<SignedIn, 'user'>) => user.id.slice('did:privy:'.length)
const sessionOf = ({ token }: Pick<SignedIn, 'token'>): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const me = async ({ token }: SignedIn) => (await kit.call(api.user.me, {}, { token })).status
const refresh = async ({ refresh_token }: SignedIn) =>
  (await kit.call(api.session.refresh, { body: { refresh_token } })).status
const cookieOf = (answer: { headers: Record<string, unknown> }) => {
  const [set = ''] = [answer.headers['set-cookie']].flat().map(String)
  return { headers: { cookie: set.split(';')[0] ?? '' } }
}
const logIn = async (email: string, options: object = {}) => {
  await kit.call(api.email.init, { body: { email } }, options)
  const body = { email, code: kit.mailbox.codeFor(email), mode: 'no-signup' as const }
  return (await kit.call(api.email.authenticate, { body }, options)).status
}
/** Ada's frame, with a session that is not over. */
const frame = async () => {
  if (kit.clock.nowMs() - signedInAtMs > 30 * 60_000) {
    ada.frame.token = (await kit.signIn(ada.email)).token
    signedInAtMs = kit.clock.nowMs()
  }
  return ada.frame
}
let signedInAtMs = 0
const listed = async (isWhole: (accounts: readonly unknown[]) => boolean) => {
  const { status, body } = await kit.call(api.embeddedWallet.list, {}, await frame())
  if (status !== 200) return status
  return isWhole(body.roots[0]?.accounts ?? []) ? 200 : 404
}

const scenarios: Record<Exclude<Swept, Elsewhere>, Scenario> = {
  session: async (column) => {
    const [own, other] = [await kit.signIn(newAddress()), await kit.signIn(newAddress())]
    const row = sql`id = ${sessionOf(own)}`
    if (column === 'user_id') return { row, value: sql`${idOf(other)}`, use: () => refresh(own) }
    if (column === 'revoked_at') {
      await kit.call(api.session.logout, { body: {} }, { token: own.token })
      return { row, value: sql`null`, use: () => me(own) }
    }
    await storeStepUp(kit, { appId: kit.appId, atMs: kit.clock.nowMs() })
    return { row, use: () => me(own) }
  },
  refresh_token: async (column) => {
    const [own, other] = [await kit.signIn(newAddress()), await kit.signIn(newAddress())]
    const moved = column === 'session_id' ? { value: sql`${sessionOf(other)}` } : {}
    // A session has one token of each number.
    await sql`delete from refresh_token where session_id = ${sessionOf(other)}`.execute(kit.db)
    return { row: sql`session_id = ${sessionOf(own)}`, ...moved, use: () => refresh(own) }
  },
  session_fork: async (column) => {
    const [own, other] = [await kit.signIn(newAddress()), await kit.signIn(newAddress())]
    const given = { body: { refresh_token: own.refresh_token } }
    const { body } = await kit.call(api.session.fork, given, { token: own.token })
    const moved = column === 'session_id' ? { value: sql`${sessionOf(other)}` } : {}
    const fork = { body: { refresh_token: body.new_session_refresh_token } }
    return {
      row: sql`session_id = ${sessionOf(own)}`,
      ...moved,
      use: async () => (await kit.call(api.session.recover, fork)).status,
    }
  },
  user_account: async () => {
    const own = await kit.signIn(newAddress())
    return { row: sql`id = ${idOf(own)}`, use: () => me(own) }
  },
  linked_account: (column) => sweepAccount(column),
  app: async (column) => {
    const { appId, appSecret: secret } = await kit.addApp()
    const environment = { value: sql`'production'` }
    return {
      row: sql`id = ${appId}`,
      ...(column === 'environment' && environment),
      use: async () => {
        kit.deps.apps.forget(appId)
        return (await kit.call(api.adminApp.get, {}, { appId, secret })).status
      },
    }
  },
  app_token_key: async (column) => {
    const { appId, appSecret: secret } = await kit.addApp()
    // What the vault pins is not what is changed here.
    const vault = { call: async () => ({}) as never }
    const keyDeps = { ...kit.deps, vault, issuer: kit.deps.config.tokenIssuer }
    await rotateTokenKey(keyDeps, { appId, leadMs: 0 })
    // The next rotation makes the first key an earlier one.
    if (column === 'not_after') await rotateTokenKey(keyDeps, { appId, leadMs: 0 })
    return {
      row: sql`app_id = ${appId} and (not_after is not null) = ${column === 'not_after'}`,
      use: async () => {
        kit.deps.apps.forget(appId)
        return (await kit.call(api.adminApp.get, {}, { appId, secret })).status
      },
    }
  },
  allowlist_entry: async () => {
    const { appId, appSecret: secret } = await kit.addApp({ settings: { allowlist_enabled: true } })
    const value = newAddress()
    const params = { app_id: appId }
    await kit.call(
      api.admission.allow,
      { params, body: { type: 'email', value } },
      { appId, secret },
    )
    const init = { body: { email: value } }
    return {
      row: sql`app_id = ${appId}`,
      use: async () => (await kit.call(api.email.init, init, { appId })).status,
    }
  },
  test_account: async () => {
    const { appId, appSecret: secret } = await kit.addApp()
    const params = { app_id: appId }
    const { body } = await kit.call(
      api.admission.addTestAccount,
      { params, body: {} },
      { appId, secret },
    )
    const code = { body: { email: body.email, code: body.otp_code } }
    return {
      row: sql`app_id = ${appId}`,
      use: async () => {
        kit.deps.apps.forget(appId)
        return (await kit.call(api.email.authenticate, code, { appId })).status
      },
    }
  },
  account_transfer: async () => {
    const email = newAddress()
    await kit.signIn(email)
    const credential = { guest_credential: randomBytes(32).toString('base64url') }
    const { token } = asSignedIn(
      (await kit.call(api.guest.authenticate, { body: credential })).body,
    )
    await kit.call(api.email.init, { body: { email } }, { token })
    const code = { body: { email, code: kit.mailbox.codeFor(email) } }
    const answer: { body: { data?: { nonce?: string } } } = await kit.call(api.email.link, code, {
      token,
    })
    const body = { nonce: String(answer.body.data?.nonce), email }
    return {
      row: sql`key = ${email}`,
      use: async () => (await kit.call(api.email.transfer, { body }, { token })).status,
    }
  },
  account_undo: async () => {
    const [email, replacement] = [newAddress(), newAddress()]
    const { token } = await kit.signIn(email)
    await kit.call(api.email.init, { body: { email: replacement } }, { token })
    const code = kit.mailbox.codeFor(replacement)
    const body = { oldAddress: email, newAddress: replacement, code }
    expect((await kit.call(api.email.update, { body }, { token })).status).toBe(200)
    await kit.deliverNotices()
    const mail = kit.mailbox.mails.findLast(({ to }) => to === email)
    const [, secret = ''] = /#token=(\S+)/.exec(mail?.text ?? '') ?? []
    return {
      row: sql`key = ${email}`,
      use: async () => (await kit.call(api.user.undoChange, { body: { token: secret } })).status,
    }
  },
  one_time_code: (column) => sweepCode(column),
  passkey_challenge: async (column) => {
    const init = await kit.call(api.passkey.registerInit, { body: {} })
    const { options, relying_party } = init.body
    const { response } = createTestAuthenticator().create(options, {})
    const named = relying_party === undefined ? {} : { relying_party }
    const body = { authenticator_response: response, ...named }
    return {
      row: sql`created_at = (select max(created_at) from passkey_challenge)`,
      ...(column === 'purpose' && { value: sql`'authenticate'` }),
      use: async () => {
        const answer = await kit.call(api.passkey.register, { body }, cookieOf(init))
        kit.clock.advance(1)
        return answer.status
      },
    }
  },
  oauth_credentials: async () => ({
    row: sql`app_id = ${kit.appId} and provider = 'google'`,
    use: async () => (await visits.init('google')).status,
  }),
  oauth_flow: async (column) => {
    const started = await visits.start('google')
    const returned = await visits.returned(started)
    kit.clock.advance(1)
    return {
      row: sql`code_hash is not null and used_at is null and created_at = (select max(created_at) from oauth_flow)`,
      ...(column === 'intent' && { value: sql`'link'` }),
      use: async () => (await visits.redeem(started, returned)).status,
    }
  },
  farcaster_login: async () => {
    const opened = await kit.call(api.farcaster.init, { body: {} })
    const { channel_token: token } = opened.body
    const nonce = kit.farcaster.nonceOf(token)
    const issuedAt = new Date(kit.clock.nowMs()).toISOString()
    const profile = { username: 'ada', displayName: 'Ada', bio: '', pfpUrl: '', verifications: [] }
    kit.farcaster.approve(token, {
      ...kit.farcaster.account(11).sign(nonce, { issuedAt }),
      ...profile,
    })
    const options = cookieOf(opened)
    const named = { headers: { ...options.headers, [headers.farcasterChannelToken]: token } }
    const status = async () => (await kit.call(api.farcaster.status, {}, named)).status
    // The relay tells it once.
    await status()
    return { row: sql`nonce = ${nonce}`, use: status }
  },
  wallet_root: async () => ({
    row: sql`wallet_id = ${ada.device.walletId}`,
    use: () => listed((accounts) => accounts.length > 0),
  }),
  wallet_account: async (column) => {
    const [{ count = 0 } = {}] = (
      await sql<{ count: number }>`select count(*)::int as count from wallet_account
        where wallet_id = ${ada.device.walletId}`.execute(kit.db)
    ).rows
    return {
      row: sql`wallet_id = ${ada.device.walletId} and wallet_index = 0 and chain_type = 'ethereum'`,
      ...(column === 'wallet_index' && { value: sql`77` }),
      ...(column === 'chain_type' && { value: sql`'bitcoin'` }),
      use: () => listed((accounts) => accounts.length === count),
    }
  },
  share_generation: async () => ({
    row: sql`generation_id = ${ada.device.generationId}`,
    use: async () => {
      const { body } = await authShareBody(ada.device)
      const input = { params: ada.params, body }
      return (await kit.call(api.embeddedWallet.authShare, input, await frame())).status
    },
  }),
}

/** An account that logs in by email; one with a passkey; the address that Google has verified. */
async function sweepAccount(column: string): Promise<Target> {
  if (column === 'credential') return sweepPasskey()
  if (['first_verified_at', 'is_first', 'age_mac'].includes(column)) return sweepAge()
  if (column === 'verified_email' || column === 'email_mac') {
    const name = `google-${newAddress()}`
    const { body } = await visits.login('google', { name })
    const owner = { appId: kit.appId, userId: idOf(asSignedIn(body)) }
    return {
      row: sql`user_id = ${owner.userId}`,
      use: () =>
        readContacts(kit.deps, owner).then(
          () => 200,
          (error) => (error instanceof RowRefused ? 500 : 200),
        ),
    }
  }
  const [email, planted] = [newAddress(), newAddress()]
  await kit.signIn(email)
  const row = sql`key = ${email}`
  const other = await kit.signIn(newAddress())
  if (column === 'user_id') {
    return { row, value: sql`${idOf(other)}`, use: () => logIn(email) }
  }
  if (column === 'key') return { row, value: sql`${planted}`, use: () => logIn(planted) }
  return { row, use: () => logIn(email) }
}

/** P8: since when the account counts as the user's. */
async function sweepAge(): Promise<Target> {
  const email = newAddress()
  const { token } = await kit.signIn(email)
  const body = { address: email }
  return {
    row: sql`key = ${email}`,
    use: async () => (await kit.call(api.email.unlink, { body }, { token })).status,
  }
}

/** The thief puts the key of a passkey of theirs into the row of another user's. */
async function sweepPasskey(): Promise<Target> {
  const signUp = async () => {
    const { body } = await kit.call(api.passkey.registerInit, { body: {} })
    const made = createTestAuthenticator().create(body.options, {})
    const named = body.relying_party === undefined ? {} : { relying_party: body.relying_party }
    const given = { authenticator_response: made.response, ...named }
    expect((await kit.call(api.passkey.register, { body: given })).status).toBe(200)
    return made.passkey
  }
  const [own, thiefs] = [await signUp(), await signUp()]
  const keyOf = sql`(select credential -> 'public_key' from linked_account where key = ${thiefs.id})`
  return {
    row: sql`key = ${own.id}`,
    value: sql`jsonb_set(t.credential, '{public_key}', ${keyOf})`,
    use: async () => {
      const { body: init } = await kit.call(api.passkey.authenticateInit, { body: {} })
      const response = createTestAuthenticator().get(
        { ...own, privateKey: thiefs.privateKey },
        init.options,
        {},
      )
      const body = { challenge: init.options.challenge, authenticator_response: response }
      return (await kit.call(api.passkey.authenticate, { body })).status
    },
  }
}

/** The link in a mail: waiting for its answer, or approved. */
async function sweepCode(column: string): Promise<Target> {
  const [email, other] = [newAddress(), newAddress()]
  const ask = async (address: string) =>
    cookieOf(await kit.call(api.email.init, { body: { email: address, login_link: true } }))
  const cookie = await ask(email)
  const row = sql`address = ${email}`
  const status = async (browser: object) => {
    const answer = await kit.call(api.loginLink.status, { body: { email } }, browser)
    return answer.status === 200 && answer.body.state === 'none' ? 404 : answer.status
  }
  if (column === 'code_hash') {
    const body = { email, code: kit.mailbox.codeFor(email) }
    const use = async () => (await kit.call(api.email.authenticate, { body }, cookie)).status
    return { row, use }
  }
  if (column === 'flow_hash') {
    const thief = await ask(other)
    const value = sql`(select flow_hash from one_time_code where address = ${other})`
    return { row, value, use: () => status(thief) }
  }
  if (!column.startsWith('approved')) {
    const values: Record<string, string> = { channel: 'sms', purpose: 'link' }
    const value = values[column]
    return { row, ...(value && { value: sql`${value}` }), use: () => status(cookie) }
  }
  const mail = kit.mailbox.mails.findLast(({ to }) => to === email)
  const url = new URL(/^http\S+\/login\/email#\S+$/m.exec(mail?.text ?? '')?.[0] ?? '')
  const { app_id = '', secret = '' } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  const asked = await kit.call(api.loginLink.status, { body: { email } }, cookie)
  const number = String(asked.body.number)
  const approval = { body: { app_id, email, secret, number } }
  const approved = await kit.call(api.loginLink.approve, approval, { appId: null, origin: null })
  expect(approved.status).toBe(200)
  const finish = async () =>
    (await kit.call(api.loginLink.authenticate, { body: { email } }, cookie)).status
  return { row, use: finish }
}

/** Where the scenario of a table is that needs a world of its own. */
const elsewhere: Record<Elsewhere, string> = {
  cross_app_grant: '../features/oauth/cross-app/cross-app.test.ts',
  delegation: '../features/embedded-wallet/delegation/delegation.test.ts',
  program_grant: '../features/programs/programs.test.ts',
  program_request: '../features/programs/programs.test.ts',
  recovery_account: '../features/oauth/google-drive.test.ts',
}

describe.each(Object.entries(scenarios))('P5 V4: %s', (name, scenario) => {
  const table = name as Exclude<Swept, Elsewhere>

  test('what relies on the row is answered while it is unchanged', async () => {
    const [[column = ''] = []] = columnsToSweep(table)
    const { use } = await scenario(column)
    expect(await use()).toBeLessThan(300)
  })

  test.each(columnsToSweep(table))('a changed %s is refused (%s)', async (column, rule) => {
    kit.clock.advance(60_000)
    await sweepColumn(kit, { table, column, rule }, await scenario(column))
  })
})

test('every table that lets users in has a scenario, and every other one a reason', async () => {
  const { readFile } = await import('node:fs/promises')
  for (const [table, file] of Object.entries(elsewhere)) {
    const text = await readFile(new URL(file, import.meta.url), 'utf8')
    expect([table, text.includes(`columnsToSweep('${table}')`)]).toEqual([table, true])
  }
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'sallyport_api' and table_name not like 'kysely%'`.execute(kit.db)
  const ruled = Object.entries(rowColumns).flatMap(([table, rule]) =>
    'columns' in rule ? Object.keys(rule.columns).map((column) => `${table}.${column}`) : [],
  )
  const reasoned = Object.entries(rowColumns).flatMap(([table, rule]) =>
    'letsNoUserIn' in rule ? [table] : [],
  )
  const unruled = rows.filter(
    ({ place }) => !ruled.includes(place) && !reasoned.includes(place.split('.')[0] ?? ''),
  )
  expect(unruled).toEqual([])
})
