import { createHmac, generateKeyPairSync } from 'node:crypto'
import { api } from '@sallyport/contract'
import { createIssuer, createTestKit, signJws, type TestKit } from '@sallyport/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeApp } from '../../db/apps.js'
import type { Db } from '../../db/connect.js'

const url = 'https://issuer.example/jwks.json'
let kit: TestKit
beforeAll(async () => {
  kit = await createTestKit()
})
afterAll(() => kit.close())

const nowMs = () => kit.clock.nowMs()
const nowSeconds = () => Math.floor(nowMs() / 1000)
test('V12: error: in production keys alone are not accepted, neither when they are set nor as an earlier version stored them', async () => {
  const jwks_url = newUrl()
  const domains = { allowed_domains: ['https://app.example.com'] }
  const { appId, appSecret: secret } = await kit.addApp({
    environment: 'production',
    settings: { custom_jwt_auth: true, ...domains },
  })
  const where = { appId, secret }
  const set = async (custom_jwt: object) =>
    (await kit.call(api.adminApp.update, { body: { custom_jwt } as never }, where)).status
  for (const half of [{}, { issuer: 'https://a.example' }, { audience: 'a' }]) {
    expect(await set({ jwks_url, ...half })).toBe(400)
  }
  expect(await set({ jwks_url, issuer: 'https://a.example', audience: 'a' })).toBe(200)

  const change = async (transaction: Db) => {
    await sql`update app set private_settings = ${JSON.stringify({ custom_jwt: { jwks_url } })}::jsonb
      where id = ${appId}`.execute(transaction)
  }
  await changeApp(kit.deps, { appId, change })
  kit.deps.apps.forget(appId)
  const origin = 'https://app.example.com'
  const answer = await kit.call(
    api.customJwt.authenticate,
    { body: { token: 'x.y.z' } },
    { appId, origin },
  )
  expect(answer.body.code).toBe('not_supported')
})

const addApp = (custom_jwt: Record<string, unknown>) =>
  kit.addApp({
    settings: { custom_jwt_auth: true },
    privateSettings: { custom_jwt: custom_jwt as never },
  })
const login = (appId: string, token: string | null, mode?: 'no-signup') =>
  kit.call(api.customJwt.authenticate, { body: { token, ...(mode && { mode }) } }, { appId })
const refused = { status: 401, body: { code: 'invalid_credentials' } }
const sessions = () => kit.db.selectFrom('session').select('id').execute()
let serial = 0
const newUrl = () => `https://issuer-${serial++}.example/jwks.json`

