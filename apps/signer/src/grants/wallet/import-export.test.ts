import { randomBytes } from 'node:crypto'
import { Chacha20Poly1305 } from '@hpke/chacha20poly1305'
import { CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { fromBase64url, toBase64url } from '@sallyport/crypto'
import { addressFromPrivateKey } from '@sallyport/crypto/chains/ethereum'
import { describe, expect, test } from 'vitest'
import { type AppKey, newKey } from '../../testing/app-key.js'
import { openServerWallets } from '../../testing/open-server-wallets.js'

const { world, wallets } = await openServerWallets()

const minute = 60_000
const utf8 = (text: string) => new TextEncoder().encode(text)
/** As the public clients have it (wire.md 28), without our code. */
const suite = new CipherSuite({
  kem: new DhkemP256HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Chacha20Poly1305(),
})
const phrase = 'test test test test test test test test test test test junk'
/** Of that phrase, at `m/44'/60'/0'/0/0` and `/1`. */
const [first, second] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]

describe('importing a server wallet', () => {
  const sourceOf = (source: object) => ({
    ...{ appId: world.appId, chainType: 'ethereum', kind: 'private-key', index: 0, address: '' },
    ...source,
  })
  const sealedTo = async (publicKey: string, plaintext: Uint8Array) => {
    const point = Uint8Array.from(fromBase64url(publicKey)).buffer
    const recipientPublicKey = await suite.kem.deserializePublicKey(point)
    const { enc, ct } = await suite.seal({ recipientPublicKey }, Uint8Array.from(plaintext).buffer)
    return { enc: toBase64url(new Uint8Array(enc)), ciphertext: toBase64url(new Uint8Array(ct)) }
  }
  const begin = async (source: object) =>
    (
      (await wallets.ask('beginImport', sourceOf(source))).output as unknown as {
        publicKey: string
      }
    ).publicKey
  const importing = async (source: object, plaintext: Uint8Array, publicKey?: string) => ({
    ...sourceOf(source),
    wallet: { owner: null, signers: [], policyIds: [] },
    sealTo: toBase64url(wallets.api.publicKey),
    sealed: await sealedTo(publicKey ?? (await begin(source)), plaintext),
  })

  test('keeps a private key that a client has sealed; two at once both finish', async () => {
    const secret = randomBytes(32)
    const source = { address: addressFromPrivateKey(secret).toLowerCase() }
    const [one, two] = [await begin(source), await begin(source)]

    for (const key of [one, two])
      expect(
        await wallets.codeOf('importWallet', await importing(source, secret, key)),
      ).toBeUndefined()
  })

  test.each([
    [0, first],
    [1, second],
  ])('keeps a phrase of 12 words, account %i', async (index, address) => {
    const source = { kind: 'hd', index, address }
    const { walletId, sealedShare } = await wallets.outputOf(
      'importWallet',
      await importing(source, utf8(phrase)),
    )
    const apiShare = await wallets.openShare({ walletId, sealedShare })
    const { wallet } = await wallets.confirm({ walletId, apiShare })

    expect(wallet.address).toBe(address)
  })

  test('error: a key of another address, other lengths, a phrase that is none, a key of another account', async () => {
    const secret = randomBytes(32)
    const source = { address: addressFromPrivateKey(secret) }
    const codeOf = async (...given: Parameters<typeof importing>) =>
      wallets.codeOf('importWallet', await importing(...given))

    expect(await codeOf(source, randomBytes(32))).toBe('invalid_request')
    expect(await codeOf(source, randomBytes(31))).toBe('invalid_request')
    expect(await codeOf({ kind: 'hd', address: first }, utf8(`${phrase} test`))).toBe(
      'invalid_request',
    )
    expect(await codeOf(source, secret, await begin({ address: first }))).toBe('invalid_request')
  })

  test('error: a key is good for one import, for ten minutes', async () => {
    const secret = randomBytes(32)
    const source = { address: addressFromPrivateKey(secret) }
    const key = await begin(source)
    const input = await importing(source, secret, key)
    expect(await wallets.codeOf('importWallet', input)).toBeUndefined()
    expect(await wallets.codeOf('importWallet', input)).toBe('invalid_request')
    const late = await importing(source, secret)
    world.clock.ms += 10 * minute

    expect(await wallets.codeOf('importWallet', late)).toBe('invalid_request')
  })
})

