import { userIdPrefix } from '@sallyport/contract'
import { combineShares, fromBase64url, loadChain, toBase64url } from '@sallyport/crypto'
import { seedFromEntropy, wordsFromEntropy } from '@sallyport/crypto/mnemonic'
import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { openDeviceShare } from './device/device-keys.js'
import { createMemoryStore } from './device/memory-store.js'
import { Refusal } from './testing/refusal.js'
import { appId, createRig, dataOf } from './testing/rig.js'
import { openRecoveryShare } from './wallet/recovery-share.js'

const ada = `${userIdPrefix}ada`

/** Every way a secret could be written down. */
function spellings(secret: Uint8Array): string[] {
  const buffer = Buffer.from(secret)
  return [
    buffer.toString('latin1'),
    buffer.toString('hex'),
    buffer.toString('base64').replaceAll('=', ''),
    toBase64url(secret),
    [...secret].join(','),
  ]
}

describe('secrets', () => {
  test('P8 IFR-21 CUS-08: no message, error, call, console line or stored record holds one', async () => {
    const heard: string[] = []
    const consoleMethods = ['log', 'info', 'warn', 'error', 'debug'] as const
    const originals = consoleMethods.map((name) => console[name])
    for (const name of consoleMethods) console[name] = (...all) => void heard.push(all.join(' '))
    const rig = await createRig()
    const calls: string[] = []
    const { custody } = rig
    const honest = custody.fetch
    Object.assign(custody, {
      fetch: (async (url, init) => {
        calls.push(String(url), String(init?.body))
        return honest(url, init)
      }) satisfies typeof fetch,
    })
    const store = createMemoryStore()
    const page = rig.openPage(store)
    const accessToken = rig.token(ada)

    // A life: two wallets, signatures, a second device, and every call failing once.
    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken })) as {
      address: string
    }
    const { publicKey } = dataOf(await page.send('privy:solana-wallet:create', { accessToken }))
    const rpc = {
      accessToken,
      address,
      request: { method: 'personal_sign', params: ['hi', address] },
    }
    dataOf(await page.send('privy:wallet:rpc', rpc))
    const second = rig.openPage()
    dataOf(await second.send('privy:wallet:recover', { accessToken, address }))
    const [walletId = '', root] = [...custody.roots][0] ?? []
    const [generationId = '', generation] = [...root!.generations][0] ?? []
    const authShare = fromBase64url(generation!.authShare)
    custody.intercept = async ({ route, answer }) => {
      if (route === 'confirm') throw new Refusal(null)
      if (route !== 'authShare') return answer()
      return { sealed_auth_share: { enc: toBase64url(authShare), ciphertext: 'AAAA' } }
    }
    await page.send('privy:wallet:rpc', rpc)
    await page.send('privy:wallet:recover', { accessToken, address })
    for (const [i, name] of consoleMethods.entries()) console[name] = originals[i]!

    const scope = { appId, userId: ada, walletId, generationId }
    const records = await store.list(scope)
    const record = records.find((each) => each.generationId === generationId)!
    const device = await openDeviceShare(crypto.subtle, record)
    const recoveryKey = root!.recoveryKeys.get(generation!.recoveryKeyId)!.slice(0, 32)
    const encrypted = fromBase64url(generation!.encryptedRecoveryShare)
    const recovery = await openRecoveryShare(crypto, { recoveryKey, encrypted, scope })
    const entropy = await combineShares(device, authShare, scope)
    const seed = await seedFromEntropy(entropy, crypto.subtle)
    const keys = await Promise.all([loadChain.ethereum(), loadChain.solana()])
    const secrets = [device, authShare, recovery, recoveryKey, entropy, seed]
    secrets.push(...keys.map((chain) => chain.derivePrivateKey(seed, 0)))
    // What gives every address of a root away: extended keys and the chain codes under them.
    const master = HDKey.fromMasterSeed(seed)
    const account = master.derive("m/44'/60'/0'")
    const extended = [master, account].flatMap((node) => [
      node.publicExtendedKey,
      node.privateExtendedKey,
      ...spellings(node.chainCode!),
    ])
    const words = wordsFromEntropy(entropy)
    const canaries = [
      ...secrets.flatMap(spellings),
      ...extended,
      words,
      words.split(' ').slice(0, 3).join(' '),
    ]

    const told = [...page.received, ...second.received].map((message) => JSON.stringify(message))
    const cachedKeys = records.flatMap(({ accounts }) =>
      accounts.map(({ cachedKey }) => cachedKey!),
    )
    expect(cachedKeys.length).toBeGreaterThan(1)
    const keptBytes = [
      ...records.map((each) => each.sealedShare),
      ...cachedKeys.map((k) => k.sealed),
    ]
    const kept = [...records.map((each) => JSON.stringify(each)), ...keptBytes.flatMap(spellings)]
    const everything = [...told, ...calls, ...heard, ...kept].join('\n')
    expect(everything).toContain(address)
    expect(everything).toContain(publicKey)
    expect(canaries.filter((canary) => everything.includes(canary))).toEqual([])
  })

  test('IFR-16: the keys of a device cannot be taken out of the browser', async () => {
    const rig = await createRig()
    const store = createMemoryStore()
    await rig.openPage(store).send('privy:wallet:create', { accessToken: rig.token(ada) })
    const [record] = await store.list({ appId, userId: ada })

    for (const key of [record!.sealingKey, record!.signingKey]) {
      await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow()
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
    }
  })

  test('CUS-16: shares and entropy are zeros once an operation is over', async () => {
    const seen: Uint8Array[] = []
    const { subtle } = crypto
    // Everything the frame opens passes here in the clear.
    const watching = new Proxy(subtle, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return async (...all: unknown[]) => {
          const last = all.at(-1)
          if (name === 'encrypt' && last instanceof Uint8Array) seen.push(last)
          const result: unknown = await member.apply(target, all)
          if (name === 'decrypt' && result instanceof ArrayBuffer) seen.push(new Uint8Array(result))
          return result
        }
      },
    })
    const webCrypto = new Proxy(crypto, {
      get(target, name) {
        if (name === 'subtle') return watching
        const member: unknown = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    const rig = await createRig()
    const page = rig.openPage(createMemoryStore(), { webCrypto })
    const accessToken = rig.token(ada)

    const { address } = dataOf(await page.send('privy:wallet:create', { accessToken })) as {
      address: string
    }
    const request = { method: 'personal_sign', params: ['hi', address] }
    dataOf(await page.send('privy:wallet:rpc', { accessToken, address, request }))

    // Two shares sealed and three opened: at creation, at its reading back, and at the signature.
    expect(seen.length).toBeGreaterThanOrEqual(5)
    expect(seen.filter((bytes) => bytes.some((byte) => byte !== 0))).toEqual([])
  })
})
