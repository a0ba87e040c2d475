import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createOAuthSimulator } from '@sallyport/sandbox'
import {
  browserCookies,
  createOAuthVisits,
  createTestKit,
  type OAuthVisits,
  type StartedLogin,
  simulatedOutbound,
  storeSettings,
  type TestKit,
  type VisitOptions,
} from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { columnsToSweep, sweepColumn } from '../../testing/sweep-row.js'

const driveScope = 'https://www.googleapis.com/auth/drive.appdata'
const redirectTo = 'http://localhost:4402/'
const wallets = {
  create_on_login: 'off',
  user_owned_recovery_options: ['google-drive'],
  require_user_owned_recovery_on_create: false,
  require_user_password_on_create: false,
}
let kit: TestKit
let visits: OAuthVisits
let token: string
/** Called by the simulator for a user who unticks the folder on Google's page. */
let narrowed = false
beforeAll(async () => {
  const simulator = createOAuthSimulator({ nowMs: () => kit.clock.nowMs() })
  const handle = async (request: Request) => {
    const answer = await simulator.handle(request)
    if (!narrowed || !request.url.endsWith('/token')) return answer
    return Response.json({ ...(await answer.json()), scope: 'openid' })
  }
  const outbound = simulatedOutbound({ ...simulator, handle })
  kit = await createTestKit({ app: { settings: { google_oauth: true } }, deps: { outbound } })
  visits = createOAuthVisits(kit, simulator)
  await visits.configure(kit, { returnTokens: true })
  await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config: wallets } })
})
let users = 0
// One for each test: what a user may change in an hour is limited.
beforeEach(async () => {
  users += 1
  token = (await kit.signIn(`ada${users}@example.com`)).token
})
afterAll(() => kit.close())

const init = async (change: Record<string, unknown> = {}, as: string | undefined = token) => {
  const [state, verifier] = [text(), text()]
  const body = {
    redirect_to: redirectTo,
    state_code: state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...change,
  }
  const answer = await kit.call(api.recovery.init, { body }, as === undefined ? {} : { token: as })
  const [set = ''] = [answer.headers['set-cookie']].flat().map(String)
  const cookie = set.split(';')[0] ?? ''
  const started: StartedLogin = { url: String(answer.body.url), state, verifier, cookie }
  return { ...answer, started }
}
const authenticate = (
  { state, verifier, cookie }: StartedLogin,
  code: string,
  { as = token, change = {} }: { as?: string; change?: Record<string, unknown> } = {},
) =>
  kit.call(
    api.recovery.authenticate,
    { body: { authorization_code: code, state_code: state, code_verifier: verifier, ...change } },
    { token: as, headers: browserCookies(as, cookie) },
  )
const visit = async (options: VisitOptions = {}) => {
  const { started } = await init()
  const { code } = await visits.returned(started, options)
  return { started, code }
}
/** A wallet of the user whose recovery key is in Google Drive. */
const keepInDrive = (userId: string) =>
  kit.db
    .insertInto('wallet_root')
    .values({
      app_id: kit.appId,
      user_id: userId.replace('did:privy:', ''),
      wallet_id: randomUUID(),
      state: 'active',
      imported: false,
      recovery_method: 'google-drive',
      confirming_chain: 'ethereum',
      created_at: kit.clock.nowMs(),
      confirmed_at: kit.clock.nowMs(),
    })
    .execute()
const text = () => randomBytes(36).toString('base64url')

