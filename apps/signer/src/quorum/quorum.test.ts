import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorizeQuorum } from './authorize-quorum.js'
import { canonicalJson, readCanonicalJson } from './canonical-json.js'
import type { Quorum } from './count-votes.js'
import { readPublicKey } from './public-key.js'
import { type GovernedAct, mayAct } from './roles.js'

/* Who has signed a request: keys, users, nested quorums, and the bytes that are signed. */

const nowMs = 1_800_000_000_000
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const [one, two, three] = [p256(), p256(), p256()]
const spki = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const payload = {
  version: 1,
  method: 'POST',
  url: 'https://auth.example.com/v1/wallets/w1/rpc',
  body: { method: 'personal_sign', params: { message: 'hi', encoding: 'utf-8' } },
  headers: { 'privy-app-id': 'app', 'privy-request-expiry': String(nowMs + 60_000) },
}
const bytesOf = (value: unknown) => Buffer.from(canonicalJson(value))
const signed = ({ privateKey }: { privateKey: KeyObject }, bytes = bytesOf(payload)) =>
  sign('sha256', bytes, privateKey).toString('base64')
const quorum = (changes: Partial<Quorum> = {}): Quorum => ({
  keys: [spki(one), spki(two)],
  users: [],
  threshold: 1,
  nested: [],
  ...changes,
})
const expected = { appId: 'app', method: 'POST' as const, path: '/wallets/w1/rpc', nowMs }
const ask = (given: Quorum, signatures: string[], value: unknown = payload) =>
  authorizeQuorum(given, { signatures, requestBytes: bytesOf(value) }, expected)
const isAuthorized = (given: Quorum, signatures: string[]) => ask(given, signatures).isAuthorized

describe('authorizeQuorum', () => {
  test('answers what was signed, by which keys, and the name of the request', () => {
    expect(ask(quorum({ threshold: 2 }), [signed(one), signed(two)])).toMatchObject({
      isAuthorized: true,
      payload,
      keyIds: [readPublicKey(spki(one))?.id, readPublicKey(spki(two))?.id],
      digest: expect.objectContaining({ length: 32 }),
    })
  })

  test('WAL-01: error: without a signature', () => {
    for (const signatures of [[], [''], ['', '']])
      expect(ask(quorum(), signatures)).toEqual({
        isAuthorized: false,
        code: 'missing_or_invalid_token',
        message: 'The request has no authorization signature',
      })
  })

  test('garbage among signatures is skipped, and too few are refused in words', () => {
    expect(isAuthorized(quorum(), ['*', 'AAAA', signed(three), signed(one)])).toBe(true)
    expect(ask(quorum({ threshold: 2 }), [signed(one), 'AAAA'])).toMatchObject({
      code: 'missing_or_invalid_token',
      message: 'The request is signed by 1 of the 2 members that have to sign it',
    })
  })

  test('without a threshold every member has to sign', () => {
    expect(isAuthorized(quorum({ threshold: null }), [signed(one)])).toBe(false)
    expect(isAuthorized(quorum({ threshold: null }), [signed(one), signed(two)])).toBe(true)
  })

  test('error: a quorum without members, or with a threshold of zero, authorizes nothing', () => {
    const none = { keys: [], users: [], nested: [] }

    expect(isAuthorized({ ...none, threshold: null }, [signed(one)])).toBe(false)
    expect(isAuthorized(quorum({ threshold: 0 }), [signed(three)])).toBe(false)
  })

  test('WAL-05: error: two signatures of one key count once', () => {
    expect(isAuthorized(quorum({ threshold: 2 }), [signed(one), signed(one), signed(one)])).toBe(
      false,
    )
  })

  test('WAL-06: error: one key that is a member twice, in any spelling, counts once', () => {
    const spelled = `${spki(one).slice(0, 60)}\n${spki(one).slice(60)}`

    expect(isAuthorized(quorum({ keys: [spki(one), spelled], threshold: 2 }), [signed(one)])).toBe(
      false,
    )
    expect(
      isAuthorized(
        quorum({
          keys: [spki(one)],
          nested: [{ keys: [spki(one)], users: [], threshold: 1 }],
          threshold: 2,
        }),
        [signed(one)],
      ),
    ).toBe(false)
  })

  test('a nested quorum has one vote once its own threshold is met', () => {
    const nested = [{ keys: [spki(two), spki(three)], users: [], threshold: 2 }]
    const given = quorum({ keys: [spki(one)], nested, threshold: 2 })

    expect(isAuthorized(given, [signed(one), signed(two)])).toBe(false)
    expect(isAuthorized(given, [signed(one), signed(two), signed(three)])).toBe(true)
    expect(isAuthorized(given, [signed(two), signed(three)])).toBe(false)
  })

  test('a user votes once, by any key that is alive', () => {
    const user = {
      userId: 'u',
      keys: [one, two].map((each) => ({ spki: spki(each), expiresAtMs: nowMs + 1 })),
    }
    const gone = { userId: 'u', keys: [{ spki: spki(one), expiresAtMs: nowMs }] }

    expect(isAuthorized(quorum({ keys: [], users: [user] }), [signed(two)])).toBe(true)
    expect(
      isAuthorized(quorum({ keys: [spki(three)], users: [user], threshold: 2 }), [
        signed(one),
        signed(two),
      ]),
    ).toBe(false)
    expect(isAuthorized(quorum({ keys: [], users: [gone] }), [signed(one)])).toBe(false)
  })

  test.each<[string, object]>([
    ['another wallet', { url: 'https://auth.example.com/v1/wallets/w2/rpc' }],
    ['a slash at the end', { url: `${payload.url}/` }],
    ['a query', { url: `${payload.url}?a=/wallets/w1/rpc` }],
    ['a fragment before the path', { url: 'https://evil.example/#/v1/wallets/w1/rpc' }],
    ['user information', { url: 'https://a@evil.example/v1/wallets/w1/rpc' }],
    ['a prefix that is not the API’s', { url: 'https://auth.example.com/other/wallets/w1/rpc' }],
    ['a path that goes up', { url: 'https://auth.example.com/../v1/wallets/w1/rpc' }],
    ['another method', { method: 'PATCH' }],
    ['another app', { headers: { 'privy-app-id': 'other' } }],
    ['another version', { version: 2 }],
    ['a member more', { more: 1 }],
    ['a header more', { headers: { ...payload.headers, authorization: 'x' } }],
    ['a body that is not JSON of a call', { body: 'text' }],
  ])('WAL-02: error: %s', (_, changed) => {
    const value = { ...payload, ...changed }

    expect(ask(quorum(), [signed(one, bytesOf(value))], value)).toMatchObject({
      code: 'invalid_data',
    })
  })

  test.each([
    'https://auth.example.com/api/v1',
    'https://auth.example.com//v1',
    'http://localhost:4400/v1',
    'https://example.com/wallet-api/v1',
  ])('takes the URL under %s', (base) => {
    const value = { ...payload, url: `${base}/wallets/w1/rpc` }

    expect(ask(quorum(), [signed(one, bytesOf(value))], value).isAuthorized).toBe(true)
  })

  test.each([
    String(nowMs),
    String(nowMs / 1_000),
    'never',
    '',
    '-1',
    '1e15',
    String(nowMs + 80 * 3_600_000),
    '٣',
  ])('WAL-22: error: the expiry %j', (expiry) => {
    const value = { ...payload, headers: { 'privy-app-id': 'app', 'privy-request-expiry': expiry } }

    expect(ask(quorum(), [signed(one, bytesOf(value))], value)).toMatchObject({
      code: 'invalid_data',
    })
  })

  test('an expiry may be left out, and may be that of an intent', () => {
    for (const headers of [
      { 'privy-app-id': 'app' },
      { 'privy-app-id': 'app', 'privy-request-expiry': String(nowMs + 72 * 3_600_000) },
    ]) {
      const value = { ...payload, headers }

      expect(ask(quorum(), [signed(one, bytesOf(value))], value).isAuthorized).toBe(true)
    }
  })
})

