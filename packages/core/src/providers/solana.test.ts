import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { getBase58Decoder, getBase58Encoder, getTransactionDecoder } from '@solana/kit'
import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignAndSendTransactionMethod,
} from '@solana/wallet-standard-features'
import type { Wallet } from '@wallet-standard/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fromBase64, toBase64 } from '../bytes.js'
import { session, solana } from '../index.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type { ClientOptions, ConfirmRequest, RequestStep } from '../types.js'

// RFC 8032, 7.1, test 1: PKCS #8 around its seed.
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const privateKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
})
const publicKey = createPublicKey(privateKey)
const publicBytes = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
const address = getBase58Decoder().decode(publicBytes)
const to = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const blockhash = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
const cluster = { name: 'localnet', rpcUrl: 'https://solana.example' } as const

afterEach(cleanUp)

/** A wallet whose frame signs with a real key, and a cluster that answers by method. */
async function open(options: Partial<ClientOptions> = {}, node: Record<string, unknown> = {}) {
  const steps: RequestStep[] = []
  const asked: ConfirmRequest[] = []
  const nodeCalls: { method: string; params: unknown[] }[] = []
  const results: Record<string, unknown> = {
    getLatestBlockhash: { value: { blockhash, lastValidBlockHeight: 150 } },
    getFeeForMessage: { value: 5000 },
    getBalance: { value: 1_000_000 },
    sendTransaction: 'ignored',
    getSignatureStatuses: { value: [{ err: null, confirmationStatus: 'confirmed' }] },
    ...node,
  }
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      'privy:wallets:rpc'({ request }) {
        const { params } = request as { params: { message: string } }
        const signature = sign(null, fromBase64(params.message), privateKey)
        const data = { signature: toBase64(signature) }
        return { address, chainType: 'solana', response: { method: 'signMessage', data } }
      },
    },
    {
      solanaClusters: [cluster],
      async fetch(input, init) {
        if (!String(input).startsWith(cluster.rpcUrl)) return fetch(input, init)
        const { method, params } = JSON.parse(String(init?.body))
        nodeCalls.push({ method, params })
        const result = results[method]
        return Response.json({ jsonrpc: '2.0', id: 1, ...(isError(result) ? result : { result }) })
      },
      confirm: {
        request: ({ request, run }) => {
          asked.push(request)
          return run((step) => steps.push(step))
        },
      },
      ...options,
    },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('solana', address))
  await session.refreshUser(client)
  const wallet = solana.getWallet(client, address)
  const prepared = (lamports = 1000n) => solana.transfer(client, { from: address, to, lamports })
  return { ...world, client, wallet, steps, asked, nodeCalls, prepared }
}

function isError(result: unknown): result is { error: unknown } {
  return typeof result === 'object' && result !== null && 'error' in result
}

describe('signMessage', () => {
  test('gives an Ed25519 signature of the bytes, after asking with the text', async () => {
    const { wallet, asked, steps } = await open()
    const message = new TextEncoder().encode('Hello Solana')

    const signature = await wallet.signMessage(message)

    expect(verify(null, message, publicKey, signature)).toBe(true)
    expect(asked).toMatchObject([
      { kind: 'sign-message', chainType: 'solana', message: 'Hello Solana' },
    ])
    expect(steps.map(({ step }) => step)).toEqual(['connecting', 'signing'])
  })

  test.each<[string, unknown]>([
    ['a text', 'hi'],
    ['a text of digits', '12'],
    ['a list of numbers', [104, 105]],
    ['an object that is like bytes', { 0: 104, length: 1 }],
    ['nothing', undefined],
    ['a number', 2],
    ['an ArrayBuffer', new ArrayBuffer(2)],
  ])('error: SCR-09: %s is not a message, and is not shown', async (_, message) => {
    const { wallet, asked } = await open()

    await expect(wallet.signMessage(message as Uint8Array)).rejects.toMatchObject({
      code: 'invalid_message',
    })
    expect(asked).toEqual([])
  })

  test('takes the bytes of a Buffer, and of another window', async () => {
    const { wallet, asked } = await open()
    const foreign = runInNewContext('Uint8Array.of(104, 105)') as Uint8Array

    for (const message of [Buffer.from('hi'), foreign]) {
      const signature = await wallet.signMessage(message)
      expect(verify(null, Buffer.from('hi'), publicKey, signature)).toBe(true)
    }
    expect(asked).toMatchObject([{ message: 'hi' }, { message: 'hi' }])
  })

  test('shows bytes that are not text as hex', async () => {
    const { wallet, asked } = await open()

    await wallet.signMessage(Uint8Array.of(0, 255))

    expect(asked).toMatchObject([{ message: '0x00ff' }])
  })

  test('error: refuses a transaction in the clothes of a message', async () => {
    const { wallet, prepared, asked } = await open()
    const { messageBytes } = getTransactionDecoder().decode(await prepared())

    const signature = wallet.signMessage(Uint8Array.from(messageBytes))

    await expect(signature).rejects.toMatchObject({ code: 'invalid_message' })
    expect(asked).toHaveLength(0)
  })
})

