import { api } from '@sallyport/contract'
import type { CloudAnswer } from '@sallyport/sandbox'
import type { TestKit } from '@sallyport/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createStorages,
  iCloudSettings,
  storageOrigin,
  withStorages,
} from '../../testing/cloud-storages.js'
import { offerRecovery, type RealServer, startRealServer } from '../../testing/real-server.js'
import { dataOf, errorOf, openPage } from '../../testing/rig.js'

const chain = 'ethereum-address-verifier' as const
let real: RealServer
let kit: TestKit
let answer: CloudAnswer = 'normal'
const storages = createStorages(() => answer)
beforeAll(async () => {
  real = await startRealServer({ app: { privateSettings: iCloudSettings } })
  kit = real.kit
  await offerRecovery(kit, ['google-drive', 'icloud'])
})
afterAll(() => real?.close())

/** The address of an answer. */
const addressOf = (answered: object) => String(Reflect.get(answered, 'address'))

/** A browser of its own, before the real API, the real vault and the simulated storages. */
const openBrowser = () => {
  const fetch = withStorages(storages, real.fetch)
  return openPage({ server: { ...real.page, storageSimulator: storageOrigin, fetch } })
}

const accessTo = {
  'google-drive': (name: string) => name,
  icloud: (name: string) => storages.signInToICloud(name),
} as const

async function newUser(email: string) {
  const { token: accessToken } = await kit.signIn(email)
  const methods = async () => {
    const { body } = await kit.call(api.user.me, {}, { token: accessToken })
    return body.user.linked_accounts.flatMap((account) =>
      account.type === 'wallet' && 'recovery_method' in account ? [account.recovery_method] : [],
    )
  }
  return { accessToken, methods }
}

describe.each(['google-drive', 'icloud'] as const)('a wallet whose recovery is in %s', (method) => {
  const fields = (name = 'ada') => ({ recoveryAccessToken: accessTo[method](name) })

  test('is made so, and comes back with all addresses in another browser', async () => {
    const { accessToken, methods } = await newUser(`make-${method}@example.com`)
    const first = openBrowser()
    const entropyId = addressOf(
      dataOf(
        await first.send('privy:wallets:create', {
          accessToken,
          chainType: 'ethereum',
          recoveryMethod: method,
          ...fields(),
        }),
      ),
    )
    const root = { accessToken, entropyId, entropyIdVerifier: chain }
    const solana = addressOf(
      dataOf(
        await first.send('privy:wallets:add', { ...root, chainType: 'solana', hdWalletIndex: 0 }),
      ),
    )
    expect(await methods()).toEqual([method, method])

    const other = openBrowser()
    expect(errorOf(await other.send('privy:wallets:connect', root))).toBe('wallet_not_on_device')
    dataOf(await other.send('privy:wallets:recover', { ...root, ...fields() }))
    const request = { method: 'personal_sign', params: ['hello', entropyId] }
    const sign = { ...root, chainType: 'ethereum', hdWalletIndex: 0, request } as const
    expect(dataOf(await other.send('privy:wallets:rpc', sign)).address).toBe(entropyId)
    const again = { ...root, chainType: 'solana', hdWalletIndex: 0 } as const
    expect(dataOf(await other.send('privy:wallets:add', again)).address).toBe(solana)
  })

  test('error: a login alone, and another account, do not bring it back; nothing is lost', async () => {
    const { accessToken } = await newUser(`wrong-${method}@example.com`)
    const entropyId = addressOf(
      dataOf(
        await openBrowser().send('privy:wallets:create', {
          accessToken,
          chainType: 'ethereum',
          recoveryMethod: method,
          ...fields(),
        }),
      ),
    )
    const root = { accessToken, entropyId, entropyIdVerifier: chain }
    const other = openBrowser()
    const recover = async (given: object) =>
      errorOf(await other.send('privy:wallets:recover', { ...root, ...given }))
    expect(await recover({})).toBe('invalid_request_arguments')
    expect(await recover({ recoveryPassword: 'a passcode of another' })).toBe(
      'invalid_request_arguments',
    )
    expect(await recover(fields('eve'))).toBe('error')
    for (const fault of ['revoked', 'refused', 'deleted', 'down'] as const) {
      answer = fault
      const isRefused = fault === 'revoked' || fault === 'refused'
      expect([fault, await recover(fields())]).toEqual([
        fault,
        isRefused ? 'invalid_credentials' : 'error',
      ])
    }
    answer = 'normal'
    expect(dataOf(await other.send('privy:wallets:recover', { ...root, ...fields() }))).toEqual({
      entropyId,
    })
  })

  test('replaces automatic recovery; a storage that is full or reads what is stale changes nothing', async () => {
    const { accessToken, methods } = await newUser(`set-${method}@example.com`)
    const page = openBrowser()
    const entropyId = addressOf(
      dataOf(await page.send('privy:wallets:create', { accessToken, chainType: 'ethereum' })),
    )
    const root = { accessToken, entropyId, entropyIdVerifier: chain }
    const set = () =>
      page.send('privy:wallets:set-recovery', { ...root, recoveryMethod: method, ...fields() })
    for (const fault of ['full', 'stale', 'deleted', 'down'] as const) {
      answer = fault
      expect([fault, errorOf(await set())]).toEqual([fault, 'error'])
      expect(await methods()).toEqual(['privy'])
    }
    answer = 'normal'
    // Automatic recovery still works.
    dataOf(await openBrowser().send('privy:wallets:recover', root))

    const done = { entropyId, entropyIdVerifier: chain, recoveryMethod: method }
    expect(dataOf(await set())).toEqual(done)
    expect(await methods()).toEqual([method])
    const other = openBrowser()
    expect(errorOf(await other.send('privy:wallets:recover', root))).not.toBeUndefined()
    dataOf(await other.send('privy:wallets:recover', { ...root, ...fields() }))
  })
})

