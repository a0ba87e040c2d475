import { userIdPrefix } from '@sallyport/contract'
import { toBase64url } from '@sallyport/crypto'
import { addressFromPrivateKey, ethereum, fromHex } from '@sallyport/crypto/chains/ethereum'
import { readPrivateKey, solana } from '@sallyport/crypto/chains/solana'
import { openExitFile } from '@sallyport/crypto/exit-file'
import { seedFromEntropy } from '@sallyport/crypto/mnemonic'
import { entropyFromWords } from '@sallyport/crypto/phrase'
import { describe, expect, test } from 'vitest'
import { openGrantStore } from '../device/grant-store.js'
import { createMemoryStore } from '../device/memory-store.js'
import { Refusal } from '../testing/refusal.js'
import { appId, createRig, dataOf } from '../testing/rig.js'
import type { Caller, WalletContext } from './context.js'
import { type ExportInput, exportKey, findExportable } from './export.js'
import { exportFile } from './export-file.js'
import { openAccess } from './open-access.js'
import { findRoot } from './recover.js'
import { rehearseRecovery } from './rehearse.js'

const ada = `${userIdPrefix}ada`

/** A user with both wallets on this device, and the page of an export on the same origin. */
async function setup() {
  const rig = await createRig()
  const { custody } = rig
  const store = createMemoryStore()
  const accessToken = rig.token(ada)
  const page = rig.openPage(store)
  const { address } = dataOf(await page.send('privy:wallet:create', { accessToken }))
  const ethereumAddress = String(address)
  const { publicKey } = dataOf(
    await page.send('privy:solana-wallet:create', { accessToken, ethereumAddress }),
  )
  const open = (on = store) =>
    openAccess({
      config: {
        appId,
        vaultPublicKey: toBase64url(custody.vault.publicKey),
        apiPublicKey: toBase64url(custody.api.publicKey),
      },
      origin: 'https://auth.example',
      fetch: custody.fetch,
      webCrypto: crypto,
      openStore: async () => on,
      grantStore: openGrantStore(undefined),
      locks: undefined,
      clock: { nowMs: () => 0 },
      wallClock: () => 0,
    }).context
  const caller = { appId, userId: ada, accessToken }
  const rootAddress = { chainType: 'ethereum', address: ethereumAddress } as const
  const wanted = {
    ethereum: { ...rootAddress, rootAddress, walletIndex: 0 },
    solana: { chainType: 'solana', address: String(publicKey), rootAddress, walletIndex: 0 },
  } as const satisfies Record<string, ExportInput>
  custody.calls.length = 0
  return { ...rig, page, open, context: open(), caller, wanted, accessToken }
}

describe('exportKey', () => {
  test('gives the key of the address, and the phrase that derives it', async () => {
    const { context, caller, wanted } = await setup()
    const found = await findExportable(context, caller, wanted.ethereum)
    const { privateKey, phrase = '' } = await exportKey(context, caller, found)
    const seed = await seedFromEntropy(entropyFromWords(phrase), crypto.subtle)

    expect(addressFromPrivateKey(fromHex(privateKey))).toBe(wanted.ethereum.address)
    expect(ethereum.address(ethereum.derivePrivateKey(seed, 0)).address).toBe(
      wanted.ethereum.address,
    )
  })

  test('gives a key of Solana as wallets read it', async () => {
    const { context, caller, wanted } = await setup()
    const found = await findExportable(context, caller, wanted.solana)
    const { privateKey } = await exportKey(context, caller, found)

    expect(solana.address(readPrivateKey(privateKey)).address).toBe(wanted.solana.address)
  })

  test('gives an imported key back as it was, and no phrase', async () => {
    const { context, caller, page, accessToken } = await setup()
    const key = `0x${'4c'.repeat(32)}`
    const imported = await page.send('privy:wallets:import', {
      accessToken,
      privateKey: key,
      chainType: 'ethereum',
    })
    const address = String(dataOf(imported).address)
    const rootAddress = { chainType: 'ethereum', address } as const
    const found = await findExportable(context, caller, {
      ...rootAddress,
      rootAddress,
      walletIndex: 0,
    })

    expect(await exportKey(context, caller, found)).toEqual({ privateKey: key, phrase: undefined })
  })

  test('T-16: has the export recorded before anything is opened, and opens nothing when that is refused', async () => {
    const { context, caller, wanted, custody } = await setup()
    const found = await findExportable(context, caller, wanted.ethereum)
    await exportKey(context, caller, found)
    expect(custody.calls).toEqual(['recordExport', 'authShare'])
    custody.intercept = async ({ route, answer }) => {
      if (route === 'recordExport') throw new Refusal('missing_or_invalid_mfa', 401)
      return answer()
    }
    custody.calls.length = 0

    await expect(exportKey(context, caller, found)).rejects.toMatchObject({
      code: 'missing_or_invalid_mfa',
    })
    expect(custody.calls).toEqual(['recordExport'])
  })

  test('restores the wallet first on a device that does not have it', async () => {
    const { open, caller, wanted } = await setup()
    const context = open(createMemoryStore())
    const found = await findExportable(context, caller, wanted.ethereum)
    const { privateKey } = await exportKey(context, caller, found)

    expect(addressFromPrivateKey(fromHex(privateKey))).toBe(wanted.ethereum.address)
  })

  test('error: an address that the root does not have is refused', async () => {
    const { context, caller, wanted } = await setup()
    const stranger = { ...wanted.ethereum, address: `0x${'11'.repeat(20)}` }
    const found = await findExportable(context, caller, stranger)

    await expect(exportKey(context, caller, found)).rejects.toMatchObject({
      type: 'invalid_request_arguments',
    })
  })
})