describe('login by a token of the app’s own login', () => {
  test.each(['ES256', 'RS256'] as const)(
    'signs in the user that a token of %s names',
    async (alg) => {
      const issuer = createIssuer({ nowMs, alg })
      const { appId } = await addApp({ public_key: issuer.publicKey })
      const first = await login(appId, issuer.issue({ sub: 'ada', email: 'ada@example.com' }))
      const second = await login(appId, issuer.issue({ sub: 'ada' }))

      expect([first.body.is_new_user, second.body.is_new_user]).toEqual([true, false])
      expect(second.body.user?.id).toBe(first.body.user?.id)
      // Ruling 22: no other claim becomes an account.
      expect(first.body.user?.linked_accounts).toMatchObject([
        { type: 'custom_auth', custom_user_id: 'ada' },
      ])
      expect(first.body.user?.linked_accounts).toHaveLength(1)
    },
  )

  test('takes the user from the claim that the app names', async () => {
    const issuer = createIssuer({ nowMs })
    const { appId } = await addApp({ public_key: issuer.publicKey, id_claim: 'uid' })
    const { body } = await login(appId, issuer.issue({ sub: 'not-this', uid: 'ada' }))
    expect(body.user?.linked_accounts).toMatchObject([{ custom_user_id: 'ada' }])
    expect(await login(appId, issuer.issue({ sub: 'ada' }))).toMatchObject(refused)
  })

  test('finds the key of a token in the app’s JWKS, also after the issuer has changed keys', async () => {
    const [old, next] = [createIssuer({ nowMs, kid: 'a' }), createIssuer({ nowMs, kid: 'b' })]
    const jwks_url = newUrl()
    const { appId } = await addApp({ jwks_url })
    kit.outside.serve(jwks_url, { keys: [old.jwk] })
    expect((await login(appId, old.issue({ sub: 'ada' }))).status).toBe(200)

    kit.outside.serve(jwks_url, { keys: [old.jwk, next.jwk] })
    kit.clock.advance(30_000)
    expect((await login(appId, next.issue({ sub: 'ada' }))).status).toBe(200)
    expect((await login(appId, old.issue({ sub: 'ada' }))).status).toBe(200)
    expect(kit.outside.reads.filter((each) => each === jwks_url)).toHaveLength(2)
  })

  test('an issuer that is down: known keys are used for a day', async () => {
    const issuer = createIssuer({ nowMs })
    const jwks_url = newUrl()
    const { appId } = await addApp({ jwks_url })
    kit.outside.serve(jwks_url, { keys: [issuer.jwk] })
    await login(appId, issuer.issue({ sub: 'ada' }))
    kit.outside.serve(jwks_url, new Error('down'))

    kit.clock.advance(2 * 3_600_000)
    expect((await login(appId, issuer.issue({ sub: 'ada' }))).status).toBe(200)
    kit.clock.advance(23 * 3_600_000)
    expect(await login(appId, issuer.issue({ sub: 'ada' }))).toMatchObject(refused)
  })

  test('CJW-07: the same user id at two apps is two users', async () => {
    const issuer = createIssuer({ nowMs })
    const [a, b] = [
      await addApp({ public_key: issuer.publicKey }),
      await addApp({ public_key: issuer.publicKey }),
    ]
    const token = issuer.issue({ sub: 'ada' })
    const users = [await login(a.appId, token), await login(b.appId, token)]
    expect(users[0]?.body.user?.id).not.toBe(users[1]?.body.user?.id)
  })

  test('error: linking the account of another user, also where they have no other one', async () => {
    const issuer = createIssuer({ nowMs })
    const { appId } = await addApp({ public_key: issuer.publicKey })
    const body = { token: issuer.issue({ sub: 'ada' }) }
    const { body: owner } = await login(appId, body.token)
    const { token } = await kit.signIn('bob@example.com', { appId })
    // The wire has no transfer of these accounts, so none is offered.
    const refusal = await kit.call(api.customJwt.link, { body }, { appId, token })
    expect([refusal.status, refusal.body.code]).toEqual([400, 'linked_to_another_user'])
    expect((await login(appId, body.token)).body.user?.id).toBe(owner.user?.id)
  })

  test('a token is accepted once where the app says so', async () => {
    const issuer = createIssuer({ nowMs })
    const { appId } = await addApp({ public_key: issuer.publicKey, one_time: true })
    const token = issuer.issue({ sub: 'ada', jti: 'one' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => login(appId, token)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'in' : body.code))
    expect(codes.filter((code) => code === 'in')).toHaveLength(1)
    expect(codes.filter((code) => code === 'token_already_used')).toHaveLength(49)
    expect(await login(appId, issuer.issue({ sub: 'ada' }))).toMatchObject(refused)
  })
})