describe('signTransaction', () => {
  test('puts a valid signature in the wallet’s place and changes nothing else', async () => {
    const { wallet, prepared } = await open()
    const unsigned = await prepared()

    const signed = getTransactionDecoder().decode(await wallet.signTransaction(unsigned))

    const { messageBytes, signatures } = signed
    expect(messageBytes).toEqual(getTransactionDecoder().decode(unsigned).messageBytes)
    expect(
      verify(null, Uint8Array.from(messageBytes), publicKey, signatures[address as never]!),
    ).toBe(true)
  })

  test('error: refuses a transaction of another account without asking', async () => {
    const { wallet, client, asked } = await open()
    const foreign = await solana.transfer(client, { from: to, to: address, lamports: 1n })

    await expect(wallet.signTransaction(foreign)).rejects.toMatchObject({ code: 4100 })
    await expect(wallet.signAndSendTransaction(foreign)).rejects.toMatchObject({ code: 4100 })
    expect(asked).toEqual([])
  })

  test.each([
    ['nothing', Uint8Array.of()],
    ['a few bytes', Uint8Array.of(1, 2, 3)],
    ['no signatures and no message', Uint8Array.of(0)],
    ['a signature and no message', new Uint8Array(65).fill(1)],
  ])('error: refuses %s without asking', async (_, bytes) => {
    const { wallet, asked } = await open()
    const refusal = { code: -32602, message: 'These bytes are not a Solana transaction' }

    await expect(wallet.signTransaction(bytes)).rejects.toMatchObject(refusal)
    await expect(wallet.signAndSendTransaction(bytes)).rejects.toMatchObject(refusal)
    expect(asked).toEqual([])
  })

  test('error: refuses a cluster that is not configured', async () => {
    const { wallet, prepared } = await open()

    await expect(
      wallet.signTransaction(await prepared(), { cluster: 'devnet' }),
    ).rejects.toMatchObject({ code: 4901 })
  })
})

describe('signAndSendTransaction', () => {
  test('sends what was signed and reports until confirmed', async () => {
    const { wallet, prepared, nodeCalls, steps, asked } = await open()

    const { signature, signatureBytes } = await wallet.signAndSendTransaction(await prepared())

    await expect.poll(() => steps.at(-1)).toEqual({ step: 'confirmed', hash: signature })
    const sent = nodeCalls.find((call) => call.method === 'sendTransaction')!
    const { messageBytes } = getTransactionDecoder().decode(fromBase64(String(sent.params[0])))
    expect(verify(null, Uint8Array.from(messageBytes), publicKey, signatureBytes)).toBe(true)
    expect(getBase58Encoder().encode(signature)).toEqual(signatureBytes)
    expect(asked).toMatchObject([{ kind: 'send-solana-transaction', cluster }])
  })

  test('gives the cluster the options of the app, and "confirmed" where it gives none', async () => {
    const { wallet, prepared, nodeCalls } = await open()
    const transactionOptions = { skipPreflight: true, maxRetries: 2, minContextSlot: 7 }

    await wallet.signAndSendTransaction(await prepared(), { transactionOptions })

    const sent = nodeCalls.find((call) => call.method === 'sendTransaction')!
    expect(sent.params[1]).toEqual({
      encoding: 'base64',
      preflightCommitment: 'confirmed',
      ...transactionOptions,
    })
  })

  type Options = NonNullable<SolanaSignAndSendTransactionInput['options']>
  const all: Options = {
    skipPreflight: true,
    maxRetries: 0,
    preflightCommitment: 'processed',
    minContextSlot: 1,
  }
  const usual = { encoding: 'base64', preflightCommitment: 'confirmed' }
  test.each<[string, Options | undefined, object]>([
    ['all of them', all, { encoding: 'base64', ...all }],
    ['no simulation', { skipPreflight: true }, { ...usual, skipPreflight: true }],
    ['a simulation asked for', { skipPreflight: false }, { ...usual, skipPreflight: false }],
    ['no repeats', { maxRetries: 0 }, { ...usual, maxRetries: 0 }],
    [
      'a state',
      { preflightCommitment: 'finalized' },
      { encoding: 'base64', preflightCommitment: 'finalized' },
    ],
    ['undefined ones', { maxRetries: undefined } as unknown as Options, usual],
    ['what the RPC does not take', { commitment: 'finalized', mode: 'serial' } as Options, usual],
    ['none', undefined, usual],
  ])('the Wallet Standard’s options reach the cluster: %s', async (_, options, expected) => {
    const { client, prepared, nodeCalls } = await open({
      solanaClusters: [{ ...cluster, name: 'devnet' }],
    })
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const wallets: Wallet[] = []
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail({ register: (each: Wallet) => wallets.push(each) }),
    )
    solana.register(client)
    vi.unstubAllGlobals()
    const [wallet] = wallets
    const { signAndSendTransaction } = wallet!.features[
      'solana:signAndSendTransaction' as never
    ] as {
      signAndSendTransaction: SolanaSignAndSendTransactionMethod
    }
    const transaction = await prepared()

    await signAndSendTransaction({
      account: wallet!.accounts[0]!,
      chain: 'solana:devnet',
      transaction,
      ...(options && { options }),
    })

    expect(nodeCalls.find((call) => call.method === 'sendTransaction')?.params[1]).toEqual(expected)
  })

  test('error: reports what a program refused', async () => {
    const err = { InstructionError: [0, { Custom: 1 }] }
    const { wallet, prepared, steps } = await open(
      {},
      { getSignatureStatuses: { value: [{ err }] } },
    )

    await wallet.signAndSendTransaction(await prepared())

    await expect.poll(() => steps.at(-1)?.step).toBe('failed')
    expect(steps.at(-1)).toMatchObject({ reason: JSON.stringify(err) })
  })

  test('error: hands on the cluster’s refusal', async () => {
    const error = { code: -32002, message: 'Transaction simulation failed', data: { err: 'x' } }
    const { wallet, prepared, steps } = await open({}, { sendTransaction: { error } })

    const sent = wallet.signAndSendTransaction(await prepared())

    await expect(sent).rejects.toMatchObject(error)
    expect(steps.at(-1)?.step).toBe('signing')
  })

  test('error: times out after 180 s', async () => {
    const { wallet, prepared, steps } = await open({}, { getSignatureStatuses: { value: [null] } })

    await wallet.signAndSendTransaction(await prepared())

    await expect.poll(() => steps.at(-1)?.step, { timeout: 30_000 }).toBe('timed-out')
  })
})

