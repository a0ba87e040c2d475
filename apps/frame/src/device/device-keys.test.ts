import { describe, expect, test } from 'vitest'
import { newDeviceKeys, openDeviceShare, sealDeviceShare } from './device-keys.js'
import type { DeviceRecord } from './device-record.js'

const share = Uint8Array.from({ length: 40 }, (_, i) => i)

async function newRecord(): Promise<DeviceRecord> {
  const owner = { appId: 'app', userId: 'ada', walletId: 'wallet', generationId: 'generation' }
  const { sealingKey, signingKey } = await newDeviceKeys(crypto.subtle)
  const sealed = await sealDeviceShare(crypto, { ...owner, sealingKey, share })
  const accounts = [{ chainType: 'ethereum' as const, walletIndex: 0, address: '0x' }]
  return {
    ...owner,
    ...sealed,
    sealingKey,
    signingKey,
    state: 'active',
    confirmingChain: 'ethereum',
    receipt: '',
    accounts,
  }
}

describe('openDeviceShare', () => {
  test('gives the share that was sealed', async () => {
    expect(await openDeviceShare(crypto.subtle, await newRecord())).toEqual(share)
  })

  test('CUS-02: refuses a ciphertext or nonce with any one byte changed', async () => {
    const record = await newRecord()
    const flipped = (field: 'sealedShare' | 'shareNonce') =>
      Array.from(record[field], (_, at) => ({
        ...record,
        [field]: record[field].map((byte, i) => (i === at ? byte ^ 1 : byte)),
      }))

    for (const changed of [...flipped('sealedShare'), ...flipped('shareNonce')]) {
      await expect(openDeviceShare(crypto.subtle, changed)).rejects.toThrow()
    }
  })

  test.each(['appId', 'userId', 'walletId', 'generationId'] as const)(
    'CUS-07: refuses a share moved to another %s',
    async (field) => {
      const moved = { ...(await newRecord()), [field]: 'other' }
      await expect(openDeviceShare(crypto.subtle, moved)).rejects.toThrow()
    },
  )
})
