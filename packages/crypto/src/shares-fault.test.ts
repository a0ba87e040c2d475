import { beforeEach, describe, expect, test, vi } from 'vitest'
import { splitRoot } from './shares.js'

/* The sharing library as it would answer with a broken random source: every coefficient the same. */
const fault = vi.hoisted(() => ({ mask: 0, xs: [1, 2, 3] }))
vi.mock('shamir-secret-sharing', () => ({
  split: async (secret: Uint8Array) =>
    fault.xs.map((x) => Uint8Array.from([...secret.map((byte) => byte ^ fault.mask), x])),
}))

const entropy = Uint8Array.from({ length: 16 }, (_, i) => i)
const scope = { appId: 'a', userId: 'u', walletId: 'w', generationId: 'g' }
const refused = expect.objectContaining({ name: 'ShareError', code: 'bad_randomness' })
beforeEach(() => {
  fault.mask = 0
  fault.xs = [1, 2, 3]
})

describe('splitRoot with a broken random source', () => {
  test('error: CUS-05 gives out no share that is the root itself', async () => {
    await expect(splitRoot(entropy, scope)).rejects.toEqual(refused)
  })

  test('error: CUS-05 gives out no share that is the root under one repeated byte', async () => {
    fault.mask = 0x5a
    await expect(splitRoot(entropy, scope)).rejects.toEqual(refused)
  })

  test('error: CUS-01 gives out no share at coordinate 0', async () => {
    fault.xs = [0, 1, 2]
    await expect(splitRoot(entropy, scope)).rejects.toEqual(refused)
  })
})
