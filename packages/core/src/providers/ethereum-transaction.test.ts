import { createPublicClient, type Hex, http, parseEther, parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ethereum, session } from '../index.js'
import { type Anvil, startAnvil } from '../test-kit/anvil.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type { Chain, ClientOptions, RequestStep } from '../types.js'

// The first account of anvil's published test mnemonic.
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(key)
const { address } = account
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Deploys nothing: reverts with Error("nope") in its constructor. */
const reverting: Hex = `0x${[
  '6308c379a060e01b600052', // mstore(0, 0x08c379a0 << 224)
  '6020600452', // mstore(4, 32)
  '6004602452', // mstore(36, 4)
  '636e6f706560e01b604452', // mstore(68, "nope")
  '60646000fd', // revert(0, 100)
].join('')}`

/** A transaction that no block will hold, with a nonce that no other takes. */
const never = { hash: `0x${'00'.repeat(32)}`, from: address, nonce: 1_000_000 }

/** Switches mining at once on or off; switched on, a block is mined with what waited. */
async function setAutomine(node: { request: unknown }, isOn: boolean) {
  // viem types only methods of the standard; these are anvil's.
  const request = node.request as (call: { method: string; params: unknown[] }) => Promise<unknown>
  if (isOn) await request({ method: 'evm_mine', params: [] })
  await request({ method: 'evm_setAutomine', params: [isOn] })
}

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
afterEach(cleanUp)

async function open(options: Partial<ClientOptions> = {}) {
  const signed: Record<string, unknown>[] = []
  const steps: RequestStep[] = []
  const chain: Chain = { ...foundry, rpcUrls: { default: { http: [anvil.url] } } }
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      async 'privy:wallets:rpc'({ request }) {
        const [transaction] = (request as { params: [Record<string, unknown>] }).params
        signed.push(transaction)
        // The frame signs what it is given; viem names the type by a word.
        const type = transaction.type === 0 ? 'legacy' : 'eip1559'
        const raw = await account.signTransaction({ ...transaction, type } as never)
        return { address, chainType: 'ethereum', response: { method: 'x', data: raw } }
      },
    },
    {
      supportedChains: [chain],
      confirm: { request: ({ run }) => run((step) => steps.push(step)) },
      ...options,
    },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address))
  await session.refreshUser(client)
  const provider = ethereum.getProvider(client, address)
  const node = createPublicClient({ chain: foundry, transport: http(anvil.url) })
  const send = (transaction: object) =>
    provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  return { ...world, client, provider, node, chain, signed, steps, send }
}

