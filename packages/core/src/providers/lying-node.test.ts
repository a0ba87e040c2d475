import { foundry } from 'viem/chains'
import { afterEach, describe, expect, test } from 'vitest'
import { ethereum, session } from '../index.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type { ApprovalChoice, Chain } from '../types.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const nodeUrl = 'http://node.test/'
const chain: Chain = { ...foundry, rpcUrls: { default: { http: [nodeUrl] } } }
const hex = (value: bigint) => `0x${value.toString(16)}`
const honest = {
  eth_chainId: hex(31337n),
  eth_getBalance: hex(10n ** 30n),
  eth_getTransactionCount: hex(4n),
  eth_estimateGas: hex(21_000n),
  eth_maxPriorityFeePerGas: hex(10n ** 9n),
  eth_getBlockByNumber: { baseFeePerGas: hex(10n ** 9n), number: hex(1n), transactions: [] },
} as const
const blockAt = (baseFee: bigint) => ({
  eth_getBlockByNumber: { ...honest.eth_getBlockByNumber, baseFeePerGas: hex(baseFee) },
})

afterEach(cleanUp)

/** A wallet whose node answers what the test wants; `choice` is what the user approved. */
async function open(lies: Record<string, unknown>, choice?: ApprovalChoice) {
  const answers: Record<string, unknown> = { ...honest, ...lies }
  const signed: unknown[] = []
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      async 'privy:wallets:rpc'({ request }) {
        signed.push(request)
        return { address, chainType: 'ethereum', response: { method: 'x', data: '0x02' } }
      },
    },
    {
      supportedChains: [chain],
      fetch(input, init) {
        if (String(input) !== nodeUrl) return fetch(input, init)
        const { id, method } = JSON.parse(String(init?.body))
        return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result: answers[method] }))
      },
      ...(choice && { confirm: { request: ({ run }) => run(() => undefined, choice) } }),
    },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address))
  await session.refreshUser(client)
  const provider = ethereum.getProvider(client, address)
  const sign = (fields: object = {}) =>
    provider.request({ method: 'eth_signTransaction', params: [{ to, value: 1, ...fields }] })
  return { client, sign, signed }
}

const lies = [
  ['a price of 10^30 wei', blockAt(10n ** 30n), ['fee']],
  ['a price that costs a coin', blockAt(10n ** 14n), ['fee']],
  ['10^9 gas', { eth_estimateGas: hex(10n ** 9n) }, ['fee', 'gas']],
  ['a nonce of 10^9', { eth_getTransactionCount: hex(10n ** 9n) }, ['nonce']],
] as const

describe('T-38: a node that lies', () => {
  test('an honest answer is signed', async () => {
    const { sign, signed } = await open({})

    await sign()

    expect(signed).toHaveLength(1)
  })

  test.each(lies)('error: %s is not signed unseen', async (_, lie) => {
    const { sign, signed } = await open(lie)

    await expect(sign()).rejects.toMatchObject({ code: -32003 })
    expect(signed).toHaveLength(0)
  })

  test.each(lies)(
    '%s is told to the screen, and signed when it was shown',
    async (_, lie, unusual) => {
      const { client, sign, signed } = await open(lie, { acceptsUnusual: true })

      const prepared = await ethereum.prepareTransaction(client, {
        address,
        chain,
        transaction: { to, value: 1 },
      })
      await sign()

      expect(prepared.unusual).toEqual(unusual)
      expect(signed).toHaveLength(1)
    },
  )

  test.each([
    ['the shown fee is signed', {}, 1],
    ['error: a fee of more than twice the shown one is not signed', blockAt(4n * 10n ** 9n), 0],
  ])('%s', async (_, lie, count) => {
    const shownMaxFeeWei = 21_000n * 2_200_000_000n
    const { sign, signed } = await open(lie, { shownMaxFeeWei, acceptsUnusual: true })

    const code = await sign().then(
      () => null,
      (error: { code: number }) => error.code,
    )

    expect({ code, count: signed.length }).toEqual({ code: count === 1 ? null : -32003, count })
  })

  test('error: nothing is signed with what a node of another network answers', async () => {
    const { client, sign, signed } = await open({ eth_chainId: hex(1n) }, {})
    const transaction = { to, value: 1 }

    await expect(sign()).rejects.toMatchObject({ code: 4901 })
    await expect(
      ethereum.prepareTransaction(client, { address, chain, transaction }),
    ).rejects.toMatchObject({ code: 4901 })
    expect(signed).toHaveLength(0)
  })
})
