import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createClient } from '../client.js'
import type { AnyHeaders } from './authenticate.js'

const appId = 'a'.repeat(25)
const pair = await generateKeyPair('ES256', { extractable: true })
const other = await generateKeyPair('ES256')
const client = createClient({
  ...{ appId, apiUrl: 'https://auth.example.com' },
  jwtVerificationKey: await exportSPKI(pair.publicKey),
  fetch: () => Promise.reject(new Error('Tokens are verified without the network')),
})

interface Claims {
  aud?: string
  iss?: string
  lasts?: string
  sub?: string
  typ?: string | undefined
  alg?: string
  [claim: string]: unknown
}
function sign(given: Claims = {}, key: CryptoKey | Uint8Array = pair.privateKey) {
  const { aud = appId, iss = 'privy.io', lasts = '1h', sub = 'did:privy:ada', ...rest } = given
  const { typ = 'JWT', alg = 'ES256', ...claims } = rest
  return new SignJWT({ sid: 'session', ...claims })
    .setProtectedHeader({ alg, typ, kid: 'one' })
    .setSubject(sub)
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt()
    .setExpirationTime(lasts)
    .sign(key)
}
const identity = (more: object = {}) =>
  sign({
    sid: undefined,
    cr: '1700000000',
    linked_accounts: JSON.stringify([
      { type: 'email', address: 'ada@example.com', lv: 1_700_000_001 },
      { type: 'farcaster', fid: 5, oa: '0x01', lv: null },
    ]),
    custom_metadata: '{"plan":"gold"}',
    ...more,
  })

describe('authenticate', () => {
  test('reads the header or the cookie, in the form of every framework', async () => {
    const token = await sign()
    const cookie = `theme=dark; privy-token=${token}`
    const forms: AnyHeaders[] = [
      new Headers({ authorization: `Bearer ${token}` }),
      new Headers({ cookie }),
      { authorization: `bearer ${token}` },
      { cookie },
      { cookie: ['a=b', `privy-token=${token}`] },
      { get: (name: string) => (name === 'cookie' ? cookie : null) },
    ]
    for (const headers of forms)
      expect(await client.authenticate({ headers })).toMatchObject({
        ...{ user_id: 'did:privy:ada', session_id: 'session', app_id: appId, user: undefined },
      })
    const request = new Request('https://shop.example/me', { headers: { cookie } })
    expect((await client.authenticate(request)).user_id).toBe('did:privy:ada')
  })

  test('reads the user of an identity token that comes with it', async () => {
    const headers = new Headers({
      authorization: `Bearer ${await sign()}`,
      'privy-id-token': await identity(),
    })
    const { user } = await client.authenticate({ headers })
    expect(user).toEqual({
      id: 'did:privy:ada',
      created_at: 1_700_000_000,
      is_guest: false,
      linked_accounts: [
        { type: 'email', address: 'ada@example.com', latest_verified_at: 1_700_000_001 },
        { type: 'farcaster', fid: 5, owner_address: '0x01', latest_verified_at: null },
      ],
      custom_metadata: { plan: 'gold' },
    })
  })

  test.each<[string, () => Promise<string>]>([
    ['of another user', () => identity({ sub: 'did:privy:eve' })],
    ['that has expired', () => identity({ lasts: '-1h' })],
    ['that is none', async () => 'x'],
  ])('an identity token %s says nothing, and logs no user out', async (_, token) => {
    const headers = { authorization: `Bearer ${await sign()}`, 'privy-id-token': await token() }
    expect((await client.authenticate({ headers })).user).toBeUndefined()
  })

  test.each<[string, string, () => Promise<string>]>([
    ['text', 'invalid', async () => 'x'],
    ['nothing', 'invalid', async () => ''],
    ['half a token', 'invalid', async () => (await sign()).slice(0, 60)],
    ['a token of another key', 'invalid', () => sign({}, other.privateKey)],
    ['a token of another app', 'invalid', () => sign({ aud: 'b'.repeat(25) })],
    ['a token of another issuer', 'invalid', () => sign({ iss: 'https://evil.example' })],
    ['a token of another type', 'invalid', () => sign({ typ: 'at+jwt' })],
    ['an identity token', 'invalid', () => identity()],
    ['a token without signature', 'invalid', async () => (await sign()).replace(/[^.]*$/, '')],
    ['a token by a shared secret', 'invalid', () => sign({ alg: 'HS256' }, new Uint8Array(32))],
    ['a token whose time is over', 'expired', () => sign({ lasts: '-1m' })],
  ])('error: refuses %s as %s, also where the cookie has a valid one', async (_, reason, token) => {
    const cookie = `privy-token=${await sign()}`
    const headers = { authorization: `Bearer ${await token()}`, cookie }
    await expect(client.authenticate({ headers })).rejects.toMatchObject({
      ...{ code: 'missing_or_invalid_token', status: 401, data: { reason } },
    })
    expect(await client.authenticateIfPossible({ headers })).toBeUndefined()
  })

  test('error: a request without a token', async () => {
    await expect(client.authenticate({ headers: {} })).rejects.toMatchObject({
      data: { reason: 'missing' },
    })
    expect(await client.authenticateIfPossible({ headers: {} })).toBeUndefined()
  })

  test('clocks may differ by 5 seconds, or by what the back end says', async () => {
    const token = await sign({ lasts: '-3s' })
    expect((await client.verifyAccessToken(token)).user_id).toBe('did:privy:ada')
    const strict = createClient({
      ...{ appId, apiUrl: 'https://auth.example.com', clockToleranceSeconds: 0 },
      jwtVerificationKey: await exportSPKI(pair.publicKey),
    })
    await expect(strict.verifyAccessToken(token)).rejects.toMatchObject({
      data: { reason: 'expired' },
    })
  })

  test('error: keys that cannot be fetched are not a matter of the token', async () => {
    const offline = createClient({
      ...{ appId, apiUrl: 'https://auth.example.com' },
      fetch: () => Promise.reject(new Error('down')),
    })
    const headers = { authorization: `Bearer ${await sign()}` }
    const expected = { code: 'keys_unavailable', status: 503 }
    await expect(offline.authenticate({ headers })).rejects.toMatchObject(expected)
    await expect(offline.authenticateIfPossible({ headers })).rejects.toMatchObject(expected)
  })

  test('ORI-11: error: of two cookies with a token none counts', async () => {
    const cookie = `privy-token=${await sign()}; privy-token=${await sign()}`
    await expect(client.authenticate({ headers: { cookie } })).rejects.toMatchObject({
      code: 'missing_or_invalid_token',
      data: { reason: 'invalid' },
    })
  })

  test('error: of an app id that the server does not know, its answer is named', async () => {
    const mistyped = createClient({
      ...{ appId, apiUrl: 'https://auth.example.com' },
      fetch: async () =>
        Response.json(
          { error: 'Missing or invalid app id', code: 'missing_or_invalid_privy_app_id' },
          { status: 400 },
        ),
    })
    const headers = { authorization: `Bearer ${await sign()}` }
    await expect(mistyped.authenticate({ headers })).rejects.toMatchObject({
      code: 'keys_unavailable',
      message: expect.stringContaining('Missing or invalid app id'),
    })
  })
})

test('users().get reads the user of an identity token, and refuses an access token', async () => {
  const user = await client.users().get({ id_token: await identity({ guest: 't' }) })
  expect(user.is_guest).toBe(true)
  await expect(client.users().get({ id_token: await sign() })).rejects.toMatchObject({
    code: 'missing_or_invalid_token',
  })
})
