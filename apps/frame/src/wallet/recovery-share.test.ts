import { describe, expect, test } from 'vitest'
import { openRecoveryShare, sealRecoveryShare } from './recovery-share.js'

const share = Uint8Array.from({ length: 40 }, (_, i) => i)
const recoveryKey = new Uint8Array(32).fill(9)
const scope = { appId: 'app', userId: 'ada', walletId: 'wallet', generationId: 'generation' }
const seal = () => sealRecoveryShare(crypto, { recoveryKey, share, scope })

describe('openRecoveryShare', () => {
  test('gives the share that was sealed', async () => {
    const encrypted = await seal()
    expect(await openRecoveryShare(crypto, { recoveryKey, encrypted, scope })).toEqual(share)
  })

  test('never seals the same way twice', async () => {
    expect(await seal()).not.toEqual(await seal())
  })

  test('CUS-02: refuses any one byte changed, and any length cut', async () => {
    const encrypted = await seal()
    for (let at = 0; at < encrypted.length; at++) {
      const changed = encrypted.map((byte, i) => (i === at ? byte ^ 1 : byte))
      const cut = encrypted.slice(0, at)
      for (const wrong of [changed, cut]) {
        const opened = openRecoveryShare(crypto, { recoveryKey, encrypted: wrong, scope })
        await expect(opened).rejects.toThrow()
      }
    }
  })

  test.each(['appId', 'userId', 'walletId', 'generationId'])(
    'CUS-07: refuses a share of another %s',
    async (field) => {
      const encrypted = await seal()
      const moved = { ...scope, [field]: 'other' }
      const opened = openRecoveryShare(crypto, { recoveryKey, encrypted, scope: moved })
      await expect(opened).rejects.toThrow()
    },
  )

  test('error: refuses another key', async () => {
    const encrypted = await seal()
    const opened = openRecoveryShare(crypto, {
      recoveryKey: new Uint8Array(32).fill(8),
      encrypted,
      scope,
    })
    await expect(opened).rejects.toThrow()
  })
})
