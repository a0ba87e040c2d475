import { api } from '@sallyport/contract'
import {
  cbor,
  createTestAuthenticator,
  createTestKit,
  dumpTables,
  listFactor,
  type PasskeyUse,
  type TestKit,
  type TestPasskey,
} from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const settings = { passkey_auth: true, passkeys_for_signup_enabled: true }
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit({ app: { settings } })
})
afterAll(() => kit.close())

const authenticator = createTestAuthenticator()
const page = { origin: 'http://localhost:4402' }
type Options = Parameters<TestKit['call']>[2]

const initRegister = async (options: Options = {}) =>
  (await kit.call(api.passkey.registerInit, { body: {} }, options)).body
const initLogin = async (options: Options = {}) =>
  (await kit.call(api.passkey.authenticateInit, { body: {} }, options)).body

async function signUp(use: PasskeyUse = {}, options: Options = {}, made = authenticator) {
  const init = await initRegister(options)
  const { passkey, response } = made.create(init.options, use)
  const body = { authenticator_response: response, ...named(init.relying_party) }
  return { passkey, response, ...(await kit.call(api.passkey.register, { body }, options)) }
}

async function logIn(passkey: TestPasskey, use: PasskeyUse = {}, options: Options = {}) {
  const init = await initLogin(options)
  const response = authenticator.get(passkey, init.options, use)
  return finishLogin(init.options.challenge, response, options)
}

function finishLogin(
  challenge: string,
  response: ReturnType<typeof authenticator.get>,
  options: Options = {},
) {
  const body = { challenge, authenticator_response: response }
  return kit.call(api.passkey.authenticate, { body }, options)
}

const named = (relyingParty: string | undefined) =>
  relyingParty === undefined ? {} : { relying_party: relyingParty }
const credentialOf = async (passkey: TestPasskey) => {
  const row = await kit.db
    .selectFrom('linked_account')
    .select('credential')
    .where('key', '=', passkey.id)
    .executeTakeFirstOrThrow()
  return row.credential
}
const refused = { status: 401, body: { code: 'invalid_credentials' } }

