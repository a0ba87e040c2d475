import { type FrameEvent, recoverySecrets, userIdPrefix } from '@sallyport/contract'
import { describe, expect, test } from 'vitest'
import { createRig, dataOf, errorOf } from '../testing/rig.js'

const address = '0x00000000000000000000000000000000000000aa'
const publicKey = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const root = { entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' }

/** Every event that creates or adds a wallet, with data the frame otherwise accepts. */
const events = {
  'privy:wallet:create': {},
  'privy:wallets:create': { chainType: 'solana' },
  'privy:wallets:add': { ...root, chainType: 'ethereum', hdWalletIndex: 1 },
  'privy:solana-wallet:create': {},
  'privy:solana-wallet:create-additional': { primaryPublicKey: publicKey, hdWalletIndex: 1 },
} satisfies Partial<Record<FrameEvent, object>>

const choices = [
  { recoveryMethod: 'paper' },
  { recoveryMethod: 'recovery-encryption-key' },
  { recoveryMethod: '' },
  ...recoverySecrets.map((name) => ({ [name]: 'a secret of the user' })),
  { recoveryPassword: '' },
  { recoveryMethod: 'privy', recoveryPin: '1234' },
]

async function setup() {
  const rig = await createRig()
  const page = rig.openPage()
  const accessToken = rig.token(`${userIdPrefix}ada`)
  // The events are named by a table here, so their data cannot be typed one by one.
  const send = page.send as (event: string, data: object) => ReturnType<typeof page.send>
  return { ...rig, send: (event: string, data: object) => send(event, { accessToken, ...data }) }
}

describe('requireRecovery', () => {
  test.each(Object.entries(events))(
    'error: %s refuses a recovery it cannot honour, without a call',
    async (event, data) => {
      const { custody, send } = await setup()

      for (const choice of choices) {
        expect([choice, errorOf(await send(event, { ...data, ...choice }))]).toEqual([
          choice,
          'invalid_request_arguments',
        ])
      }
      expect(custody.calls).toEqual([])
    },
  )

  test('error: a recovery with a secret that the wallet’s method does not use is refused before anything is released', async () => {
    const { custody, send } = await setup()
    const created = dataOf(await send('privy:wallets:create', { chainType: 'ethereum' }))
    const before = custody.calls.length
    for (const choice of [{ recoveryPassword: 'a passcode' }, { recoveryMethod: 'paper' }]) {
      const data = { ...root, entropyId: String(created.address), ...choice }
      expect(errorOf(await send('privy:wallets:recover', data))).toBe('invalid_request_arguments')
    }
    const calls = custody.calls.slice(before).map(String)
    expect(calls.filter((call) => /recovery/.test(call))).toEqual([])
  })

  test.each([{}, { recoveryMethod: 'privy' }, { recoveryMethod: null, recoveryPin: null }])(
    'accepts automatic recovery: %j',
    async (choice) => {
      const { send } = await setup()

      const created = dataOf(await send('privy:wallets:create', { chainType: 'solana', ...choice }))

      expect(created).toEqual({ address: expect.any(String) })
    },
  )
})