describe('exporting a server wallet', () => {
  const allows = (...methods: string[]) =>
    methods.map((method) => ({ name: method, method, action: 'ALLOW', conditions: [] }))

  /** An owned wallet with a policy. */
  const owned = async (rules: object[], owner = newKey()) => {
    const { policy } = await wallets.policy(rules)
    const wallet = await wallets.create({
      owner: { publicKey: owner.spki },
      policyIds: [policy.id],
    })
    return { ...wallet, owner }
  }
  const exporting = async (
    { walletId, apiShare }: { walletId: string; apiShare: string },
    keys: readonly AppKey[],
    { phrase: isPhrase = false, spelled = (spki: string) => spki } = {},
  ) => {
    const pair = await suite.kem.generateKeyPair()
    const point = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey))
    const head = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
    const body = {
      encryption_type: 'HPKE',
      recipient_public_key: spelled(Buffer.concat([head, point]).toString('base64')),
      export_seed_phrase: isPhrase,
    }
    const path = `wallets/${walletId}/export`
    const input = {
      ...{ appId: world.appId, walletId, apiShare },
      request: wallets.signed({ path, body }, keys),
    }
    const answer = await wallets.ask('exportWallet', input)
    const output = answer.output as unknown as
      | { encapsulatedKey: string; ciphertext: string; wallet: { exportedAtMs: number } }
      | undefined
    if (!output) return { code: answer.error?.code }
    const bufferOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64')).buffer
    const opened = await suite.open(
      { recipientKey: pair, enc: bufferOf(output.encapsulatedKey) },
      bufferOf(output.ciphertext),
    )
    return { text: new TextDecoder().decode(opened), exportedAtMs: output.wallet.exportedAtMs }
  }

  test('the owner gets the key and the phrase, as clients open them, and the wallet says when', async () => {
    const wallet = await owned(allows('exportPrivateKey', 'exportSeedPhrase'))
    const key = await exporting(wallet, [wallet.owner])
    const words = await exporting(wallet, [wallet.owner], { phrase: true })

    expect(addressFromPrivateKey(Buffer.from(key.text?.slice(2) ?? '', 'hex'))).toBe(wallet.address)
    expect(words.text?.split(' ')).toHaveLength(24)
    expect(words.exportedAtMs).toBe(world.clock.ms)
  })

  test('a key in PEM or with line breaks is taken', async () => {
    const wallet = await owned(allows('exportPrivateKey'))
    const pem = (spki: string) =>
      `-----BEGIN PUBLIC KEY-----\n${spki.slice(0, 64)}\n${spki.slice(64)}\n-----END PUBLIC KEY-----`

    expect((await exporting(wallet, [wallet.owner], { spelled: pem })).text).toMatch(/^0x/)
  })

  test('error: without the owner’s signature, without a policy, and with one that does not allow it', async () => {
    const owner = newKey()
    const without = await wallets.create({ owner: { publicKey: owner.spki } })
    const other = await owned(allows('personal_sign'))
    const free = await wallets.create()

    expect(await exporting(without, [owner])).toEqual({ code: 'policy_violation' })
    expect(await exporting(other, [other.owner])).toEqual({ code: 'policy_violation' })
    expect(await exporting(other, [newKey()])).toEqual({ code: 'wrong_signature' })
    expect(await exporting(free, [])).toEqual({ code: 'invalid_request' })
  })

  test('error: a signer beside the owner exports nothing', async () => {
    const [owner, agent] = [newKey(), newKey()]
    const { policy } = await wallets.policy(allows('*'))
    const { id } = await wallets.quorum({ public_keys: [agent.spki] })
    const wallet = await wallets.create({
      owner: { publicKey: owner.spki },
      signers: [{ quorumId: id, policyIds: [] }],
      policyIds: [policy.id],
    })

    expect(await exporting(wallet, [agent])).toEqual({ code: 'wrong_signature' })
    expect((await exporting(wallet, [owner])).text).toMatch(/^0x/)
  })
})