test('a native client of iCloud brings its own secret and the name of its record', async () => {
  const { accessToken, methods } = await newUser('native@example.com')
  const page = openBrowser()
  const entropyId = addressOf(
    dataOf(await page.send('privy:wallets:create', { accessToken, chainType: 'ethereum' })),
  )
  const root = { accessToken, entropyId, entropyIdVerifier: chain }
  const recoverySecretOverride = 'rb2qX0_v9l1ySpk3e7oLTw'
  const set = { recoveryMethod: 'icloud-native', recoverySecretOverride }
  const named = { ...set, iCloudRecordNameOverride: 'record-1' }
  dataOf(await page.send('privy:wallets:set-recovery', { ...root, ...named }))
  expect(await methods()).toEqual(['icloud'])
  // A client that did not get the answer asks again, and now names the method it has set.
  const again = { ...root, ...named, existingRecoveryMethod: 'icloud' }
  dataOf(await page.send('privy:wallets:set-recovery', again))
  const other = openBrowser()
  const wrong = { ...root, recoverySecretOverride: 'rb2qX0_v9l1ySpk3e7oLTx' }
  expect(errorOf(await other.send('privy:wallets:recover', wrong))).toBe('invalid_recovery_pin')
  dataOf(await other.send('privy:wallets:recover', { ...root, recoverySecretOverride }))
})

test('error: a new secret of a native client under the name of the one it replaces; that one stays', async () => {
  const { accessToken } = await newUser('same-name@example.com')
  const page = openBrowser()
  const entropyId = addressOf(
    dataOf(await page.send('privy:wallets:create', { accessToken, chainType: 'ethereum' })),
  )
  const root = { accessToken, entropyId, entropyIdVerifier: chain }
  const named = { recoveryMethod: 'icloud-native', iCloudRecordNameOverride: 'record-1' }
  const present = { recoverySecretOverride: 'rb2qX0_v9l1ySpk3e7oLTw' }
  dataOf(await page.send('privy:wallets:set-recovery', { ...root, ...named, ...present }))

  const changed = { ...root, ...named, existingRecoveryMethod: 'icloud' }
  const other = { recoverySecretOverride: 'Zb2qX0_v9l1ySpk3e7oLTw' }
  const answer = await page.send('privy:wallets:set-recovery', { ...changed, ...other })
  expect(errorOf(answer)).toBe('invalid_recovery_pin')
  dataOf(await openBrowser().send('privy:wallets:recover', { ...root, ...present }))
})