describe('access to the folder of the app’s data in Google Drive', () => {
  test('is asked for by exactly two scopes, and given to the user who asked', async () => {
    const { started, status } = await init()
    expect(status).toBe(200)
    const asked = new URL(started.url).searchParams
    expect(asked.get('scope')).toBe(`openid ${driveScope}`)
    expect(asked.get('access_type')).toBe('online')
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect([asked.get('state'), started.url.includes(started.verifier)]).not.toContain(
      started.state,
    )
    expect(started.url).not.toContain(started.verifier)

    const { code } = await visits.returned(started)
    const answer = await authenticate(started, code)
    expect([answer.status, answer.body]).toEqual([200, { access_token: expect.any(String) }])
  })

  test('OAU-02: error: a code twice, and one after its minute', async () => {
    const first = await visit()
    const codes = await Promise.all([
      authenticate(first.started, first.code),
      authenticate(first.started, first.code),
    ])
    expect(codes.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await authenticate(first.started, first.code)).body.code).toBe('token_already_used')

    const late = await visit()
    kit.clock.advance(60_000)
    expect((await authenticate(late.started, late.code)).body.code).toBe('oauth_state_mismatch')
  })

  test('OAU-06 OAU-21: error: another verifier, state, or user, and the code stays', async () => {
    const { started, code } = await visit()
    const other = await kit.signIn('bob@example.com')
    const codeOf = async (options: Parameters<typeof authenticate>[2]) =>
      (await authenticate(started, code, options)).body.code
    expect(await codeOf({ change: { code_verifier: text() } })).toBe('invalid_pkce_parameters')
    expect(await codeOf({ change: { state_code: text() } })).toBe('oauth_state_mismatch')
    expect(await codeOf({ as: other.token })).toBe('oauth_state_mismatch')
    const elsewhere = { ...started, cookie: (await init()).started.cookie }
    expect((await authenticate(elsewhere, code)).body.code).toBe('oauth_state_mismatch')
    expect((await authenticate(started, code)).status).toBe(200)
  })

  test('OAU-21: error: the code of a recovery logs no one in, and that of a login opens no Drive', async () => {
    const recovery = await visit()
    const returned = { code: recovery.code, state: recovery.started.state }
    const login = await visits.redeem(recovery.started, returned)
    expect(login.body.code).toBe('oauth_state_mismatch')
    const body = {
      authorization_code: recovery.code,
      state_code: recovery.started.state,
      code_verifier: recovery.started.verifier,
    }
    const headers = browserCookies(token, recovery.started.cookie)
    const linked = await kit.call(api.oauth.link, { body }, { token, headers })
    expect(linked.body.code).toBe('oauth_state_mismatch')

    for (const options of [{}, { token }]) {
      const other = await visits.start('google', options)
      const { code } = await visits.returned(other)
      expect((await authenticate(other, code)).body.code).toBe('oauth_state_mismatch')
    }
  })

  test('error: another Google account than the one that keeps the recovery file', async () => {
    const email = `carol${users}@example.com`
    const first = await kit.signIn(email)
    const { user } = first
    let as = first.token
    const visitAs = async (name: string) => {
      const { started } = await init({}, as)
      const { code } = await visits.returned(started, { name })
      return (await authenticate(started, code, { as })).body
    }
    // Before there is a file, both are accepted: which one gets it is not known yet.
    expect(await visitAs('Carol')).toEqual({ access_token: expect.any(String) })
    kit.clock.advance(61 * 60_000)
    as = (await kit.signIn(email)).token
    expect(await visitAs('Dave')).toEqual({ access_token: expect.any(String) })
    await keepInDrive(user.id)

    expect(await visitAs('Dave')).toEqual({ access_token: expect.any(String) })
    for (const name of ['Eve', 'Carol']) {
      expect(await visitAs(name)).toMatchObject({
        code: 'invalid_credentials',
        error: expect.stringContaining('not the Google account'),
      })
    }
  })

  test.each(columnsToSweep('recovery_account'))(
    'P5 V4: error: the row of the account has another %s (%s)',
    async (column, rule) => {
      const { user, token: as } = await kit.signIn(`frank${users}@example.com`)
      const visitAs = async () => {
        const { started } = await init({}, as)
        const { code } = await visits.returned(started, { name: 'Frank' })
        return (await authenticate(started, code, { as })).status
      }
      expect(await visitAs()).toBe(200)
      await keepInDrive(user.id)
      await sweepColumn(
        kit,
        { table: 'recovery_account', column, rule },
        { row: sql`user_id = ${user.id.replace('did:privy:', '')}`, use: visitAs },
      )
    },
  )

  test('error: the OAuth client changes or goes while users keep files that only it can read', async () => {
    const { user, token: as } = await kit.signIn(`erin${users}@example.com`)
    await keepInDrive(user.id)
    const where = { secret: kit.appSecret }
    const params = { provider: 'google' } as const
    const body = { client_id: 'another', client_secret: 'secret' }
    const changed = await kit.call(api.adminOAuth.set, { params, body }, where)
    expect([changed.status, changed.body.code]).toEqual([400, 'invalid_data'])
    const removed = await kit.call(api.adminOAuth.remove, { params }, where)
    expect([removed.status, removed.body.code]).toEqual([400, 'invalid_data'])
    expect((await init({}, as)).status).toBe(200)
  })

  test('error: Google Drive is not withdrawn while users keep files there', async () => {
    const { user } = await kit.signIn(`frank${users}@example.com`)
    await keepInDrive(user.id)
    const off = { ...wallets, create_on_login: 'off' as const, user_owned_recovery_options: [] }
    const body = { embedded_wallet_config: off }
    const answer = await kit.call(api.adminApp.update, { body }, { secret: kit.appSecret })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_data'])
    expect((await init()).status).toBe(200)
  })

  test.each([
    ['wrong-audience', 'invalid_credentials'],
    ['wrong-nonce', 'invalid_credentials'],
    ['unsigned', 'invalid_credentials'],
    ['no-subject', 'invalid_credentials'],
    ['suspended', 'oauth_account_suspended'],
    ['down', 'internal_error'],
  ])('OAU-15: error: Google’s answer is %s', async (mode, expected) => {
    const { started, code } = await visit({ mode })
    expect((await authenticate(started, code)).body.code).toBe(expected)
  })

  test('error: the user does not allow the folder', async () => {
    narrowed = true
    const { started, code } = await visit()
    narrowed = false
    const { body } = await authenticate(started, code)
    expect(body).toMatchObject({
      code: 'invalid_credentials',
      error: expect.stringContaining('Allow it'),
    })
  })

  test('a user who cancels comes back with the mark of it', async () => {
    const { code } = await visit({ decision: 'cancel' })
    expect(code).toBe('undefined')
  })

  test('OAU-07 OAU-09: error: no challenge, and a page that is not listed', async () => {
    expect((await init({ code_challenge: undefined })).body.code).toBe('invalid_pkce_parameters')
    expect((await init({ redirect_to: 'https://evil.example/' })).body.code).toBe('invalid_origin')
  })

  test('error: an app that offers Google Drive without credentials at Google is told what is missing', async () => {
    const { appId } = await kit.addApp()
    await storeSettings(kit, { appId, settings: { embedded_wallet_config: wallets } })
    const login = await kit.signIn('eve@example.com', { appId })
    const { status, body } = await kit.call(
      api.recovery.init,
      {
        body: {
          redirect_to: redirectTo,
          code_challenge: 'a'.repeat(43),
          state_code: 'b'.repeat(43),
        },
      },
      { appId, token: login.token },
    )

    expect([status, body.code]).toEqual([400, 'not_supported'])
    expect(body.error).toBe(
      'This app has no credentials at google, which recovery by Google Drive needs: set them in the app’s settings',
    )
  })

  test('error: without a user, and in an app that does not offer Google Drive', async () => {
    const anonymous = await kit.call(api.recovery.init, { body: { redirect_to: redirectTo } })
    expect(anonymous.body.code).toBe('missing_or_invalid_token')
    const off = { ...wallets, user_owned_recovery_options: [] }
    const { started, code } = await visit()
    await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config: off } })
    expect((await init()).body.code).toBe('disallowed_recovery_method')
    expect((await authenticate(started, code)).body.code).toBe('disallowed_recovery_method')
    await storeSettings(kit, { appId: kit.appId, settings: { embedded_wallet_config: wallets } })
  })
})
