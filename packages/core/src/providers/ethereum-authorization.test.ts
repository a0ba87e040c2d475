import { privateKeyToAccount } from 'viem/accounts'
import { foundry, optimism } from 'viem/chains'
import { getAddress, recoverAuthorizationAddress } from 'viem/utils'
import { afterEach, describe, expect, test } from 'vitest'
import { ethereum, session } from '../index.js'
import { walletAccount } from '../test-kit/server.js'
import { cleanUp, setup } from '../test-kit/setup.js'
import type { Chain, ConfirmRequest } from '../types.js'

// The first account of anvil's published test mnemonic.
const owner = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
const { address } = owner
const contract = '0xbe95c3f554e9fc85ec51be69a3d807a0d55bcf2c'
const nodeUrl = 'http://node.test/'
const chains: Chain[] = [foundry, optimism].map((chain) => ({
  ...chain,
  rpcUrls: { default: { http: [nodeUrl] } },
}))

const node: Record<string, unknown> = {
  eth_getTransactionCount: '0x7',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_estimateGas: '0x186a0',
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', transactions: [] },
}

afterEach(cleanUp)

interface Authorization {
  contract: `0x${string}`
  chainId: number
  nonce: number
}

/** A wallet whose frame signs, or refuses as one of an app that does not allow it. */
async function open({ allowed = true, nodeChain = '0x7a69' } = {}) {
  const asked: ConfirmRequest[] = []
  const frame: { method: string; params: unknown[] }[] = []
  const world = await setup(
    {
      'privy:wallets:connect': ({ entropyId }) => ({ entropyId }),
      async 'privy:wallets:rpc'({ request }) {
        const given = request as { method: string; params: [Authorization] }
        frame.push(given)
        if (!allowed) throw Object.assign(new Error('Not allowed'), { type: 'not_supported' })
        const [{ contract, ...rest }] = given.params
        const signed = await owner.signAuthorization({ address: contract, ...rest })
        const v = signed.yParity === 0 ? '1b' : '1c'
        const data = `${signed.r}${signed.s.slice(2)}${v}`
        return { address, chainType: 'ethereum', response: { method: given.method, data } }
      },
    },
    {
      supportedChains: chains,
      fetch(input, init) {
        if (String(input) !== nodeUrl) return fetch(input, init)
        const { id, method } = JSON.parse(String(init?.body))
        const result = { ...node, eth_chainId: nodeChain }[String(method)]
        return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result }))
      },
      confirm: {
        request(job) {
          asked.push(job.request)
          return job.run(() => undefined)
        },
      },
    },
  )
  const client = await world.signedIn()
  world.server.link(walletAccount('ethereum', address))
  await session.refreshUser(client)
  const provider = ethereum.getProvider(client, address)
  const sign = (fields: object, options = {}) =>
    provider.request(
      { method: 'eth_sign7702Authorization', params: [{ contract, ...fields }] },
      options,
    )
  return { asked, frame, sign, provider }
}

describe('eth_sign7702Authorization', () => {
  test.each<[string, object, { chainId: number; nonce: number }]>([
    ['nothing else: this chain and the next nonce', {}, { chainId: 31_337, nonce: 7 }],
    [
      'that the wallet sends it: the nonce after',
      { executor: 'self' },
      { chainId: 31_337, nonce: 8 },
    ],
    [
      'the wallet’s own address',
      { executor: address.toLowerCase() },
      { chainId: 31_337, nonce: 8 },
    ],
    ['another sender', { executor: contract }, { chainId: 31_337, nonce: 7 }],
    ['chain and nonce', { chainId: 10, nonce: 3 }, { chainId: 10, nonce: 3 }],
    ['them as hex and bigint', { chainId: '0xa', nonce: 3n }, { chainId: 10, nonce: 3 }],
  ])('with %s', async (_, fields, signed) => {
    const { sign, asked, frame } = await open()
    const authorization = (await sign(fields)) as ethereum.SignedAuthorization

    expect(authorization).toMatchObject({ address: contract, ...signed })
    expect(await recoverAuthorizationAddress({ authorization })).toBe(address)
    expect(frame).toEqual([
      { method: 'eth_sign7702Authorization', params: [{ contract, ...signed }] },
    ])
    expect(asked).toMatchObject([
      {
        kind: 'sign-authorization',
        address,
        contract,
        nonce: signed.nonce,
        chain: { id: signed.chainId },
      },
    ])
  })

  test.each<[string, object, number]>([
    ['no contract', { contract: undefined }, -32602],
    ['a short contract', { contract: '0x1234' }, -32602],
    ['a fraction', { nonce: 0.5 }, -32602],
    ['a negative nonce', { nonce: -1 }, -32602],
    ['a chain that is not the app’s', { chainId: 1 }, 4901],
    ['chain 0, which is every chain', { chainId: 0 }, -32602],
  ])('error: %s', async (_, fields, code) => {
    const { sign, asked, frame } = await open()

    await expect(sign(fields)).rejects.toMatchObject({ name: 'RpcError', code })
    expect([asked, frame]).toEqual([[], []])
  })

  test('error: without a screen it is refused', async () => {
    const { sign, frame } = await open()

    await expect(sign({}, { showWalletUIs: false })).rejects.toMatchObject({ code: 4200 })
    expect(frame).toEqual([])
  })

  test('error: T-38: the next nonce is not asked from a node of another network', async () => {
    const { sign, frame } = await open({ nodeChain: '0x1' })

    await expect(sign({})).rejects.toThrow()
    expect(frame).toEqual([])
  })
})

describe('a transaction with an authorization list', () => {
  const fields = { to: contract, gas: 100_000, maxFeePerGas: 2, maxPriorityFeePerGas: 1, nonce: 7 }

  test('reaches the frame as type 4 with what viem signed', async () => {
    const { provider, frame } = await open({ allowed: false })
    const given = { address: contract, chainId: 31_337, nonce: 8 } as const
    const authorization = await owner.signAuthorization(given)
    const call = { ...fields, type: 'eip7702', authorizationList: [authorization] }
    const sign = provider.request({ method: 'eth_signTransaction', params: [call] })

    await expect(sign).rejects.toThrow()
    expect(frame[0]?.params).toMatchObject([
      {
        type: 4,
        authorizationList: [
          {
            ...{ address: getAddress(contract), chainId: '0x7a69', nonce: '0x8' },
            yParity: `0x${authorization.yParity}`,
            ...{ r: `0x${BigInt(authorization.r).toString(16)}` },
            ...{ s: `0x${BigInt(authorization.s).toString(16)}` },
          },
        ],
      },
    ])
  })

  test.each<[string, object]>([
    ['type 4 without a list', { type: 4 }],
    ['an empty list', { authorizationList: [] }],
    ['a list in type 2', { type: 2, authorizationList: [{}] }],
    ['an authorization without a signature', { authorizationList: [{ address: contract }] }],
    ['a list that is none', { authorizationList: {} }],
  ])('error: %s', async (_, wrong) => {
    const { provider, frame } = await open()
    const call = { method: 'eth_signTransaction', params: [{ ...fields, ...wrong }] }

    await expect(provider.request(call)).rejects.toMatchObject({ code: -32602 })
    expect(frame).toEqual([])
  })
})