describe('error: tokens that prove nothing', () => {
  test('CJW-01: no signature, and HMAC keyed with the public key', async () => {
    const issuer = createIssuer({ nowMs, alg: 'RS256' })
    const { appId } = await addApp({ public_key: issuer.publicKey })
    const before = await sessions()
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = encode({ sub: 'ada', iat: nowSeconds(), exp: nowSeconds() + 60 })
    for (const alg of ['none', 'None', 'NONE', '']) {
      expect(await login(appId, `${encode({ alg })}.${claims}.`)).toMatchObject(refused)
    }
    for (const pem of [issuer.publicKey, ` \n${issuer.publicKey}`, issuer.publicKey.trim()]) {
      const input = `${encode({ alg: 'HS256', kid: 'key-1' })}.${claims}`
      const tag = createHmac('sha256', pem).update(input).digest('base64url')
      expect(await login(appId, `${input}.${tag}`)).toMatchObject(refused)
    }
    expect(await sessions()).toHaveLength(before.length)
    expect((await login(appId, issuer.issue({ sub: 'ada' }))).status).toBe(200)
  })

  test('CJW-03: wrong issuer or audience, no end, not valid yet, an hour old', async () => {
    const issuer = createIssuer({ nowMs })
    const right = { sub: 'ada', iss: 'https://issuer.example', aud: ['other', 'app'] }
    const { appId } = await addApp({
      public_key: issuer.publicKey,
      issuer: right.iss,
      audience: 'app',
    })
    const now = nowSeconds()
    const wrong: Record<string, unknown>[] = [
      { iss: 'https://issuer.example.evil' },
      { iss: undefined },
      { iss: [right.iss] },
      { aud: 'other' },
      { aud: undefined },
      { aud: { app: true } },
      { exp: undefined },
      { exp: String(now + 60) },
      { exp: now - 6 },
      { exp: null },
      { nbf: now + 60 },
      { iat: now + 60 },
      { iat: undefined },
      { iat: now - 3600, exp: now + 60 },
      { sub: undefined },
      { sub: '' },
      { sub: 7 },
      { sub: ['ada'] },
      { sub: ' ada' },
      { sub: 'a'.repeat(256) },
      { sub: 'a\u0000' },
    ]
    for (const each of wrong) {
      expect(
        await login(appId, issuer.issue({ ...right, ...each })),
        JSON.stringify(each),
      ).toMatchObject(refused)
    }
    expect((await login(appId, issuer.issue(right))).status).toBe(200)
  })

  test('CJW-05: a payload that is not an object', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { appId } = await addApp({
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    })
    for (const payload of [[], [{ sub: 'ada' }], 'ada', 7, null, true]) {
      const token = signJws([{ alg: 'ES256' }, payload], privateKey)
      expect(await login(appId, token)).toMatchObject(refused)
    }
  })

  test('CJW-08: 1,000 tokens with random key ids cause one call of the issuer', async () => {
    const issuer = createIssuer({ nowMs })
    const jwks_url = newUrl()
    const { appId } = await addApp({ jwks_url })
    kit.outside.serve(jwks_url, { keys: [issuer.jwk] })
    for (let batch = 0; batch < 10; batch += 1) {
      const tokens = Array.from({ length: 100 }, (_, i) =>
        issuer.issue({ sub: 'ada' }, { kid: `random-${batch}-${i}` }),
      )
      await Promise.all(tokens.map((token) => login(appId, token)))
      kit.clock.advance(1_000)
    }
    expect(kit.outside.reads.filter((each) => each === jwks_url)).toHaveLength(1)
    expect((await login(appId, issuer.issue({ sub: 'ada' }))).status).toBe(200)
  })

  test('CJW-10: a short RSA key, another curve, an extension of the header', async () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const curve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const good = createIssuer({ nowMs })
    const weak = createIssuer({ nowMs, alg: 'RS256', kid: 'weak', key: short })
    const other = createIssuer({ nowMs, kid: 'curve', key: curve })
    const jwks_url = newUrl()
    const { appId } = await addApp({ jwks_url })
    const curveJwk = { ...other.jwk, alg: undefined }
    kit.outside.serve(jwks_url, { keys: [weak.jwk, curveJwk, good.jwk] })
    for (const each of [weak, other]) {
      expect(await login(appId, each.issue({ sub: 'ada' }))).toMatchObject(refused)
    }
    for (const header of [
      { b64: false },
      { b64: false, crit: ['b64'] },
      { crit: [] },
      { kid: 7 },
      { alg: 'RS256' },
      { alg: 'ES256K' },
    ]) {
      expect(await login(appId, good.issue({ sub: 'ada' }, header))).toMatchObject(refused)
    }
    expect((await login(appId, good.issue({ sub: 'ada' }))).status).toBe(200)
    for (const pem of [short, curve].map(({ publicKey }) =>
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    )) {
      await expect(addApp({ public_key: pem })).rejects.toMatchObject({ code: 'invalid_data' })
    }
  })

  test('another signature, a changed token, no token', async () => {
    const [issuer, stranger] = [createIssuer({ nowMs }), createIssuer({ nowMs })]
    const { appId } = await addApp({ public_key: issuer.publicKey })
    const token = issuer.issue({ sub: 'ada' })
    const [head = '', body = '', tail = ''] = token.split('.')
    for (const each of [
      stranger.issue({ sub: 'ada' }),
      `${head}.${body}.${tail}.`,
      `${head}.${body}.${tail}=`,
      `${head}.${body}`,
      `${head}.${Buffer.from('{"sub":"eve"}').toString('base64url')}.${tail}`,
      '',
      'a.b.c',
      null,
    ]) {
      expect(await login(appId, each)).toMatchObject(refused)
    }
  })

  test('an app without a key, and keys that cannot be read', async () => {
    const { appId } = await kit.addApp({ settings: { custom_jwt_auth: true } })
    const issuer = createIssuer({ nowMs })
    expect((await login(appId, issuer.issue({ sub: 'ada' }))).body.code).toBe('not_supported')
    const jwks_url = newUrl()
    const down = await addApp({ jwks_url })
    for (const answer of [new Error('down'), null, [], { keys: 'none' }, { keys: [null, {}, 7] }]) {
      kit.outside.serve(jwks_url, answer)
      kit.clock.advance(30_000)
      expect(await login(down.appId, issuer.issue({ sub: 'ada' }))).toMatchObject(refused)
    }
  })

  test('no token is logged', async () => {
    const issuer = createIssuer({ nowMs })
    const { appId } = await addApp({ public_key: issuer.publicKey })
    const token = issuer.issue({ sub: 'secret-user' })
    await login(appId, token)
    await login(appId, issuer.issue({ sub: 'secret-user', exp: 1 }))
    const log = kit.log.join('')
    for (const secret of [token, 'secret-user']) expect(log).not.toContain(secret)
  })
})

