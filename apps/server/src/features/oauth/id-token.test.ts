import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readJwks } from '../../tokens/outside-jwt.js'
import { verifyIdToken, verifySecretIdToken } from './id-token.js'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const jwk = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), ...more })
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const nowMs = 1_800_000_000_000

const claims = {
  ...{ iss: 'https://id.example', aud: 'acme', sub: 'ada' },
  ...{ exp: 1_800_000_300, iat: 1_800_000_000 },
}
function tokenOf(header: object, key: KeyObject = rsa.privateKey): string {
  const input = `${encode({ typ: 'JWT', ...header })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}
const verify = (token: string, keys: object[]) =>
  verifyIdToken(token, {
    ...{ issuers: ['https://id.example'], audiences: ['acme'], nonce: undefined, nowMs },
    findKeys: async () => readJwks({ keys }),
  })

describe('the key of an ID token', () => {
  test.each<[string, string, object[]]>([
    [
      'one key, and no kid anywhere',
      tokenOf({ alg: 'RS256' }),
      [jwk(rsa.publicKey, { use: 'sig' })],
    ],
    ['one key with a kid', tokenOf({ alg: 'RS256' }), [jwk(rsa.publicKey, { kid: 'a' })]],
    [
      'one key of the algorithm',
      tokenOf({ alg: 'RS256' }),
      [jwk(rsa.publicKey, { kid: 'a' }), jwk(curve.publicKey, { kid: 'b' })],
    ],
    [
      'one of ES256 beside one of RS256',
      tokenOf({ alg: 'ES256' }, curve.privateKey),
      [jwk(rsa.publicKey), jwk(curve.publicKey)],
    ],
    [
      'one to sign with beside one to encrypt with',
      tokenOf({ alg: 'RS256' }),
      [jwk(otherRsa.publicKey, { use: 'enc' }), jwk(rsa.publicKey, { use: 'sig' })],
    ],
    ['a kid, and one key without', tokenOf({ alg: 'RS256', kid: 'a' }), [jwk(rsa.publicKey)]],
    [
      'the key that the kid names',
      tokenOf({ alg: 'RS256', kid: 'b' }),
      [jwk(otherRsa.publicKey, { kid: 'a' }), jwk(rsa.publicKey, { kid: 'b' })],
    ],
    [
      'the key that the kid names, beside one without',
      tokenOf({ alg: 'RS256', kid: 'b' }),
      [jwk(otherRsa.publicKey), jwk(rsa.publicKey, { kid: 'b' })],
    ],
  ])('is found: %s', async (_, token, keys) => {
    expect(await verify(token, keys)).toMatchObject({ sub: 'ada' })
  })

  test.each<[string, string, object[]]>([
    [
      'two of its algorithm come into question',
      tokenOf({ alg: 'RS256' }),
      [jwk(rsa.publicKey, { kid: 'a' }), jwk(otherRsa.publicKey, { kid: 'b' })],
    ],
    ['the kid names none', tokenOf({ alg: 'RS256', kid: 'c' }), [jwk(rsa.publicKey, { kid: 'a' })]],
    ['the only one is another', tokenOf({ alg: 'RS256' }), [jwk(otherRsa.publicKey)]],
    ['the only one is for another algorithm', tokenOf({ alg: 'RS256' }), [jwk(curve.publicKey)]],
    [
      'the only one is to encrypt with',
      tokenOf({ alg: 'RS256' }),
      [jwk(rsa.publicKey, { use: 'enc' })],
    ],
    ['there is none', tokenOf({ alg: 'RS256' }), []],
    ['the kid is a number', tokenOf({ alg: 'RS256', kid: 7 }), [jwk(rsa.publicKey)]],
  ])('error: refused when %s', async (_, token, keys) => {
    await expect(verify(token, keys)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('an ID token that the client’s secret signs', () => {
  const secret = 'channel-secret'
  const hmacOf = (header: object, key: string, said: object = claims) => {
    const input = `${encode({ typ: 'JWT', ...header })}.${encode(said)}`
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  }
  const read = (token: string | undefined, by = secret) =>
    verifySecretIdToken(token, {
      ...{ issuers: ['https://id.example'], audiences: ['acme'], nonce: undefined, nowMs },
      secret: by,
    })
  const publicPem = String(rsa.publicKey.export({ format: 'pem', type: 'spki' }))

  test('gives its claims', () => {
    expect(read(hmacOf({ alg: 'HS256' }, secret))).toMatchObject({ sub: 'ada' })
  })

  test.each<[string, string | undefined, string?]>([
    ['another secret', hmacOf({ alg: 'HS256' }, 'other')],
    ['no secret', hmacOf({ alg: 'HS256' }, ''), ''],
    ['a key in place of the secret', tokenOf({ alg: 'RS256' })],
    ['no signature', `${hmacOf({ alg: 'none' }, secret).replace(/[^.]+$/, '')}`],
    ['another algorithm', hmacOf({ alg: 'HS512' }, secret)],
    ['an extension', hmacOf({ alg: 'HS256', crit: ['b64'], b64: false }, secret)],
    ['another audience', hmacOf({ alg: 'HS256' }, secret, { ...claims, aud: 'other' })],
    [
      'another issuer',
      hmacOf({ alg: 'HS256' }, secret, { ...claims, iss: 'https://evil.example' }),
    ],
    ['no expiry', hmacOf({ alg: 'HS256' }, secret, { ...claims, exp: undefined })],
    ['nothing', undefined],
  ])('OAU-16: error: is refused with %s', (_, token, by) => {
    expect(() => read(token, by)).toThrow(expect.objectContaining({ code: 'invalid_credentials' }))
  })

  test('OAU-16: error: is not a token of a provider with published keys', async () => {
    const token = hmacOf({ alg: 'HS256' }, publicPem)

    await expect(verify(token, [jwk(rsa.publicKey)])).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })
})
