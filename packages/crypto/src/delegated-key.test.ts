import { describe, expect, test } from 'vitest'
import { combineDelegatedKey, splitDelegatedKey } from './delegated-key.js'
import { combineSecret, splitSecret } from './shares.js'

const key = Uint8Array.from({ length: 32 }, (_, i) => i + 1)
const refusal = (code: string) => expect.objectContaining({ name: 'ShareError', code })

describe('a delegated key', () => {
  test('comes back from its two halves', async () => {
    const halves = await splitDelegatedKey(key, 'consent 1')
    expect(await combineDelegatedKey(halves, 'consent 1')).toEqual(key)
  })

  test('has another polynomial for each consent', async () => {
    const [one, two] = await Promise.all([
      splitDelegatedKey(key, 'consent 1'),
      splitDelegatedKey(key, 'consent 1'),
    ])
    expect(one.signer).not.toEqual(two.signer)
    await expect(
      combineDelegatedKey({ signer: one.signer, app: two.app }, 'consent 1'),
    ).rejects.toThrow(expect.objectContaining({ name: 'ShareError' }))
  })

  test('error: DEL-08 does not come back under another consent', async () => {
    const halves = await splitDelegatedKey(key, 'consent 1')
    await expect(combineDelegatedKey(halves, 'consent 2')).rejects.toEqual(
      refusal('scope_mismatch'),
    )
  })

  test('error: DEL-08 does not come back from one half twice, or from halves that were exchanged', async () => {
    const { signer, app } = await splitDelegatedKey(key, 'c')
    await expect(combineDelegatedKey({ signer, app: signer }, 'c')).rejects.toEqual(
      refusal('same_role'),
    )
    await expect(combineDelegatedKey({ signer: app, app: signer }, 'c')).rejects.toEqual(
      refusal('same_role'),
    )
  })

  test('error: DEL-08 refuses each half with any byte changed', async () => {
    const { signer, app } = await splitDelegatedKey(key, 'c')
    for (let at = 0; at < app.length; at++) {
      const changed = Uint8Array.from(app)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(combineDelegatedKey({ signer, app: changed }, 'c')).rejects.toThrow()
    }
  })

  test("error: CUS-02 a wallet's shares and a delegated key's halves are never taken for each other", async () => {
    const scope = { appId: 'a', userId: 'u', walletId: 'w', generationId: 'g' }
    const shares = await splitSecret({ kind: 'ethereum-key', bytes: key }, scope)
    const halves = await splitDelegatedKey(key, 'c')
    await expect(combineSecret(shares.auth, halves.app, scope)).rejects.toEqual(
      refusal('unsupported_version'),
    )
    await expect(
      combineDelegatedKey({ signer: halves.signer, app: shares.auth }, 'c'),
    ).rejects.toEqual(refusal('unsupported_version'))
  })

  test('error: takes a key of 32 bytes only', async () => {
    await expect(splitDelegatedKey(key.subarray(1), 'c')).rejects.toThrow(RangeError)
  })
})