describe('readCanonicalJson', () => {
  test('reads the form of RFC 8785', () => {
    // Its appendix on sorting, and its numbers.
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      1: 'One',
      '\ud83d\ude00': 'Smiley',
      numbers: [1e30, 4.5, 0.002, 1e-27],
    }
    const text = `{"\\r":"Carriage Return","1":"One","numbers":[1e+30,4.5,0.002,1e-27],"€":"Euro Sign","😀":"Smiley"}`

    expect(canonicalJson(value)).toBe(text)
  })

  test.each([
    '{"a":1,"a":2}',
    '{"b":1,"a":2}',
    '{"a":1 }',
    '{"a":1.0}',
    '{"a":9007199254740993}',
    '{"a":9007199254740992}',
    '{"__proto__":{}}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0041"}',
    '{"a":-0}',
    '{"a":1}\n',
    '\ufeff{"a":1}',
    '{',
    '',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  ])('WAL-12: error: not %j', (text) => {
    expect(readCanonicalJson(Buffer.from(text))).toBe(undefined)
  })

  test('error: not bytes that are not UTF-8', () => {
    expect(readCanonicalJson(Buffer.from([0x22, 0xff, 0x22]))).toBe(undefined)
  })
})

describe('readPublicKey', () => {
  const other = (namedCurve: string) => spki(generateKeyPairSync('ec', { namedCurve }))
  const point = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(spki(one), 'base64').subarray(0, 26), bytes]).toString('base64')

  test('a key and its compressed form are one', () => {
    const der = Buffer.from(spki(one), 'base64')
    const [x, y] = [der.subarray(27, 59), der.subarray(59)]
    const prefix = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')
    const compressed = Buffer.concat([prefix, Buffer.of(2 + ((y[31] ?? 0) & 1)), x]).toString(
      'base64',
    )

    expect(readPublicKey(compressed)?.id).toBe(readPublicKey(spki(one))?.id)
  })

  test.each([
    ['secp256k1', other('secp256k1')],
    ['P-384', other('secp384r1')],
    [
      'RSA',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .publicKey.export({ format: 'der', type: 'spki' })
        .toString('base64'),
    ],
    ['a private key', one.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
    ['a point off the curve', point(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]))],
    ['the point at infinity', point(Buffer.of(0))],
    ['nothing', ''],
  ])('WAL-08: error: not %s', (_, text) => {
    expect(readPublicKey(text)).toBe(undefined)
  })
})

test('a key without a role signs, a manager changes policies, and root everything', () => {
  const acts: GovernedAct[] = [
    'sign',
    'policies',
    'limits',
    'signers',
    'owners',
    'keys',
    'roles',
    'export',
  ]
  const of = (role: 'root' | 'manager' | null) => acts.filter((act) => mayAct(role, act))

  expect(of(null)).toEqual(['sign'])
  expect(of('manager')).toEqual(['sign', 'policies', 'limits', 'signers'])
  expect(of('root')).toEqual(acts)
})
