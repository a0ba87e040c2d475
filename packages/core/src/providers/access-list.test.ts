import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ethereum, session } from '../index.js'
import { type Anvil, startAnvil } from '../test-kit/anvil.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type { Chain } from '../types.js'

// The first account of anvil's published test mnemonic.
const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const { address } = account
const to = `0x${'22'.repeat(20)}`
const slot = (last: string) => `0x${last.padStart(64, '0')}`
const list = (...storageKeys: string[]) => [{ address: to, storageKeys }]

let anvil: Anvil
let chain: Chain
beforeAll(async () => {
  anvil = await startAnvil()
  chain = { ...foundry, rpcUrls: { default: { http: [anvil.url] } } }
})
afterAll(() => anvil.stop())
afterEach(cleanUp)

/** A wallet whose frame signs what it is asked, and records it. */
async function open() {
  const signed: Record<string, unknown>[] = []
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      async 'privy:wallets:rpc'({ request }) {
        const [transaction] = (request as { params: [Record<string, unknown>] }).params
        signed.push(transaction)
        const type = { 0: 'legacy', 1: 'eip2930', 2: 'eip1559' }[Number(transaction.type)]
        const data = await account.signTransaction({ ...transaction, type } as never)
        return { address, chainType: 'ethereum', response: { method: 'x', data } }
      },
    },
    {
      supportedChains: [chain],
      confirm: { request: ({ run }) => run(() => undefined) },
    },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address))
  await session.refreshUser(client)
  const provider = ethereum.getProvider(client, address)
  return { client, provider, signed }
}

describe('the gas of a transaction with an access list', () => {
  test.each<[string, object, bigint, number]>([
    ['one key', { value: '0x1', accessList: list(slot('0')) }, 25_300n, 2],
    ['two keys', { value: '0x1', accessList: list(slot('0'), slot('1')) }, 27_200n, 2],
    ['no key', { value: '0x1', accessList: list() }, 23_400n, 2],
    ['an empty list', { value: '0x1', accessList: [] }, 21_000n, 2],
    ['type 0x1', { value: '0x1', type: '0x1', accessList: list(slot('0')) }, 25_300n, 1],
    [
      'one price',
      { value: '0x1', gasPrice: '0xb2d05e00', accessList: list(slot('0')) },
      25_300n,
      1,
    ],
    ['data', { data: '0x12345678', accessList: list(slot('0')) }, 25_364n, 2],
    ['null for a list', { value: '0x1', accessList: null }, 21_000n, 2],
  ])('holds for %s, and the chain takes it', async (_, fields, gas, type) => {
    const { provider, signed } = await open()

    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [{ to, ...fields }],
    })

    const [transaction] = signed
    expect(transaction).toMatchObject({ type })
    expect(BigInt(String(transaction?.gas))).toBeGreaterThanOrEqual(gas)
    await expect
      .poll(() => provider.request({ method: 'eth_getTransactionReceipt', params: [hash] }))
      .toMatchObject({ status: '0x1' })
  })

  test('holds for one that is only signed', async () => {
    const { provider, signed } = await open()

    await provider.request({
      method: 'eth_signTransaction',
      params: [{ to, value: '0x1', accessList: list(slot('0')) }],
    })

    expect(BigInt(String(signed[0]?.gas))).toBeGreaterThanOrEqual(25_300n)
  })

  test('holds for one whose trial run failed: more than the wallet has', async () => {
    const { client } = await open()
    const transaction = { to, value: 10n ** 30n, accessList: list(slot('0')) }

    const prepared = await ethereum.prepareTransaction(client, { address, chain, transaction })

    expect(prepared).toMatchObject({ isInsufficient: true, transaction: { gas: 25_300n } })
  })
})