describe('exportFile', () => {
  const password = 'quiet lamp over the river'

  test('writes secret and addresses to a file that the password opens', async () => {
    const { context, caller, wanted } = await setup()
    const found = await findExportable(context, caller, wanted.ethereum)
    const { name, text } = await exportFile(context, caller, { ...found, password })
    const { secret, accounts } = await openExitFile({ webCrypto: crypto, password }, text)

    expect(name).toBe('wallet-backup-1970-01-01.json')
    expect(accounts.map(({ chainType, address }) => [chainType, address])).toEqual([
      ['ethereum', wanted.ethereum.address],
      ['solana', wanted.solana.address],
    ])
    const seed = await seedFromEntropy(secret.bytes, crypto.subtle)
    expect(ethereum.address(ethereum.derivePrivateKey(seed, 0)).address).toBe(
      wanted.ethereum.address,
    )
  })

  test('T-16: is recorded before anything is opened, and nothing is opened when that is refused', async () => {
    const { context, caller, wanted, custody } = await setup()
    const found = await findExportable(context, caller, wanted.ethereum)
    custody.intercept = async ({ route, answer }) => {
      if (route === 'recordExport') throw new Refusal('missing_or_invalid_mfa', 401)
      return answer()
    }
    custody.calls.length = 0

    await expect(exportFile(context, caller, { ...found, password })).rejects.toMatchObject({
      code: 'missing_or_invalid_mfa',
    })
    expect(custody.calls).toEqual(['recordExport'])
  })

  test('error: an address that the server lists and the wallet does not have is not written', async () => {
    const { context, caller, wanted, custody } = await setup()
    const found = await findExportable(context, caller, wanted.ethereum)
    custody.intercept = async ({ route, answer }) => {
      if (route !== 'list') return answer()
      const { roots } = (await answer()) as { roots: { accounts: object[] }[] }
      const stranger = { chain_type: 'ethereum', wallet_index: 7, address: `0x${'11'.repeat(20)}` }
      return { roots: roots.map((root) => ({ ...root, accounts: [...root.accounts, stranger] })) }
    }

    await expect(exportFile(context, caller, { ...found, password })).rejects.toMatchObject({
      type: 'error',
    })
  })
})

/** Tests the recovery of the root with `address`. */
async function rehearse(
  context: WalletContext,
  caller: Caller,
  address: ExportInput['rootAddress'],
): Promise<string> {
  const root = await findRoot(context, caller, address)
  return rehearseRecovery(context, caller, { root, fields: {} })
}

describe('rehearseRecovery', () => {
  test('brings the address back without this device’s storage, and adds no device', async () => {
    const { open, caller, wanted, custody } = await setup()
    const [root] = custody.roots.values()
    const devices = root?.generations.size
    const empty = createMemoryStore()

    const address = await rehearse(open(empty), caller, wanted.ethereum.rootAddress)

    expect(address).toBe(wanted.ethereum.address)
    expect(await empty.list(caller)).toEqual([])
    expect(root?.generations.size).toBe(devices)
  })

  test('replaces the recovery key that was released, and then records the test', async () => {
    const { context, caller, wanted, custody } = await setup()
    const [root] = custody.roots.values()
    const keyOf = () => [...(root?.generations.values() ?? [])].map((each) => each.recoveryKeyId)
    const before = keyOf()

    await rehearse(context, caller, wanted.ethereum.rootAddress)

    expect(custody.calls).toEqual([
      'list',
      'recover',
      'replaceRecoveryKey',
      'switchRecoveryKey',
      'recordRehearsal',
    ])
    expect(keyOf()).not.toEqual(before)
    await rehearse(context, caller, wanted.ethereum.rootAddress)
  })

  test('error: shares of another user are refused, nothing is recorded and nothing lost', async () => {
    const { context, caller, wanted, custody, page, accessToken } = await setup()
    custody.intercept = async ({ route, answer }) => {
      if (route !== 'recover') return answer()
      const given = (await answer()) as { encrypted_recovery_share: string }
      return { ...given, encrypted_recovery_share: toBase64url(new Uint8Array(80)) }
    }
    await expect(rehearse(context, caller, wanted.ethereum.rootAddress)).rejects.toThrow()
    expect(custody.calls).not.toContain('recordRehearsal')
    custody.intercept = ({ answer }) => answer()
    const { address } = wanted.ethereum
    const request = { method: 'personal_sign', params: ['hi', address] }

    dataOf(await page.send('privy:wallet:rpc', { accessToken, address, request }))
  })
})
