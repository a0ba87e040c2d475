import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorize, requireKeyQuorum } from './authorize.js'
import type { Quorum } from './count-votes.js'

const nowMs = 1_800_000_000_000
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const [one, two] = [p256(), p256()]
const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')

const quorumOf = (keys: string[], threshold: number): Quorum => ({
  keys,
  threshold,
  users: [],
  nested: [],
})
const both = quorumOf([spki(one.publicKey), spki(two.publicKey)], 2)

const url = 'https://auth.example.com/api/v1/wallets/rpc'
const body = { address: '0x1', method: 'personal_sign', params: { message: 'hi' } }
const headers = { 'privy-app-id': 'app', 'privy-request-expiry': String(nowMs + 60_000) }
const request = { url, body, headers }
/** RFC 8785 by hand: the members in order. */
const payload = (from: typeof request) =>
  Buffer.from(
    `{"body":{"address":"${from.body.address}","method":"${from.body.method}","params":{"message":"${from.body.params.message}"}},` +
      `"headers":{"privy-app-id":"${from.headers['privy-app-id']}","privy-request-expiry":"${from.headers['privy-request-expiry']}"},` +
      `"method":"POST","url":"${from.url}","version":1}`,
  )
const signedBy = ({ privateKey }: { privateKey: KeyObject }, from = request) =>
  sign('sha256', payload(from), privateKey).toString('base64')
const prove =
  (signatures: string[], changed: object = {}, ...quorums: Quorum[]) =>
  () =>
    authorize(
      { ...request, ...changed, signatures },
      { appId: 'app', quorums: quorums.length === 0 ? [both] : quorums, nowMs },
    ).digest
const refused = expect.objectContaining({ code: 'wrong_signature' })

/** The other signature of the same key over the same bytes: s becomes n − s. */
function malleated(signature: string): string {
  const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const der = Buffer.from(signature, 'base64')
  const rLength = der[3] ?? 0
  const r = der.subarray(4, 4 + rLength)
  const s = BigInt(`0x${der.subarray(6 + rLength).toString('hex')}`)
  const hex = (n - s).toString(16).padStart(64, '0')
  const plain = Buffer.from(hex, 'hex')
  const other = (plain[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), plain]) : plain
  const trimmed = other[0] === 0 && (other[1] ?? 0) < 0x80 ? other.subarray(1) : other
  const parts = [Buffer.of(2, r.length), r, Buffer.of(2, trimmed.length), trimmed]
  const inner = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(0x30, inner.length), inner]).toString('base64')
}