describe('eth_sendTransaction', () => {
  test('fills, signs in the frame, broadcasts, and reports until confirmed', async () => {
    const { send, node, steps, signed } = await open()
    const before = await node.getBalance({ address: to })

    const hash = (await send({ to, value: '0xde0b6b3a7640000' })) as Hex

    await expect.poll(() => steps.at(-1)?.step).toBe('confirmed')
    expect(steps.map(({ step }) => step)).toEqual([
      'connecting',
      'signing',
      'submitted',
      'confirmed',
    ])
    expect((await node.getBalance({ address: to })) - before).toBe(parseEther('1'))
    expect((await node.getTransaction({ hash })).from).toBe(address.toLowerCase())
    expect(signed[0]).toMatchObject({ type: 2, chainId: 31337, gas: 21000n, from: address })
  })

  test('SIG-13: 20 at once take 20 nonces in a row, and none is lost', async () => {
    const { send, signed, node } = await open()
    const before = await node.getTransactionCount({ address })

    await Promise.all(Array.from({ length: 20 }, (_, value) => send({ to, value })))

    const nonces = signed.map((each) => Number(each.nonce))
    expect(nonces).toEqual(Array.from({ length: 20 }, (_, index) => before + index))
    await expect
      .poll(() => node.getTransactionCount({ address }), { timeout: 30_000 })
      .toBe(before + 20)
  })

  test('a legacy price makes a legacy transaction', async () => {
    const { send, node } = await open()

    const hash = (await send({ to, value: '1', gasPrice: '3000000000', gasLimit: 30_000 })) as Hex

    expect(await node.getTransaction({ hash })).toMatchObject({ type: 'legacy', gas: 30000n })
  })

  test('SIG-15: error: an amount beyond the balance is not signed', async () => {
    const { send, signed } = await open()

    await expect(send({ to, value: parseEther('1000000') })).rejects.toMatchObject({
      code: -32003,
      cause: { code: 'insufficient_balance' },
    })
    expect(signed).toHaveLength(0)
  })

  test('error: tells why the trial run failed, and signs nothing', async () => {
    const { send, signed } = await open()

    await expect(send({ data: reverting })).rejects.toMatchObject({ code: 3, message: 'nope' })
    expect(signed).toHaveLength(0)
  })

  test('a transaction that will probably fail is sent when the user chose to', async () => {
    const anyway: ClientOptions['confirm'] = {
      request: ({ run }) => run(() => undefined, { sendsAnyway: true }),
    }
    const { send, signed } = await open({ confirm: anyway })

    expect(await send({ data: reverting })).toMatch(/^0x[0-9a-f]{64}$/)
    expect(signed).toHaveLength(1)
  })

  test('call data that the user chose is signed in place of the request’s', async () => {
    const data = `0x095ea7b3${'00'.repeat(64)}` as const
    const lower: ClientOptions['confirm'] = {
      request: ({ run }) => run(() => undefined, { data }),
    }
    const { send, signed } = await open({ confirm: lower })
    await send({ to, data: `0x095ea7b3${'00'.repeat(32)}${'ff'.repeat(32)}` })

    expect(signed).toMatchObject([{ to, data }])
  })

  test('error: reports a transaction the chain reverts', async () => {
    const { client, steps, node } = await open()
    const { watchReceipt } = await import('./receipt.js')
    const raw = await account.signTransaction({
      chainId: 31337,
      type: 'eip1559',
      nonce: await node.getTransactionCount({ address }),
      data: reverting,
      gas: 200_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    })
    const hash = await node.request({ method: 'eth_sendRawTransaction', params: [raw] })

    await watchReceipt(
      client,
      {
        chain: { ...foundry, rpcUrls: { default: { http: [anvil.url] } } },
        sent: { ...never, hash },
      },
      (step) => steps.push(step),
    )

    expect(steps).toMatchObject([{ step: 'failed', hash }])
  })

  test('a second run after a lost answer sends the same transaction, once', async () => {
    let lose = true
    const { send, node, signed } = await open({
      async fetch(input, init) {
        const response = await fetch(input, init)
        if (lose && String(init?.body).includes('eth_sendRawTransaction')) {
          lose = false
          throw new TypeError('connection reset')
        }
        return response
      },
      confirm: { request: ({ run }) => run(() => undefined).catch(() => run(() => undefined)) },
    })
    const before = await node.getTransactionCount({ address })

    const hash = (await send({ to, value: 1 })) as Hex

    expect(signed).toHaveLength(1)
    expect(await node.getTransactionCount({ address })).toBe(before + 1)
    expect((await node.getTransactionReceipt({ hash })).status).toBe('success')
  })

  test('SIG-16: error: 180 s without a receipt is not called failed', async () => {
    const { client, chain, steps } = await open()
    const { watchReceipt } = await import('./receipt.js')

    await watchReceipt(client, { chain, sent: never }, (step) => steps.push(step))

    expect(steps).toMatchObject([{ step: 'timed-out' }])
  })

  test.each([
    ['repriced', { to, value: 3n }],
    ['cancelled', { to: address, value: 0n }],
    ['replaced', { to, value: 4n }],
  ] as const)('SIG-16: tells that a transaction was %s', async (reason, instead) => {
    const { send, steps, node } = await open()
    const nonce = await node.getTransactionCount({ address })
    await setAutomine(node, false)
    const hash = await send({ to, value: 3, gas: 21_000 })
    const raw = await account.signTransaction({
      chainId: 31337,
      type: 'eip1559',
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 12n,
      maxPriorityFeePerGas: 10n ** 11n,
      ...instead,
    })
    const replacing = await node.request({ method: 'eth_sendRawTransaction', params: [raw] })
    await setAutomine(node, true)

    await expect.poll(() => steps.at(-1)?.step, { timeout: 30_000 }).toBe('replaced')
    expect(steps.at(-1)).toEqual({
      step: 'replaced',
      hash,
      replacement: { hash: replacing, reason, outcome: 'confirmed' },
    })
  })
})

