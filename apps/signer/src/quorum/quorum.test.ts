import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { authorize, isMet, votesFor } from './authorize.js'
import { canonicalJson, isPlainJson } from './canonical-json.js'
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
  method: 'POST' as const,
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
const ask = (given: Quorum, signatures: string[], changed: Partial<typeof payload> = {}) => {
  const { version: _, ...request } = { ...payload, ...changed }
  return authorize({ ...request, signatures }, { appId: 'app', quorums: [given], nowMs })
}
const isAuthorized = (given: Quorum, signatures: string[]) => {
  const { version: _, ...request } = payload
  return votesFor({ ...request, signatures }, { quorums: [given], nowMs }).every(isMet)
}

describe('votes', () => {
  test('answers what was signed, by which keys, and the name of the request', () => {
    expect(ask(quorum({ threshold: 2 }), [signed(one), signed(two)])).toMatchObject({
      keyIds: [readPublicKey(spki(one))?.id, readPublicKey(spki(two))?.id],
      by: 0,
      digest: expect.objectContaining({ length: 32 }),
    })
  })

  test('WAL-01: error: without a signature', () => {
    for (const signatures of [[], [''], ['', '']])
      expect(() => ask(quorum(), signatures)).toThrow(
        expect.objectContaining({ code: 'wrong_signature' }),
      )
  })

  test('garbage among signatures is skipped, and too few are refused in words', () => {
    expect(isAuthorized(quorum(), ['*', 'AAAA', signed(three), signed(one)])).toBe(true)
    expect(() => ask(quorum({ threshold: 2 }), [signed(one), 'AAAA'])).toThrow(
      expect.objectContaining({
        code: 'wrong_signature',
        details: {
          message: 'The request is signed by 1 of the 2 members that have to sign it',
          votes: { cast: 1, needed: 2 },
        },
      }),
    )
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

  test('WAL-05: error: a user with two keys is one member, directly and in quorums inside', () => {
    const keysOf = (...pairs: (typeof one)[]) =>
      pairs.map((each) => ({ spki: spki(each), expiresAtMs: nowMs + 1 }))
    const user = { userId: 'u', keys: keysOf(one, two) }
    const other = { userId: 'v', keys: keysOf(three) }
    const inside = { keys: [], users: [user, other], threshold: 1 }
    const both = [signed(one), signed(two)]
    const direct = { keys: [], users: [user], nested: [inside], threshold: 2 }
    const twice = { keys: [], users: [], nested: [inside, inside], threshold: 2 }

    for (const given of [quorum(direct), quorum(twice)]) {
      expect(isAuthorized(given, both)).toBe(false)
      expect(() => ask(given, both)).toThrow(
        expect.objectContaining({
          details: expect.objectContaining({ votes: { cast: 1, needed: 2 } }),
        }),
      )
    }
    expect(isAuthorized(quorum(direct), [signed(one), signed(three)])).toBe(true)
  })

  test('a user of a quorum inside that is not met votes in the next one', () => {
    const user = { userId: 'u', keys: [{ spki: spki(one), expiresAtMs: nowMs + 1 }] }
    const unmet = { keys: [spki(three)], users: [user], threshold: 2 }
    const met = { keys: [], users: [user], threshold: 1 }
    const given = quorum({ keys: [], nested: [unmet, met], threshold: 1 })

    expect(isAuthorized(given, [signed(one)])).toBe(true)
  })

  test('an expiry may be left out, and may be that of an intent with five minutes for a clock', () => {
    const longest = nowMs + 72 * 3_600_000 + 5 * 60_000
    const headersOf = (expiry?: number) => ({
      'privy-app-id': 'app',
      ...(expiry !== undefined && { 'privy-request-expiry': String(expiry) }),
    })
    const given = (expiry?: number) => {
      const value = { ...payload, headers: headersOf(expiry) as typeof payload.headers }
      return () => ask(quorum(), [signed(one, bytesOf(value))], value)
    }

    for (const expiry of [undefined, longest]) expect(given(expiry)().by).toBe(0)
    expect(given(longest + 1)).toThrow(expect.objectContaining({ code: 'wrong_signature' }))
  })

  test('the idempotency key of a transfer may be signed within the body', () => {
    const body = { amount: '1' }
    const url = 'https://auth.example.com/v1/wallets/w1/transfer'
    const as = (form: object) => signed(one, bytesOf({ version: 1, method: 'POST', url, ...form }))
    const signature = as({
      body: { ...body, 'privy-idempotency-key': 'k' },
      headers: { 'privy-app-id': 'app' },
    })
    const headers = { 'privy-app-id': 'app', 'privy-idempotency-key': 'k' }
    const request = { method: 'POST' as const, body, headers, signatures: [signature] }
    const isSigned = (at: string) =>
      votesFor({ ...request, url: at }, { quorums: [quorum()], nowMs }).every(isMet)

    expect(isSigned(url)).toBe(true)
    expect(isSigned(url.replace('transfer', 'rpc'))).toBe(false)
  })

  test('WAL-12: error: a body with a lone surrogate, a number that loses digits, or too deep', () => {
    let deep: unknown = 1
    for (let depth = 0; depth < 100; depth += 1) deep = [deep]
    for (const message of ['\ud800', 2 ** 53, deep, JSON.parse('{"__proto__":1}')])
      expect(() => ask(quorum(), [], { body: { message } as never })).toThrow(
        expect.objectContaining({ code: 'invalid_request' }),
      )
  })

  test('a registered key votes for what its role may do', () => {
    const of = (role: 'root' | 'manager' | null) =>
      quorum({ keys: [], nested: [{ keys: [spki(one)], users: [], threshold: 1, role }] })
    const { version: _, ...request } = payload
    const may = (role: 'root' | 'manager' | null, act: GovernedAct) =>
      votesFor(
        { ...request, signatures: [signed(one)] },
        { quorums: [of(role)], nowMs, act },
      ).every(isMet)

    expect([may(null, 'sign'), may(null, 'policies')]).toEqual([true, false])
    expect([may('manager', 'policies'), may('manager', 'owners')]).toEqual([true, false])
    expect(may('root', 'export')).toBe(true)
  })
})

describe('canonicalJson', () => {
  test('writes the form of RFC 8785', () => {
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

  test.each([2 ** 53, '\ud800', { '\ud800': 1 }, JSON.parse('{"__proto__":{}}')])(
    'WAL-12: error: not plain: %j',
    (value) => {
      expect(isPlainJson({ value })).toBe(false)
    },
  )
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