describe('the settings of an app’s own login', () => {
  test('are told to its owner and to no client', async () => {
    const issuer = createIssuer({ nowMs })
    const { appId, appSecret } = await addApp({
      public_key: issuer.publicKey,
      issuer: 'https://x.example',
    })
    const own = await kit.call(api.adminApp.get, {}, { appId, secret: appSecret })
    expect(own.body.custom_jwt).toMatchObject({ issuer: 'https://x.example', id_claim: 'sub' })
    const open = await kit.call(api.app.config, { params: { app_id: appId } }, { appId })
    expect(JSON.stringify(open.body)).not.toContain('x.example')

    const { body } = await kit.call(
      api.adminApp.update,
      { body: { custom_jwt: null } },
      { appId, secret: appSecret },
    )
    expect(body.custom_jwt).toBe(null)
  })

  test.each([
    { jwks_url: url, public_key: 'both' },
    {},
    { public_key: 'none' },
    { jwks_url: 'file:///etc/passwd' },
    { jwks_url: 'https://user:password@issuer.example/' },
    { jwks_url: url, id_claim: '' },
    { jwks_url: url, unknown: 1 },
  ])('error: %j', async (custom_jwt) => {
    const { status, body } = await kit.call(
      api.adminApp.update,
      { body: { custom_jwt: custom_jwt as never } },
      { secret: kit.appSecret },
    )
    expect([status, body.code]).toEqual([400, 'invalid_data'])
  })

  test('error: an issuer without TLS for a production app', async () => {
    await expect(
      kit.addApp({
        environment: 'production',
        privateSettings: {
          custom_jwt: {
            jwks_url: 'http://issuer.example/',
            id_claim: 'sub',
            max_age_seconds: 600,
            one_time: false,
          },
        },
      }),
    ).rejects.toMatchObject({ code: 'invalid_data' })
  })
})
