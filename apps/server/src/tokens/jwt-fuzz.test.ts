import { createHmac, type KeyObject, sign } from 'node:crypto'
import { fuzz, fuzzTimeFactor, hostileJson } from '@sallyport/testing'
import fc from 'fast-check'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { type Expected, signJwt, verifyJwt } from './jwt.js'
import { createKnownTokens } from './known-tokens.js'
import { generateSigningKey, loadSigningKey } from './signing-key.js'

const nowSeconds = 1_800_000_000
const own = generateSigningKey()
const key = loadSigningKey(own.pkcs8)
const foreign = loadSigningKey(generateSigningKey().pkcs8)
const claims = {
  sid: 'session',
  iss: 'issuer',
  iat: nowSeconds,
  aud: 'app',
  sub: 'did:privy:ada',
  exp: nowSeconds + 3600,
}
const header = { alg: 'ES256', typ: 'JWT', kid: key.kid }

/** As for every request, with a memory of its own or one that is shared. */
const expecting = (known = createKnownTokens(100)): Expected => ({
  keys: [key],
  issuer: 'issuer',
  audience: 'app',
  nowMs: nowSeconds * 1000,
  maxLifeSeconds: 3600,
  allowExpired: false,
  known,
})

/** The claims by a library of others that is told to expect the same; `undefined` when it refuses. */
async function byReference(token: string): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['ES256'],
      typ: 'JWT',
      issuer: 'issuer',
      audience: 'app',
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(nowSeconds * 1000),
      clockTolerance: 5,
    })
    return payload
  } catch {
    return undefined
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ecdsa = (signer: KeyObject, dsaEncoding: 'ieee-p1363' | 'der') => (input: string) =>
  sign('sha256', Buffer.from(input), { key: signer, dsaEncoding }).toString('base64url')
const signers: ((input: string) => string)[] = [
  ecdsa(key.privateKey, 'der'),
  ecdsa(foreign.privateKey, 'ieee-p1363'),
  (input) => createHmac('sha256', own.verificationKey).update(input).digest('base64url'),
  (input) => sign('sha512', Buffer.from(input), key.privateKey).toString('base64url'),
  () => '',
  () => Buffer.alloc(64).toString('base64url'),
]
const right = ecdsa(key.privateKey, 'ieee-p1363')
const moments = [-1, 0, 4, 5, 6, 3600, 3601, 86_400].map((offset) => nowSeconds + offset)
const odd = hostileJson

/** One or two fields at a time: of a token that is wrong all over only the first wrong is tested. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => {
  const one = fc.oneof(
    ...Object.entries(fields).map(([name, values]) => values.map((value) => ({ [name]: value }))),
  )
  return fc.array(one, { maxLength: 2 }).map((list): object => Object.assign({}, ...list))
}
const headers = some({
  alg: fc.constantFrom<unknown>('ES256', 'none', 'HS256', 'RS256', 'ES256K', 'es256', null, []),
  typ: fc.constantFrom<unknown>('JWT', 'jwt', 'at+jwt', 'application/jwt', null),
  kid: fc.oneof(fc.constantFrom<unknown>(key.kid, foreign.kid, '../../etc/passwd', null), odd),
  crit: fc.constantFrom<unknown>([], ['b64'], ['exp'], null),
  b64: fc.boolean(),
  jwk: fc.constant(foreign.jwk),
  zip: fc.constant('DEF'),
})
const times = fc.constantFrom<unknown>(...moments, ...moments.map(String), 1e300, -1e300)
const otherClaims = some({
  iss: odd,
  aud: fc.oneof(odd, fc.constantFrom<unknown>(['app'], ['app', 'other'])),
  sub: odd,
  iat: fc.oneof(times, odd),
  exp: fc.oneof(times, odd),
  nbf: fc.oneof(times, odd),
  sid: odd,
  jti: odd,
})
const token = fc
  .record({
    header: fc.oneof(fc.constant({}), headers),
    claims: fc.oneof(fc.constant({}), otherClaims, otherClaims),
    signer: fc.constantFrom(right, right, right, right, ...signers),
  })
  .map((made) => {
    const input = `${encode({ ...header, ...made.header })}.${encode({ ...claims, ...made.claims })}`
    return `${input}.${made.signer(input)}`
  })
/** Ways to change the text of a token that was good. */
const edits: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.constant((text: string) => text),
  fc.tuple(fc.nat(500), fc.constantFrom(...'AZaz09-_=.+/ \n\0é')).map(
    ([at, character]) =>
      (text: string) =>
        text.slice(0, at) + character + text.slice(at + 1),
  ),
  fc.nat(500).map((at) => (text: string) => text.slice(0, at)),
  fc.nat(3).map((n) => (text: string) => text + ['=', '.', '.e30', ' '][n]),
  fc.nat(2).map((n) => (text: string) => text.split('.').toSpliced(n, 1).join('.')),
  fc.constantFrom(
    (text: string) => ` ${text}`,
    (text: string) => `Bearer ${text}`,
    (text: string) => text.repeat(2),
    (text: string) => text.replaceAll('-', '+').replaceAll('_', '/'),
  ),
)
const texts = fc.oneof(
  { weight: 3, arbitrary: token },
  { weight: 3, arbitrary: fc.tuple(token, edits).map(([text, edit]) => edit(text)) },
  { weight: 2, arbitrary: edits.map((edit) => edit(signJwt(claims, key))) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

describe('verifyJwt', () => {
  test(
    'SES-01 SES-02 SES-04: accepts of made-up tokens only what the reference accepts, and says the same of it',
    async () => {
      const shared = createKnownTokens(100)
      const options = fuzz(10_000)
      let accepted = 0

      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          const byUs = verifyJwt(text, expecting())
          // What is remembered of a good signature decides nothing else.
          expect(verifyJwt(text, expecting(shared))).toEqual(byUs)
          expect(verifyJwt(text, expecting(shared))).toEqual(byUs)
          if (byUs === undefined) return
          accepted += 1
          expect(byUs).toEqual(await byReference(text))
        }),
        options,
      )

      // Else the comparison would say nothing.
      expect(accepted).toBeGreaterThan(options.numRuns / 20)
    },
    180_000 * fuzzTimeFactor,
  )
})