describe('describeTransaction', () => {
  test('decodes a transfer, its fee and the balance', async () => {
    const { client, prepared } = await open()
    const transaction = toBase64(await prepared(42n))

    expect(await solana.describeTransaction(client, { transaction, cluster })).toEqual({
      feePayer: address,
      instructions: [{ kind: 'sol-transfer', from: address, to, lamports: 42n }],
      feeLamports: 5000n,
      balanceLamports: 1_000_000n,
      isInsufficient: false,
    })
  })

  test.each([
    [995_000n, false],
    [995_001n, true],
  ])('with a fee of 5,000 of 1,000,000, %d more is too much: %s', async (lamports, expected) => {
    const { client, prepared } = await open()
    const transaction = toBase64(await prepared(lamports))

    const { isInsufficient } = await solana.describeTransaction(client, { transaction, cluster })

    expect(isInsufficient).toBe(expected)
  })

  test('leaves out what the cluster does not answer', async () => {
    const error = { code: -32601, message: 'Method not found' }
    const { client, prepared } = await open({}, { getFeeForMessage: { error } })
    const transaction = toBase64(await prepared())

    const described = await solana.describeTransaction(client, { transaction, cluster })

    expect(described).toMatchObject({ feeLamports: null, isInsufficient: false })
  })

  test('error: refuses bytes that are not a transaction', async () => {
    const { client } = await open()

    await expect(
      solana.describeTransaction(client, { transaction: 'AQID', cluster }),
    ).rejects.toMatchObject({ code: -32602 })
  })
})

describe('transfer', () => {
  test.each([
    [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }, 'Invalid Solana address'],
    [{ to: to.slice(2) }, 'Invalid Solana address'],
    [{ to: '' }, 'Invalid Solana address'],
    [{ from: 'unknown' }, 'Invalid Solana address'],
    [{ lamports: -1n }, 'lamports must be a bigint from 0 to 2⁶⁴ − 1'],
    [{ lamports: 1n << 64n }, 'lamports must be a bigint from 0 to 2⁶⁴ − 1'],
  ])('error: refuses %o', async (given, message) => {
    const { client, nodeCalls } = await open()

    const built = solana.transfer(client, { from: address, to, lamports: 1n, ...given })

    await expect(built).rejects.toMatchObject({ code: -32602, message })
    expect(nodeCalls).toEqual([])
  })
})

describe('getWallet', () => {
  test('error: signs nothing after logout', async () => {
    const { client, wallet } = await open()
    await session.logout(client)

    await expect(wallet.signMessage(Uint8Array.of(1))).rejects.toMatchObject({ code: 4100 })
  })
})

describe('readReceipt', () => {
  const parsed = { slot: 1, meta: { err: null, fee: 5000 }, transaction: { message: {} } }
  const sent = { cluster, signature: '5'.repeat(87) }

  test('gives the transaction as the cluster reads it, and its fee in lamports', async () => {
    const { client, nodeCalls } = await open({}, { getTransaction: parsed })

    const receipt = await solana.readReceipt(client, sent)

    expect(receipt).toEqual({ parsedTransaction: parsed, fees: 5000n })
    expect(nodeCalls.at(-1)).toEqual({
      method: 'getTransaction',
      params: [
        sent.signature,
        { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
      ],
    })
  })

  test.each([
    ['the cluster never confirms it', { getSignatureStatuses: { value: [null] } }],
    ['the node does not know it', { getTransaction: null }],
    ['the node refuses to read it', { getTransaction: { error: { code: -32601, message: 'no' } } }],
  ])('error: gives nothing when %s', async (_name, node) => {
    const { client } = await open({}, node)

    expect(await solana.readReceipt(client, sent)).toEqual({ parsedTransaction: null, fees: null })
  })
})
