import { argon2id } from '@noble/hashes/argon2.js'
import { describe, expect, test } from 'vitest'
import { judgeStretch, newStretch, stretchPassword } from './argon2id.js'

const salt = Uint8Array.from({ length: 16 }, (_, index) => index)
const least = { memoryKib: 47_104, passes: 1, salt }

describe('stretchPassword', () => {
  test('a second implementation gives the same key, also for a password that NFKC changes', async () => {
    const password = 'ﬁve wörds of a pässword'
    const options = { m: least.memoryKib, t: least.passes, p: 1, dkLen: 32, version: 0x13 }

    const key = await stretchPassword(password, least)

    expect(key).toEqual(argon2id(password.normalize('NFKC'), salt, options))
  })

  test.each([
    ['weak', { ...least, memoryKib: 8 }],
    ['weak', { ...least, passes: 0 }],
    ['weak', { ...least, salt: salt.slice(0, 4) }],
    ['weak', { ...least, memoryKib: Number.NaN }],
    ['excessive', { ...least, memoryKib: 4_194_304 }],
    ['excessive', { ...least, passes: 1_000 }],
  ] as const)('REC-08: %s parameters %o are refused', async (judged, stretch) => {
    expect(judgeStretch(stretch)).toBe(judged)
    await expect(stretchPassword('a password', stretch)).rejects.toThrow(RangeError)
  })

  test('the parameters of new secrets are usable, an empty password is not', async () => {
    expect(judgeStretch({ ...newStretch, salt })).toBe('usable')
    await expect(stretchPassword('', least)).rejects.toThrow(RangeError)
  })
})
