import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readShareHeader, splitRoot } from './shares.js'

/* The sharing library as it would answer with a broken random source: every coefficient the same. */
const fault = vi.hoisted(() => ({ maskOf: (_: number): number => 0, xs: [1, 2, 3] }))
vi.mock('shamir-secret-sharing', () => ({
  split: async (secret: Uint8Array) =>
    fault.xs.map((x) => Uint8Array.from([...secret.map((byte, i) => byte ^ fault.maskOf(i)), x])),
}))

const entropy = Uint8Array.from({ length: 16 }, (_, i) => i)
const scope = { appId: 'a', userId: 'u', walletId: 'w', generationId: 'g' }
const refused = expect.objectContaining({ name: 'ShareError', code: 'bad_randomness' })
beforeEach(() => {
  fault.maskOf = () => 0
  fault.xs = [1, 2, 3]
})

describe('splitRoot with a broken random source', () => {
  test('error: CUS-05 gives out no share that is the root itself', async () => {
    await expect(splitRoot(entropy, scope)).rejects.toEqual(refused)
  })

  test('error: CUS-05 gives out no share that is the root under one repeated byte', async () => {
    fault.maskOf = () => 0x5a
    await expect(splitRoot(entropy, scope)).rejects.toEqual(refused)
  })

  test('error: CUS-01 gives out no share at coordinate 0', async () => {
    fault.xs = [0, 1, 2]
    await expect(splitRoot(entropy, scope)).rejects.toEqual(refused)
  })
})

describe('splitRoot with a sharing library that knows one order of coordinates', () => {
  test('CUS-19: takes any three of all, any as often as any other, within 5 sigma', async () => {
    fault.maskOf = (i) => i
    fault.xs = Array.from({ length: 255 }, (_, i) => i + 1)
    const splits = 400
    const counts = new Map(fault.xs.map((x) => [x, 0]))

    for (let i = 0; i < splits; i++) {
      const shares = Object.values(await splitRoot(entropy, scope))
      for (const { x } of shares.map(readShareHeader)) counts.set(x, counts.get(x)! + 1)
    }

    const expected = (splits * 3) / 255
    const parts = [...counts.values()].map((count) => (count - expected) ** 2 / expected)
    const chiSquare = parts.reduce((sum, part) => sum + part, 0)
    expect(Math.abs(chiSquare - 254)).toBeLessThan(5 * Math.sqrt(2 * 254))
  })
})