describe('eth_signTransaction', () => {
  test('gives the signed transaction without sending it', async () => {
    const { provider, node } = await open()
    const before = await node.getTransactionCount({ address })

    const params = [{ to, value: 5 }]
    const raw = (await provider.request({ method: 'eth_signTransaction', params })) as Hex

    expect(parseTransaction(raw)).toMatchObject({ value: 5n, nonce: before, chainId: 31337 })
    expect(await node.getTransactionCount({ address })).toBe(before)
  })

  test('needs no balance: gas is tried as if the wallet could pay', async () => {
    const { provider, node } = await open()
    const value = (await node.getBalance({ address })) * 2n

    const params = [{ to, value: `0x${value.toString(16)}` }]
    const raw = (await provider.request({ method: 'eth_signTransaction', params })) as Hex

    expect(parseTransaction(raw)).toMatchObject({ value, gas: 21_000n })
  })

  test('asks the chain nothing for a transaction that is complete', async () => {
    const nowhere: Chain = { ...foundry, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } }
    const { provider } = await open({ supportedChains: [nowhere] })

    const complete = {
      to,
      value: 5,
      nonce: 7,
      gas: 21_000,
      maxFeePerGas: 2_000_000_000,
      maxPriorityFeePerGas: 1,
    }
    const raw = await provider.request({ method: 'eth_signTransaction', params: [complete] })

    expect(parseTransaction(raw as Hex)).toMatchObject({ nonce: 7, gas: 21_000n })
  })

  test('error: says why a transaction that would revert has no gas', async () => {
    const { provider } = await open()

    const signed = provider.request({
      method: 'eth_signTransaction',
      params: [{ data: reverting }],
    })

    await expect(signed).rejects.toMatchObject({ code: 3, message: 'nope' })
  })
})

describe('prepareTransaction', () => {
  test('gives fees, balance and no problem for a transfer', async () => {
    const { client, chain, node } = await open()

    const prepared = await ethereum.prepareTransaction(client, {
      address,
      chain,
      transaction: { to, value: 1 },
    })

    const { gas, maxFeePerGas, maxPriorityFeePerGas } = prepared.transaction
    const { baseFeePerGas } = await node.getBlock()
    expect(prepared).toMatchObject({ isInsufficient: false, problem: null })
    expect(prepared.balanceWei).toBe(await node.getBalance({ address }))
    expect(prepared.maxFeeWei).toBe(gas! * maxFeePerGas!)
    expect(maxFeePerGas).toBe((baseFeePerGas! * 12n) / 10n + maxPriorityFeePerGas!)
    expect(prepared.estimatedFeeWei).toBeLessThan(prepared.maxFeeWei)
  })

  test.each([
    [{ gasPrice: 3n * 10n ** 9n }, { type: 0 }],
    [{ type: 'legacy' }, { type: 0 }],
    [{ gasPrice: 3n * 10n ** 9n, accessList: [{ address: to, storageKeys: [] }] }, { type: 1 }],
    [
      { maxFeePerGas: 5n * 10n ** 9n, maxPriorityFeePerGas: 2n },
      { type: 2, maxPriorityFeePerGas: 2n },
    ],
    [
      { maxFeePerGas: 7n, gas: '0x7530' },
      { type: 2, maxPriorityFeePerGas: 7n, gas: 30000n },
    ],
  ])('keeps the prices the app gave: %o', async (given, expected) => {
    const { client, chain } = await open()
    const transaction = { to, value: 1, ...given }

    const prepared = await ethereum.prepareTransaction(client, { address, chain, transaction })

    expect(prepared.transaction).toMatchObject(expected)
  })

  test('tells that the balance is too low', async () => {
    const { client, chain } = await open()
    const transaction = { to, value: parseEther('1000000') }

    const prepared = await ethereum.prepareTransaction(client, { address, chain, transaction })

    expect(prepared.isInsufficient).toBe(true)
  })

  test('error: refuses fields that cannot be read', async () => {
    const { client, chain } = await open()
    const transaction = { to, value: '1 ether' }

    const prepared = ethereum.prepareTransaction(client, { address, chain, transaction })

    await expect(prepared).rejects.toMatchObject({ code: -32602 })
  })
})
