import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeShare } from './share-encoding.js'
import type { ShareErrorCode } from './share-error.js'
import { combineShares, hashShare, readShareHeader, type ShareScope, splitRoot } from './shares.js'

const scope: ShareScope = {
  appId: 'cm0000000000000000000000a',
  userId: 'cm0000000000000000000000u',
  walletId: '11111111-2222-4333-8444-555555555555',
  generationId: '66666666-7777-4888-9999-aaaaaaaaaaaa',
}
const other = { ...scope, generationId: '66666666-7777-4888-9999-bbbbbbbbbbbb' }
const entropy = (length: 16 | 32) => fc.uint8Array({ minLength: length, maxLength: length })
const anyEntropy = fc.oneof(entropy(16), entropy(32))
const fixed = Uint8Array.from({ length: 16 }, (_, i) => i * 7 + 1)

async function refusal(result: Promise<unknown>): Promise<ShareErrorCode | 'accepted'> {
  return result.then(
    () => 'accepted',
    (error) => error.code,
  )
}
/** Header and y of a share, with no help from the code under test beyond the header's length. */
function parts(share: Uint8Array) {
  const { role, x, ...own } = readShareHeader(share)
  const start = 3 + Object.values(own).reduce((length, text) => length + 1 + text.length, 0)
  return { header: { role, x, ...own }, y: share.slice(start, -4) }
}

