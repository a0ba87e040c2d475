import type { Chain, SallyportClient } from '@sallyport/core'
import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { isListed, listedTokensOf, usdcOf } from './listed-tokens.js'
import { multicall } from './multicall.js'
import { readErc20s, readSpls } from './token-balances.js'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
  'function balanceOf(address) view returns (uint256)',
])
const chain = {
  id: 8453,
  rpcUrls: { default: { http: ['https://node.example'] } },
} as unknown as Chain
const holder = '0x291e5e5a8A0B0AE8b40ae5f2e2D3f7e4f0aA309E'
const tokens = listedTokensOf('eip155:8453')
const word = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}` as const

type Request = { id: number; method: string; params: unknown[] }

/** A client whose node answers so; `bodies` has each request. */
function clientOf(answer: (body: Request | Request[]) => unknown) {
  const bodies: (Request | Request[])[] = []
  const fetch = vi.fn(async (_: unknown, init: RequestInit) => {
    const body = JSON.parse(String(init.body))
    bodies.push(body)
    return Response.json(answer(body))
  })
  // The parts that readings use.
  const client = {
    environment: { fetch },
    options: {},
    kept: new Map(),
  } as unknown as SallyportClient
  return { client, bodies }
}

describe('readErc20s', () => {
  test('asks for all listed tokens by one call, as Multicall3 takes it, and gives those that are held', async () => {
    const { client, bodies } = clientOf((body) => {
      const [{ to, data }] = (body as Request).params as [{ to: string; data: `0x${string}` }]
      expect(to).toBe(multicall)
      // By its name, the first of both functions.
      const [calls] = decodeFunctionData({ abi, data }).args as unknown as [
        { target: string; callData: `0x${string}` }[],
      ]
      expect(calls.map(({ target }) => target.toLowerCase())).toEqual(
        tokens.map((it) => it.address),
      )
      expect(decodeFunctionData({ abi, data: calls[0]?.callData ?? '0x' }).args).toEqual([holder])
      const results = calls.map((_, at) =>
        at === 1
          ? { success: false, returnData: '0x' as const }
          : { success: true, returnData: at === 2 ? word(1_500_000n) : at === 3 ? '0x' : word(0n) },
      ) as { success: boolean; returnData: `0x${string}` }[]
      return { result: encodeFunctionResult({ abi, functionName: 'aggregate3', result: results }) }
    })

    expect(await readErc20s(client, { chain, tokens, holder })).toEqual([
      { token: tokens[2], units: 1_500_000n },
    ])
    expect(bodies).toHaveLength(1)
  })

  test('asks each contract, in one request, where the network has no Multicall3', async () => {
    const { client, bodies } = clientOf((body) =>
      Array.isArray(body)
        ? body.map(({ id }) => ({ id, result: id === 1 ? word(7n) : '0x' })).reverse()
        : { result: '0x' },
    )

    expect(await readErc20s(client, { chain, tokens, holder })).toEqual([
      { token: tokens[1], units: 7n },
    ])
    expect(bodies).toHaveLength(2)
  })

  test('asks nothing where no token is listed', async () => {
    const { client, bodies } = clientOf(() => ({}))

    expect(await readErc20s(client, { chain, tokens: [], holder })).toEqual([])
    expect(bodies).toEqual([])
  })

  test.each([
    ['a number', 5],
    ['text', '0xzz'],
    ['another count', encodeFunctionResult({ abi, functionName: 'aggregate3', result: [] })],
    ['an answer cut short', `0x${'20'.padStart(64, '0')}`],
  ])('error: %s is not taken for balances', async (_, result) => {
    const { client } = clientOf((body) => (Array.isArray(body) ? { error: {} } : { result }))

    await expect(readErc20s(client, { chain, tokens, holder })).rejects.toThrow()
  })
})

describe('readSpls', () => {
  const mints = listedTokensOf('solana:mainnet-beta')
  const account = (mint: string, amount: string) => ({
    account: { data: { parsed: { info: { mint, tokenAmount: { amount } } } } },
  })

  test('asks both token programs in one request, and adds up the accounts of a mint', async () => {
    const [first, second] = mints
    const { client, bodies } = clientOf((body) =>
      (body as Request[]).map(({ id }) =>
        id === 0
          ? {
              id,
              result: {
                value: [
                  account(first?.address ?? '', '5'),
                  account(first?.address ?? '', '6'),
                  account('Unlisted1111111111111111111111111111111111', '9'),
                  account(second?.address ?? '', '0'),
                ],
              },
            }
          : { id, error: { code: -32602 } },
      ),
    )

    const cluster = { name: 'mainnet-beta', rpcUrl: 'https://node.example' } as const
    expect(await readSpls(client, { chain: cluster, tokens: mints, holder: 'x' })).toEqual([
      { token: first, units: 11n },
    ])
    expect(bodies).toHaveLength(1)
  })
})

describe('the pinned list by network', () => {
  test.each([
    ['eip155:1', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
    ['eip155:10', '0x0b2c639c533813f4aa9d7837caf62653d097ff85'],
    ['eip155:137', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'],
    ['eip155:8453', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
    ['eip155:42161', '0xaf88d065e77c8cc2239327c5edb3a432268e5831'],
    ['eip155:43114', '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'],
    ['eip155:84532', '0x036cbd53842c5426634e7929541ec2318f3dcf7e'],
    ['eip155:11155111', '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238'],
    ['eip155:31337', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
    ['solana:mainnet-beta', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['solana:localnet', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['solana:devnet', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'],
    ['solana:testnet', undefined],
    ['eip155:123456', undefined],
    ['bitcoin:mainnet', undefined],
  ])('USDC on %s is Circle’s', (network, address) => {
    expect(usdcOf(network)).toBe(address)
    if (address !== undefined)
      expect(isListed(network, { token: address, symbol: 'USDC' })).toBe(true)
  })

  test('a name on another contract, and another name on a listed one, are not the list’s', () => {
    expect(isListed('eip155:1', { token: holder, symbol: 'USDC' })).toBe(false)
    expect(isListed('eip155:1', { token: usdcOf('eip155:1') ?? '', symbol: 'ETH' })).toBe(false)
  })
})