describe('authorize', () => {
  test('takes the signatures of as many keys as the quorum demands, in any order', () => {
    expect(prove([signedBy(one), signedBy(two)])()).toHaveLength(32)
    expect(prove([signedBy(two), signedBy(one)])()).toEqual(prove([signedBy(one), signedBy(two)])())
  })

  test('WAL-01: error: no signature, and one that is not a signature', () => {
    for (const signatures of [[], [''], ['AAAA'], ['*'], [signedBy(p256())]])
      expect(prove(signatures)).toThrow(refused)
  })

  test('WAL-05: error: two signatures of one key count once: the same, a second one, the other form', () => {
    const first = signedBy(one)
    for (const second of [first, signedBy(one), malleated(first)])
      expect(prove([first, second])).toThrow(refused)
    const alone = quorumOf([spki(one.publicKey)], 1)
    expect(prove([malleated(first)], {}, alone)()).toHaveLength(32)
  })

  test.each<[string, object]>([
    ['a byte of the body', { body: { ...body, params: { message: 'hI' } } }],
    ['a field more', { body: { ...body, more: 1 } }],
    ['a slash at the end of the URL', { url: `${url}/` }],
    ['the case of the URL', { url: url.replace('rpc', 'RPC') }],
    ['a query', { url: `${url}?a=1` }],
    ['another host', { url: url.replace('auth.', 'evil.') }],
    ['a later expiry', { headers: { ...headers, 'privy-request-expiry': String(nowMs + 61_000) } }],
    ['no expiry', { headers: { 'privy-app-id': 'app' } }],
    ['an idempotency key', { headers: { ...headers, 'privy-idempotency-key': 'k' } }],
  ])('WAL-02: error: %s changes what was signed', (_, changed) => {
    expect(prove([signedBy(one), signedBy(two)], changed)).toThrow(refused)
  })

  test.each([
    '1',
    String(nowMs - 1),
    String(nowMs),
    String(nowMs / 1000),
    'never',
    '-1',
    '1e99',
    '',
  ])('WAL-22: error: the expiry %j has passed or is not one', (expiry) => {
    const late = { ...request, headers: { ...headers, 'privy-request-expiry': expiry } }
    const signatures = [signedBy(one, late), signedBy(two, late)]

    expect(prove(signatures, { headers: late.headers })).toThrow(refused)
  })

  test('one of several quorums is enough; each has to be met by itself', () => {
    const [owner, other] = [quorumOf([spki(one.publicKey)], 1), quorumOf([spki(two.publicKey)], 1)]

    expect(prove([signedBy(two)], {}, owner, other)()).toHaveLength(32)
    expect(prove([signedBy(two)], {}, owner)).toThrow(refused)
    expect(prove([signedBy(one)], {}, both, other)).toThrow(refused)
  })

  test('a quorum inside is one member, once its own threshold is met', () => {
    const [third, fourth] = [p256(), p256()]
    const inside = quorumOf([spki(third.publicKey), spki(fourth.publicKey)], 2)
    const outer = { keys: [spki(one.publicKey)], users: [], nested: [inside], threshold: 2 }

    expect(
      prove(
        [one, third, fourth].map((key) => signedBy(key)),
        {},
        outer,
      )(),
    ).toHaveLength(32)
    expect(
      prove(
        [one, third].map((key) => signedBy(key)),
        {},
        outer,
      ),
    ).toThrow(refused)
    expect(
      prove(
        [third, fourth].map((key) => signedBy(key)),
        {},
        outer,
      ),
    ).toThrow(refused)
  })

  test('without a quorum no signature is asked for, but the app and the expiry are checked', () => {
    const demand = { appId: 'app', quorums: [], nowMs }

    expect(authorize({ ...request, signatures: [] }, demand)).toMatchObject({
      by: null,
      keyIds: [],
    })
    expect(() => authorize({ ...request, signatures: [] }, { ...demand, appId: 'b' })).toThrow(
      refused,
    )
    expect(() =>
      authorize({ ...request, signatures: [] }, { ...demand, nowMs: nowMs * 2 }),
    ).toThrow(refused)
  })

  test('an empty body is signed as {} or as an empty text, and a base URL with two slashes as it was used', () => {
    const alone = quorumOf([spki(one.publicKey)], 1)
    const path = 'wallets/a'
    const given = {
      method: 'DELETE' as const,
      url: `https://a.example/v1/${path}`,
      body: {},
      headers: { 'privy-app-id': 'app' },
    }
    const signs = (body: string, at: string) =>
      sign(
        'sha256',
        Buffer.from(
          `{"body":${body},"headers":{"privy-app-id":"app"},"method":"DELETE","url":"${at}","version":1}`,
        ),
        one.privateKey,
      ).toString('base64')

    for (const signature of [
      signs('{}', given.url),
      signs('""', given.url),
      signs('""', 'https://a.example//v1/wallets/a'),
    ])
      expect(prove([signature], given, alone)()).toHaveLength(32)
    expect(prove([signs('""', 'https://a.example/v1//wallets/a')], given, alone)).toThrow(refused)
  })

  test('error: a request of another app', () => {
    const other = { ...request, headers: { ...headers, 'privy-app-id': 'other' } }
    const signatures = [signedBy(one, other), signedBy(two, other)]

    expect(prove(signatures, { headers: other.headers })).toThrow(refused)
  })
})

describe('requireKeyQuorum', () => {
  const unusable = expect.objectContaining({ code: 'invalid_request' })
  const named = (curve: string) => spki(generateKeyPairSync('ec', { namedCurve: curve }).publicKey)

  test('WAL-06: error: one key twice, compressed and not, is one key', () => {
    const { x = '', y = '' } = one.publicKey.export({ format: 'jwk' })
    const whole = Buffer.from(spki(one.publicKey), 'base64')
    const isOdd = ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1) === 1
    const point = Buffer.concat([Buffer.of(isOdd ? 3 : 2), Buffer.from(x, 'base64url')])
    // SEQUENCE of the algorithm, as in the whole key, then a BIT STRING of 33 bytes.
    const algorithm = whole.subarray(2, 23)
    const inner = Buffer.concat([algorithm, Buffer.of(3, 34, 0), point])
    const compressed = Buffer.concat([Buffer.of(0x30, inner.length), inner]).toString('base64')

    for (const again of [spki(one.publicKey), compressed])
      expect(() => requireKeyQuorum({ keys: [spki(one.publicKey), again], threshold: 2 })).toThrow(
        unusable,
      )
  })

  test('WAL-07: error: more signatures than keys', () => {
    expect(() => requireKeyQuorum({ keys: [spki(one.publicKey)], threshold: 2 })).toThrow(unusable)
  })

  test.each<[string, string]>([
    ['secp256k1', named('secp256k1')],
    ['P-384', named('secp384r1')],
    ['RSA', spki(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)],
    ['Ed25519', spki(generateKeyPairSync('ed25519').publicKey)],
    ['a private key', one.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')],
    ['a point that is not on the curve', spki(one.publicKey).replace(/.{12}$/, 'AAAAAAAAAAA=')],
    ['nothing', ''],
    ['a text', 'not a key'],
  ])('WAL-08: error: %s is not an authorization key', (_, key) => {
    expect(() => requireKeyQuorum({ keys: [key], threshold: 1 })).toThrow(unusable)
  })
})