describe('splitRoot', () => {
  test('gives three shares any two of which restore the root, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntropy, async (root) => {
        const { device, auth, recovery } = await splitRoot(root, scope)

        for (const [a, b] of [
          [device, auth],
          [auth, recovery],
          [recovery, device],
        ] as const) {
          expect(await combineShares(a, b, scope)).toEqual(root)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('marks each share with its role, its scope and a coordinate of its own', async () => {
    const shares = await splitRoot(fixed, scope)

    const headers = Object.values(shares).map(readShareHeader)
    expect(headers.map((header) => header.role)).toEqual(['device', 'auth', 'recovery'])
    expect(new Set(headers.map((header) => header.x)).size).toBe(3)
    expect(headers[0]).toMatchObject(scope)
  })

  test('leaves the entropy as it was and draws anew each time', async () => {
    const root = Uint8Array.from(fixed)

    const first = await splitRoot(root, scope)
    const second = await splitRoot(root, scope)

    expect(root).toEqual(fixed)
    expect(parts(first.device).y).not.toEqual(parts(second.device).y)
  })

  test('CUS-19: share bytes of one secret are uniform within 5 sigma', async () => {
    const counts = new Array<number>(256).fill(0)
    const splits = 4000
    for (let i = 0; i < splits; i++) {
      const { device } = await splitRoot(fixed, scope)
      for (const byte of parts(device).y) counts[byte]! += 1
    }

    const expected = (splits * 25) / 256
    const chiSquare = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
    expect(Math.abs(chiSquare - 255)).toBeLessThan(5 * Math.sqrt(2 * 255))
  })

  test('error: refuses entropy of another length', async () => {
    for (const length of [0, 12, 15, 17, 31, 33, 36, 64])
      await expect(splitRoot(new Uint8Array(length), scope)).rejects.toThrow(RangeError)
  })

  test('error: refuses a scope that has no single encoding', async () => {
    for (const appId of ['', 'é', 'a\n', 'x'.repeat(81)])
      expect(await refusal(splitRoot(fixed, { ...scope, appId }))).toBe('invalid_scope')
  })
})

describe('combineShares', () => {
  test('error: CUS-02 refuses a share with any byte changed', async () => {
    const { device, auth } = await splitRoot(fixed, scope)

    for (let i = 0; i < auth.length; i++)
      for (const mask of [1, 0x80, 0xff]) {
        const changed = Uint8Array.from(auth, (byte, at) => (at === i ? byte ^ mask : byte))
        expect(await refusal(combineShares(device, changed, scope)), `byte ${i}`).not.toBe(
          'accepted',
        )
      }
  })

  test('error: CUS-02 refuses changed share bytes under a recomputed checksum', async () => {
    const { device, auth } = await splitRoot(fixed, scope)
    const { header, y } = parts(auth)

    for (let i = 0; i < y.length; i++) {
      const forged = encodeShare(
        header,
        y.map((byte, at) => (at === i ? byte ^ 1 : byte)),
      )
      expect(await refusal(combineShares(device, forged, scope))).toBe('bad_tag')
    }
  })

  test('error: refuses a share cut short or padded', async () => {
    const { device, auth } = await splitRoot(fixed, scope)

    for (let length = 0; length < auth.length; length++)
      expect(await refusal(combineShares(device, auth.slice(0, length), scope))).toBe('malformed')
    const padded = Uint8Array.from([...auth, 0])
    expect(await refusal(combineShares(device, padded, scope))).toBe('malformed')
  })

  test('error: CUS-01 refuses coordinate 0, which would let its sender choose the root', async () => {
    const { device, auth } = await splitRoot(fixed, scope)
    const chosen = encodeShare({ ...readShareHeader(auth), x: 0 }, parts(auth).y)

    expect(await refusal(combineShares(device, chosen, scope))).toBe('invalid_x')
    expect(await refusal(combineShares(chosen, device, scope))).toBe('invalid_x')
  })

  test('error: CUS-03 refuses two shares of one coordinate', async () => {
    const { device, auth } = await splitRoot(fixed, scope)
    const twin = encodeShare(
      { ...readShareHeader(auth), x: readShareHeader(device).x },
      parts(auth).y,
    )

    expect(await refusal(combineShares(device, twin, scope))).toBe('invalid_x')
  })

  test('error: refuses a share with itself, and two of one role', async () => {
    const { device, auth } = await splitRoot(fixed, scope)
    const relabelled = encodeShare({ ...readShareHeader(auth), role: 'device' }, parts(auth).y)

    expect(await refusal(combineShares(device, device, scope))).toBe('invalid_x')
    expect(await refusal(combineShares(device, relabelled, scope))).toBe('same_role')
  })

  test('error: CUS-03 refuses a share of another app, user, wallet or generation', async () => {
    const mine = await splitRoot(fixed, scope)

    for (const field of ['appId', 'userId', 'walletId', 'generationId'] as const) {
      const foreign = { ...scope, [field]: `${scope[field]}x` }
      const theirs = await splitRoot(fixed, foreign)
      expect(await refusal(combineShares(mine.device, theirs.auth, scope))).toBe('scope_mismatch')
      expect(await refusal(combineShares(theirs.device, mine.auth, scope))).toBe('scope_mismatch')
      expect(await refusal(combineShares(theirs.device, theirs.auth, scope))).toBe('scope_mismatch')
    }
  })

  test('error: two generations of one root never combine, relabelled or not', async () => {
    await fc.assert(
      fc.asyncProperty(anyEntropy, async (root) => {
        const first = await splitRoot(root, scope)
        const second = await splitRoot(root, other)
        const { header, y } = parts(second.auth)
        const relabelled = encodeShare({ ...header, ...scope }, y)

        expect(await refusal(combineShares(first.device, second.auth, scope))).toBe(
          'scope_mismatch',
        )
        expect(await refusal(combineShares(first.device, relabelled, scope))).toMatch(
          header.x === readShareHeader(first.device).x ? 'invalid_x' : 'bad_tag',
        )
      }),
      { numRuns: 300 },
    )
  })

  test('error: refuses shares of a 16-byte and a 32-byte root together', async () => {
    const short = await splitRoot(fixed, scope)
    const long = await splitRoot(new Uint8Array(32).fill(9), scope)

    // Coordinates are drawn: take the pair that differs in its.
    const pair = readShareHeader(short.device).x === readShareHeader(long.auth).x
    const answer = await refusal(combineShares(short.device, long.auth, scope))
    expect(answer).toBe(pair ? 'invalid_x' : 'length_mismatch')
  })

  test('error: says nothing of the shares it refuses', async () => {
    const { device, auth } = await splitRoot(fixed, scope)
    const { header, y } = parts(auth)
    const forged = encodeShare(header, y.fill(0xab))

    const error: Error = await combineShares(device, forged, scope).catch((thrown) => thrown)
    expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/abab|171/)
  })
})

describe('readShareHeader', () => {
  test('error: refuses another version and an unknown role', async () => {
    const { auth } = await splitRoot(fixed, scope)

    expect(() => readShareHeader(Uint8Array.from(auth, (byte, i) => (i === 0 ? 2 : byte)))).toThrow(
      expect.objectContaining({ code: 'unsupported_version' }),
    )
    expect(() => readShareHeader(Uint8Array.from(auth, (byte, i) => (i === 1 ? 9 : byte)))).toThrow(
      expect.objectContaining({ code: 'malformed' }),
    )
  })

  test('error: never throws anything but ShareError on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => readShareHeader(bytes)).toThrow(
          expect.objectContaining({ name: 'ShareError' }),
        )
      }),
    )
  })
})

describe('hashShare', () => {
  test('is SHA-256', () => {
    expect(Buffer.from(hashShare(new TextEncoder().encode('abc'))).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})

describe('key material', () => {
  test('is never made from Math.random, a clock or a UUID', () => {
    for (const file of ['entropy', 'random', 'shares', 'records', 'seal', 'web-crypto']) {
      const source = readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8')
      expect(source).not.toMatch(/Math\.random|Date\.|uuid/i)
    }
  })
})
