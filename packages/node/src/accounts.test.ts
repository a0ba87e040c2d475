import {
  appendTransactionMessageInstruction,
  type Blockhash,
  createSignableMessage,
  createTransactionMessage,
  getPublicKeyFromAddress,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  verifySignature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  type Address,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKeyPair, type KeyPair } from './authorization/keys.js'
import { createSolanaSigner } from './solana-signer.js'
import { type BackEndWorld, createBackEndWorld } from './test-kit/back-end-world.js'
import { createViemAccount } from './viem-account.js'

let world: BackEndWorld
let key: KeyPair
beforeAll(async () => {
  ;[world, key] = await Promise.all([createBackEndWorld(), generateKeyPair()])
})
afterAll(() => world?.close())

async function walletOn(chain_type: 'ethereum' | 'solana') {
  const wallet = await world.client
    .wallets()
    .create({ chain_type, owner: { public_key: key.public_key } })
  return {
    wallet_id: wallet.id,
    address: wallet.address,
    authorization_context: { authorization_private_keys: [key.private_key] },
  }
}

describe('createViemAccount', () => {
  async function setup() {
    const wallet = await walletOn('ethereum')
    const address = wallet.address as Address
    return { address, account: createViemAccount(world.client, { ...wallet, address }) }
  }

  test('signs messages: text as it is, also 0x…, and bytes', async () => {
    const { account, address } = await setup()
    for (const message of ['hi', '0xdeadbeef', { raw: '0xdeadbeef' }] as const) {
      const signature = await account.signMessage({ message })
      expect(await verifyMessage({ address, message, signature })).toBe(true)
    }
  })

  test('signs typed data with large integers', async () => {
    const { account, address } = await setup()
    const typedData = {
      domain: { name: 'Shop', version: '1', chainId: 8453n, verifyingContract: address },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: 2n ** 200n },
    } as const
    const signature = await account.signTypedData(typedData)
    expect(await verifyTypedData({ ...typedData, address, signature })).toBe(true)
  })

  const kindsOfFees = {
    eip1559: { type: 'eip1559', maxFeePerGas: 10n, maxPriorityFeePerGas: 0n },
    legacy: { type: 'legacy', gasPrice: 10n },
  } as const
  test.each(['eip1559', 'legacy'] as const)('signs a transaction with zeros: %s', async (kind) => {
    const fees = kindsOfFees[kind]
    const { account, address } = await setup()
    const asked = { ...fees, chainId: 31337, nonce: 0, gas: 21_000n, to: address, value: 0n }
    const signed = await account.signTransaction(asked)
    const serializedTransaction = signed as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(address)
    expect(parseTransaction(signed)).toMatchObject({ type: fees.type, gas: 21_000n })
  })

  test('signs an authorization', async () => {
    const { account, address } = await setup()
    const signed = await account.signAuthorization?.({ address, chainId: 31337, nonce: 3 })
    expect(signed).toMatchObject({ address, chainId: 31337, nonce: 3 })
  })

  test('error: access lists, and other types, are refused before anything is sent', async () => {
    const { account, address } = await setup()
    const common = { chainId: 1, nonce: 0, gas: 1n, maxFeePerGas: 1n }
    const accessList = [{ address, storageKeys: [] }]
    await expect(account.signTransaction({ ...common, accessList })).rejects.toThrow(/access/i)
    const blobs = { ...common, type: 'eip4844', maxFeePerBlobGas: 1n, blobVersionedHashes: [] }
    await expect(account.signTransaction(blobs as never)).rejects.toThrow(/eip4844/)
  })

  test('a digest is signed where a policy lets digests through', async () => {
    const { account, address } = await setup()
    const hash = `0x${'11'.repeat(32)}` as const
    await expect(account.sign?.({ hash })).rejects.toMatchObject({ code: 'policy_violation' })
    const policy = await world.client.policies().create({
      ...{ version: '1.0', name: 'Digests', chain_type: 'ethereum' },
      rules: [{ name: 'All', method: 'secp256k1_sign', action: 'ALLOW', conditions: [] }],
    })
    const { id } = await world.client.wallets().getWalletByAddress({ address })
    const authorization_context = { authorization_private_keys: [key.private_key] }
    const change = { policy_ids: [policy.id], authorization_context }
    await world.client.wallets().update(id, change)
    const signature = (await account.sign?.({ hash })) ?? '0x'
    expect(await recoverAddress({ hash, signature })).toBe(address)
  })
})

describe('createSolanaSigner', () => {
  test('signs transactions and messages', async () => {
    const wallet = await walletOn('solana')
    const signer = createSolanaSigner(world.client, wallet)
    const blockhash = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (each) => setTransactionMessageFeePayerSigner(signer, each),
      (each) =>
        setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 9n }, each),
      (each) =>
        appendTransactionMessageInstruction(
          getTransferSolInstruction({
            ...{ source: signer, destination: signer.address, amount: lamports(1n) },
          }),
          each,
        ),
    )
    const publicKey = await getPublicKeyFromAddress(signer.address)
    const signed = await signTransactionMessageWithSigners(message)
    const signature = signed.signatures[signer.address]
    if (!signature) throw new Error('There is no signature')
    expect(await verifySignature(publicKey, signature, signed.messageBytes)).toBe(true)

    const text = createSignableMessage('hi')
    const [signatures] = await signer.signMessages([text])
    const own = signatures?.[signer.address]
    if (!own) throw new Error('There is no signature')
    expect(await verifySignature(publicKey, own, text.content)).toBe(true)
  })
})
