import { createHmac, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { api, cookies, defaultIssuer, userIdPrefix } from '@sallyport/contract'
import { createTestKit, type SignedIn, type TestKit } from '@sallyport/testing'
import { createLocalJWKSet, importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let kit: TestKit
let session: SignedIn
beforeAll(async () => {
  kit = await createTestKit()
  session = await kit.signIn()
})
afterAll(() => kit.close())

const me = (token: string, appId = kit.appId) => kit.call(api.user.me, {}, { token, appId })
const jwks = async (appId = kit.appId) =>
  (await kit.call(api.app.jwks, { params: { app_id: appId } }, { appId: null, origin: null })).body
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
const parts = () => {
  const [head, body, signature = ''] = session.token.split('.')
  return { header: decode(head), claims: decode(body), signature }
}

/** A token signed by the app's real key. */
async function forge(header: object, claims: object): Promise<string> {
  const app = await kit.deps.apps.find(kit.appId)
  const input = `${encode({ ...parts().header, ...header })}.${encode({ ...parts().claims, ...claims })}`
  const key = { key: app!.key.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}
const refused = { status: 401, body: { code: 'missing_or_invalid_token' } }

describe('access token', () => {
  test('is what the server kits of the field expect, by PEM and by JWKS', async () => {
    const config = await kit.call(api.app.config, { params: { app_id: kit.appId } })
    const currentDate = new Date(kit.clock.nowMs())
    const expected = { issuer: defaultIssuer, audience: kit.appId, typ: 'JWT', currentDate }
    const pem = await importSPKI(config.body.verification_key, 'ES256')
    const byPem = await jwtVerify(session.token, pem, expected)
    const byJwks = await jwtVerify(session.token, createLocalJWKSet(await jwks()), expected)

    expect(byPem.payload).toEqual(byJwks.payload)
    expect(byPem.payload).toMatchObject({ sub: session.user.id, sid: expect.any(String) })
    expect(byPem.payload.exp! - byPem.payload.iat!).toBe(3600)
  })

  test('is accepted by the app that issued it', async () => {
    expect((await me(session.token)).status).toBe(200)
  })

  test('error: after one hour and the tolerance', async () => {
    const { token } = await kit.signIn('hour@example.com')
    kit.clock.advance(3_604_000)
    expect((await me(token)).status).toBe(200)
    kit.clock.advance(1_000)
    expect(await me(token)).toMatchObject(refused)
    session = await kit.signIn()
  })

  test('SES-01: error: alg none, HS256 with the public key, RS256, ES256K, tampered payload', async () => {
    const { header, claims, signature } = parts()
    const body = encode(claims)
    const pem = (await kit.call(api.app.config, { params: { app_id: kit.appId } })).body
      .verification_key
    const hs256 = `${encode({ ...header, alg: 'HS256' })}.${body}`
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const rs256 = `${encode({ ...header, alg: 'RS256' })}.${body}`
    const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const unsigned = `${encode(header)}.${body}`
    const tokens = [
      `${encode({ ...header, alg: 'none' })}.${body}.`,
      `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
      `${hs256}.${createHmac('sha256', pem).update(hs256).digest('base64url')}`,
      `${rs256}.${sign('sha256', Buffer.from(rs256), rsa).toString('base64url')}`,
      await forge({ alg: 'ES256K' }, {}),
      `${unsigned}.${sign('sha256', Buffer.from(unsigned), { key: foreign, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
      `${encode(header)}.${encode({ ...claims, sub: `${userIdPrefix}other` })}.${signature}`,
      `${session.token}A`,
      `${session.token}=`,
    ]
    for (const token of tokens) expect(await me(token)).toMatchObject(refused)
  })

  test('SES-02: error: wrong aud, iss, typ; expired; from tomorrow; without times; too long a life', async () => {
    const now = Math.floor(kit.clock.nowMs() / 1000)
    const claims = [
      { aud: 'another' },
      { aud: [kit.appId] },
      { iss: 'evil.example' },
      { exp: now - 6, iat: now - 3606 },
      { iat: now + 86_400, exp: now + 90_000 },
      { exp: undefined },
      { iat: undefined },
      { exp: now + 864_000 },
      { exp: String(now + 60) },
      { sid: undefined },
      { sub: session.user.id.slice(userIdPrefix.length) },
    ]
    for (const claim of claims) expect(await me(await forge({}, claim))).toMatchObject(refused)
    for (const header of [{ typ: 'at+jwt' }, { typ: undefined }, { crit: ['exp'] }]) {
      expect(await me(await forge(header, {}))).toMatchObject(refused)
    }
    expect((await me(await forge({}, {}))).status).toBe(200)
  })

  test('SES-04 APP-01: error: unknown kid, kid of another app, path as kid, no kid', async () => {
    const other = await kit.addApp()
    const [theirs] = (await jwks(other.appId)).keys
    for (const kid of ['unknown', theirs?.kid, '../../etc/passwd', undefined]) {
      expect(await me(await forge({ kid }, {}))).toMatchObject(refused)
    }
    expect(await me(session.token, other.appId)).toMatchObject(refused)
  })

  test('SES-16: error: a huge token, 100,000 segments, NUL', async () => {
    for (const token of [
      'a'.repeat(12_000),
      '.'.repeat(12_000),
      'e30.e30.e30.e30',
      'e30',
      '',
      '\u00ff',
    ]) {
      expect(await me(token)).toMatchObject(refused)
    }
  })

  test('SES-19: error: a token in the query string or the body', async () => {
    const response = await kit.server.inject({
      method: 'POST',
      url: `/api/v1/users/me/accept_terms?token=${session.token}&access_token=${session.token}`,
      headers: { 'privy-app-id': kit.appId },
      payload: { token: session.token },
    })
    expect(response.json().code).toBe('missing_or_invalid_token')
    expect(kit.log.join('')).not.toContain(session.token)
  })

  test('ORI-11 SES-12 SES-20: cookies are neither read nor set', async () => {
    const { token, refresh_token } = session
    const cookie = [token, refresh_token]
      .flatMap((value) => Object.values(cookies).map((name) => `${name}=${value}`))
      .join('; ')
    const ask = (method: 'GET' | 'POST', path: string) =>
      kit.server.inject({
        method,
        url: `/api/v1${path}`,
        headers: { 'privy-app-id': kit.appId, cookie },
      })

    for (const response of [
      await ask('GET', '/users/me'),
      await ask('POST', '/sessions'),
      await ask('POST', '/sessions/logout'),
    ]) {
      expect(response.json().code).toBe('missing_or_invalid_token')
      expect(response.headers).not.toHaveProperty('set-cookie')
    }
    expect((await me(token)).status).toBe(200)
  })

  test('APP-12: error: an identity from the body, the query or a header', async () => {
    for (const name of ['user_id', 'userId', 'sub', 'session']) {
      const response = await kit.server.inject({
        method: 'POST',
        url: `/api/v1/users/me/accept_terms?${name}=${session.user.id}`,
        headers: { 'privy-app-id': kit.appId, [name]: session.user.id },
        payload: { [name]: session.user.id },
      })
      expect(response.json().code).toBe('missing_or_invalid_token')
    }
  })
})

describe('identity token', () => {
  test('carries the user as wire reference §5.4 says', async () => {
    const claims = decode(session.identity_token?.split('.')[1])
    const [email] = session.user.linked_accounts

    expect(claims).toMatchObject({
      iss: defaultIssuer,
      aud: kit.appId,
      sub: session.user.id,
      cr: String(session.user.created_at),
    })
    expect(JSON.parse(claims.linked_accounts)).toEqual([
      { type: 'email', address: 'ada@example.com', lv: email?.latest_verified_at },
    ])
    expect(claims).not.toHaveProperty('sid')
    expect(claims).not.toHaveProperty('guest')
  })

  test('error: it is not an access token', async () => {
    expect(await me(session.identity_token ?? '')).toMatchObject(refused)
  })

  test('comes with users/me, so that clients keep theirs', async () => {
    const { body } = await me(session.token)
    expect(decode(body.identity_token?.split('.')[1]).sub).toBe(session.user.id)
  })
})

describe('JWKS', () => {
  test('lists the key that verifies, without credentials, under both prefixes', async () => {
    const { keys } = await jwks()
    const other = await kit.server.inject(`/v1/apps/${kit.appId}/jwks.json`)
    expect(other.json()).toEqual({ keys })
    expect(other.headers['cache-control']).toBe('public, max-age=300')
    const [head, body, signature = ''] = session.token.split('.')
    const key = createPublicKey({ key: { ...keys[0] }, format: 'jwk' })
    const input = Buffer.from(`${head}.${body}`)
    const bytes = Buffer.from(signature, 'base64url')
    expect(verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
    expect(keys[0]?.kid).toBe(parts().header.kid)
  })
})