describe('login by passkey', () => {
  test('signs up, then logs in without a name', async () => {
    const { passkey, ...first } = await signUp({}, { headers: { 'user-agent': macChrome } })
    const second = await logIn(passkey)

    expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(first.body.user?.linked_accounts).toMatchObject([
      {
        type: 'passkey',
        credential_id: passkey.id,
        enrolled_in_mfa: false,
        created_with_browser: 'Chrome',
        created_with_os: 'macOS',
        created_with_device: 'Mac',
      },
    ])
    expect(JSON.stringify(second.body)).not.toContain('public_key')
  })

  test('the options are those of a passkey that needs no name and verifies its user', async () => {
    const { options, relying_party } = await initRegister()
    expect(relying_party).toBe(page.origin)
    expect(options).toMatchObject({
      rp: { name: 'Acme', id: 'localhost' },
      authenticator_selection: { resident_key: 'required', user_verification: 'required' },
      exclude_credentials: [],
    })
    expect((await initLogin()).options).toMatchObject({
      rp_id: 'localhost',
      allow_credentials: [],
      user_verification: 'required',
    })
  })

  test.each(['EdDSA', 'RS256'] as const)('a passkey may sign by %s', async (algorithm) => {
    const other = createTestAuthenticator(algorithm)
    const { passkey, status } = await signUp({}, {}, other)
    const { options } = await initLogin()
    const answer = await finishLogin(options.challenge, other.get(passkey, options))
    expect([status, answer.status]).toEqual([200, 200])
  })

  test('a login keeps the counter, the copy flag and the time of the last use', async () => {
    const { passkey } = await signUp()
    kit.clock.advance(3_600_000)
    const { body } = await logIn(passkey, { signCount: 41 })

    expect(await credentialOf(passkey)).toMatchObject({ sign_count: 41, backed_up: false })
    const [account] = body.user?.linked_accounts ?? []
    expect(account?.latest_verified_at).toBe(Math.floor(kit.clock.nowMs() / 1000))
  })

  test('an authenticator that does not count may log in again', async () => {
    const { passkey } = await signUp({ signCount: 0 })
    expect((await logIn(passkey, { signCount: 0 })).status).toBe(200)
    expect((await logIn(passkey, { signCount: 0 })).status).toBe(200)
  })

  test('error: sign-up by passkey is off unless the app allows it; login stays', async () => {
    const { appId } = await kit.addApp({ settings: { passkey_auth: true } })
    const init = await kit.call(api.passkey.registerInit, { body: {} }, { appId })
    expect(init.body.code).toBe('disallowed_login_method')
    expect((await initLogin({ appId })).options.rp_id).toBe('localhost')
  })

  test('error: a passkey of no user', async () => {
    const stranger = authenticator.create((await initRegister()).options).passkey
    expect((await logIn(stranger)).body.code).toBe('user_does_not_exist')
  })

  test('50 parallel answers to one challenge open one session', async () => {
    const { passkey } = await signUp()
    const { options } = await initLogin()
    const response = authenticator.get(passkey, options)
    const all = Array.from({ length: 50 }, () => finishLogin(options.challenge, response))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('nothing of a passkey is logged', async () => {
    const { passkey } = await signUp()
    await logIn(passkey)
    await logIn(passkey, { userVerified: false })
    expect(kit.log.join('')).not.toContain(passkey.id)
  })
})

describe('attacks on passkeys', () => {
  test('PKY-01: error: a challenge is used twice, or is too old', async () => {
    const { passkey } = await signUp()
    const { options } = await initLogin()
    expect((await finishLogin(options.challenge, authenticator.get(passkey, options))).status).toBe(
      200,
    )
    const again = authenticator.get(passkey, options)
    expect(await finishLogin(options.challenge, again)).toMatchObject(refused)

    const late = await initLogin()
    kit.clock.advance(10 * 60_000)
    const response = authenticator.get(passkey, late.options)
    expect(await finishLogin(late.options.challenge, response)).toMatchObject(refused)
    expect((await logIn(passkey)).status).toBe(200)
  })

  test.each<[string, PasskeyUse]>([
    ['PKY-02: a page that the app does not list', { origin: 'https://evil.example' }],
    ['PKY-02: another page of this machine', { origin: 'http://localhost:9999' }],
    ['PKY-02: the hash of another domain', { rpId: 'evil.example' }],
    [
      'PKY-03: a frame below a foreign page',
      { crossOrigin: true, topOrigin: 'https://evil.example' },
    ],
    ['PKY-03: a frame that does not name the page above', { crossOrigin: true }],
    ['PKY-03: a page above without a frame', { topOrigin: page.origin }],
    ['PKY-06: an answer of the other kind', { type: 'webauthn.create' }],
    ['PKY-07: a user who was not verified', { userVerified: false }],
    ['PKY-11: the name of another user', { userHandle: 'AAAA' }],
    ['a passkey that has become one that can be copied', { backupEligible: true }],
    ['an authenticator that was cloned', { signCount: 0 }],
    ['a challenge of another answer', { challenge: 'AAAA' }],
  ])('error: %s', async (_, use) => {
    const { passkey } = await signUp({ signCount: 5 })
    const before = await credentialOf(passkey)

    expect(await logIn(passkey, use)).toMatchObject(refused)
    expect(await credentialOf(passkey)).toEqual(before)
    passkey.signCount = 5
    expect((await logIn(passkey)).status).toBe(200)
  })

  test('PKY-03: a frame below a page of the app is accepted', async () => {
    const { passkey } = await signUp()
    const use = { crossOrigin: true, topOrigin: 'http://localhost:5173' }
    expect((await logIn(passkey, use)).status).toBe(200)
  })

  test('PKY-06: error: the answer of a login at sign-up', async () => {
    const { options } = await initRegister()
    const { response } = authenticator.create(options, { type: 'webauthn.get' })
    const body = { authenticator_response: response }
    expect(await kit.call(api.passkey.register, { body })).toMatchObject(refused)
  })

  test('PKY-04: error: an id in another spelling, or two ids; the counter stays', async () => {
    const { passkey } = await signUp()
    const before = await credentialOf(passkey)
    const spell = async (ids: (id: string) => object) => {
      const { options } = await initLogin()
      const response = { ...authenticator.get(passkey, options), ...ids(passkey.id) }
      return finishLogin(options.challenge, response)
    }
    const standard = (id: string) => Buffer.from(id, 'base64url').toString('base64')
    const other = (await signUp()).passkey
    for (const ids of [
      (id: string) => ({ id: standard(id), raw_id: standard(id) }),
      (id: string) => ({ id: `${id}=`, raw_id: `${id}=` }),
      () => ({ id: other.id }),
      () => ({ raw_id: other.id }),
      () => ({ id: '', raw_id: '' }),
    ]) {
      expect(await spell(ids)).toMatchObject(refused)
    }
    expect(await credentialOf(passkey)).toEqual(before)
    expect((await logIn(passkey)).status).toBe(200)
  })

  test('PKY-05: error: one flipped bit in signature, authenticator data or client data', async () => {
    const { passkey } = await signUp()
    const sessions = () => kit.db.selectFrom('session').select('id').execute()
    const before = (await sessions()).length
    for (const field of ['signature', 'authenticator_data', 'client_data_json'] as const) {
      for (const place of [0, 5, 40]) {
        const { options } = await initLogin()
        const response = authenticator.get(passkey, options)
        const bytes = Buffer.from(response.response[field], 'base64url')
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ 1
        response.response[field] = bytes.toString('base64url')
        expect(await finishLogin(options.challenge, response)).toMatchObject(refused)
      }
    }
    expect(await sessions()).toHaveLength(before)
  })

  test('PKY-09: error: another browser finishes, and a challenge of another app', async () => {
    const { passkey } = await signUp()
    const { options } = await initLogin()
    const response = authenticator.get(passkey, options)
    const foreign = await kit.addApp({ settings })
    const cookie = `__Host-sallyport-flow=${'A'.repeat(43)}`
    const otherBrowser = { headers: { cookie } }
    for (const as of [{ appId: foreign.appId }, otherBrowser, { ip: '203.0.113.9' }]) {
      expect(await finishLogin(options.challenge, response, as)).toMatchObject(refused)
    }
    expect((await finishLogin(options.challenge, response)).status).toBe(200)
  })

  test('the browser that began finishes from another network', async () => {
    const { passkey } = await signUp()
    const { body, headers } = await kit.call(api.passkey.authenticateInit, { body: {} })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    const response = authenticator.get(passkey, body.options)
    const as = { headers: { cookie }, ip: '203.0.113.9' }
    expect((await finishLogin(body.options.challenge, response, as)).status).toBe(200)
  })

  test('error: a known credential cannot be registered again with another key', async () => {
    const { passkey } = await signUp()
    const before = await credentialOf(passkey)
    const { options } = await initRegister()
    const id = Buffer.from(passkey.id, 'base64url')
    const { response } = authenticator.create(options)
    // The attestation object names the known credential.
    const mine = Buffer.from(response.id, 'base64url')
    const object = Buffer.from(response.response.attestation_object, 'base64url')
    id.copy(object, object.indexOf(mine))
    response.response.attestation_object = object.toString('base64url')
    const body = { authenticator_response: { ...response, id: passkey.id, raw_id: passkey.id } }

    expect(await kit.call(api.passkey.register, { body })).toMatchObject(refused)
    expect(await credentialOf(passkey)).toEqual(before)
  })

  const offCurve = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.alloc(32, 1)],
    [-3, Buffer.alloc(32, 2)],
  ])
  const rsa512 = new Map<number, unknown>([
    [1, 3],
    [3, -257],
    [-1, Buffer.alloc(64, 0xff)],
    [-2, Buffer.from([1, 0, 1])],
  ])
  test.each([
    ['a point that is not on its curve', cbor(offCurve)],
    ['RSA of 512 bits', cbor(rsa512)],
    ['an algorithm that was not offered', cbor(new Map(offCurve).set(3, -36))],
    ['a key without an algorithm', cbor(new Map([[1, 2]]))],
  ])('PKY-14: error: %s', async (_, publicKey) => {
    const { status, body } = await signUp({ publicKey })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })

  const deep = Buffer.concat([Buffer.alloc(10_000, 0x81), Buffer.from([0])])
  test.each([
    ['10000 levels', deep],
    ['a key twice', Buffer.from('a2616101616102', 'hex')],
    ['a map without an end', Buffer.from('bf6161ff', 'hex')],
    ['a length of 4 GB', Buffer.from('5affffffff00', 'hex')],
    ['an array of 4 billion', Buffer.from('9affffffff00', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['a number', Buffer.from([1])],
    ['authenticator data that is a text', cbor(new Map([['authData', 'text']]))],
  ])('PKY-15: error: CBOR of %s is refused at once', async (_, attestationObject) => {
    const init = await initRegister()
    const { response } = authenticator.create(init.options, { attestationObject })
    const started = performance.now()
    const { status, body } = await kit.call(api.passkey.register, {
      body: { authenticator_response: response },
    })
    expect([status, body.code]).toEqual([400, 'invalid_data'])
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test('PKY-15: error: an attestation object of 1 MB', async () => {
    const { status } = await signUp({ attestationObject: Buffer.alloc(1_000_000) })
    expect([400, 413]).toContain(status)
  })

  test('error: a refused sign-up leaves no row', async () => {
    const rows = async () => {
      const lines = (await dumpTables(kit.db)).split('\n')
      return lines.filter((line) => !line.startsWith('passkey_challenge '))
    }
    const before = await rows()
    await signUp({ origin: 'https://evil.example' })
    expect(await rows()).toEqual(before)
  })
})

const macChrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

describe('passkeys of a signed-in user', () => {
  const as = (user: { token: string }) => ({ token: user.token })

  async function add(user: { token: string }, use: PasskeyUse = {}) {
    const init = await kit.call(api.passkey.linkInit, { body: {} }, as(user))
    const { passkey, response } = authenticator.create(init.body.options, use)
    const body = { authenticator_response: response }
    return { passkey, init, ...(await kit.call(api.passkey.link, { body }, as(user))) }
  }
  const remove = (user: { token: string }, passkey: TestPasskey) =>
    kit.call(api.passkey.unlink, { body: { credential_id: passkey.id } }, as(user))

  const rename = (
    user: { token: string },
    { passkey, name }: { passkey: TestPasskey; name: string },
  ) => kit.call(api.passkey.rename, { body: { credential_id: passkey.id, name } }, as(user))

  test('adds passkeys, logs in with each, and removes one', async () => {
    const ada = await kit.signIn('ada@example.com')
    const first = await add(ada)
    const second = await add(ada)

    expect(second.body.linked_accounts.map(({ type }) => type)).toEqual([
      'email',
      'passkey',
      'passkey',
    ])
    expect(first.init.body.options.user.name).toBe('ada@example.com')
    expect(second.init.body.options.user.id).toBe(first.init.body.options.user.id)
    expect(second.init.body.options.exclude_credentials).toMatchObject([{ id: first.passkey.id }])
    expect((await logIn(second.passkey)).body.user?.id).toBe(ada.user.id)

    const { body } = await remove(ada, second.passkey)
    expect(body.linked_accounts).toHaveLength(2)
    expect((await logIn(second.passkey)).body.code).toBe('user_does_not_exist')
    expect((await logIn(first.passkey)).status).toBe(200)
  })

  test('is renamed by its user, and keeps the name at a login', async () => {
    const ada = await kit.signIn('ada4@example.com')
    const { passkey } = await add(ada)
    const { status, body } = await rename(ada, { passkey, name: ' Work laptop ' })
    expect(status).toBe(200)
    expect(body.linked_accounts[1]).toMatchObject({ authenticator_name: 'Work laptop' })
    const again = await logIn(passkey)
    expect(again.body.user?.linked_accounts[1]).toMatchObject({ authenticator_name: 'Work laptop' })
  })

  test.each([
    ['no name', '  '],
    ['a name that is too long', 'x'.repeat(65)],
    ['a name with a control character', 'a\u0000b'],
    ['a name that turns the text around', 'a\u202eb'],
  ])('error: %s', async (_, name) => {
    const ada = await kit.signIn('ada5@example.com')
    const { passkey } = await add(ada)
    expect(await rename(ada, { passkey, name })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test('PKY-18: error: renaming a passkey of another user', async () => {
    const { passkey, body } = await signUp()
    const eve = await kit.signIn('eve3@example.com')
    const refusal = await rename(eve, { passkey, name: 'Mine' })
    expect(refusal.body.code).toBe('linked_account_not_found')
    const [account] = (await logIn(passkey)).body.user?.linked_accounts ?? []
    const [before] = body.user?.linked_accounts ?? []
    expect(account).toEqual({ ...before, latest_verified_at: account?.latest_verified_at })
  })

  test('PKY-09: error: a challenge of another user, and of a login', async () => {
    const eve = await kit.signIn('eve@example.com')
    const bob = await kit.signIn('bob@example.com')
    const init = await kit.call(api.passkey.linkInit, { body: {} }, as(eve))
    const { response } = authenticator.create(init.body.options)
    const body = { authenticator_response: response }

    expect(await kit.call(api.passkey.link, { body }, as(bob))).toMatchObject(refused)
    expect(await kit.call(api.passkey.register, { body })).toMatchObject(refused)
    expect((await kit.call(api.passkey.link, { body }, as(eve))).status).toBe(200)
    expect(await kit.call(api.passkey.link, { body }, as(eve))).toMatchObject(refused)
  })

  test('PKY-18: error: removing a passkey of another user', async () => {
    const { passkey } = await signUp()
    const eve = await kit.signIn('eve2@example.com')
    expect((await remove(eve, passkey)).body.code).toBe('linked_account_not_found')
    expect((await logIn(passkey)).status).toBe(200)
  })

  test('error: the only way to log in stays', async () => {
    const { passkey, body } = await signUp()
    const { token } = body
    if (!token) throw new Error('A sign-up has a token')
    expect((await remove({ token }, passkey)).body.code).toBe('cannot_unlink_sole_account')
  })

  test('PKY-13: error: a second factor cannot be removed without proving one', async () => {
    const ada = await kit.signIn('ada3@example.com')
    const { passkey } = await add(ada)
    await listFactor(kit, ada.user.id)
    expect((await remove(ada, passkey)).body.code).toBe('missing_or_invalid_mfa')
  })
})
