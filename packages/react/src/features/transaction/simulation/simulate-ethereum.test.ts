import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '@sallyport/sandbox'
import { freePort } from '@sallyport/testing/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftEthereum } from '../draft-ethereum.js'
import { compare, type Effects } from './effects.js'
import { expectEthereum } from './expectation.js'
import { simulateEthereum } from './simulate-ethereum.js'

// Accounts of anvil's published test mnemonic.
const wallet = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const eve = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const at = (digits: string) => `0x${digits.repeat(20)}`
/** Contracts: logs what it is told; transfers; transfers half; takes tokens; passes coins on; reverts; does not stop. */
const [token, honest, taxed, drainer, forwarder, reverting] = [
  'a1',
  'a2',
  'a3',
  'a4',
  'a5',
  'a6',
].map(at) as [string, string, string, string, string, string]
const ether = 10n ** 18n
const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const topics = {
  transfer: 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
} as const

/** log3 of topics and a word from the call's data. */
const logger = '0x6060355f526040356020355f3560205fa300'
/** Transfer(caller, to, amount) for transfer(to, amount). */
const transferring = `0x6024355f5260043533${`7f${topics.transfer}`}60205fa300`
/** The same for half of the amount (shr 1), and a second one of the other half to Eve. */
const taxing = `0x60243560011c5f5260043533${`7f${topics.transfer}`}60205fa3${`73${eve.slice(2)}`}33${`7f${topics.transfer}`}60205fa300`
/** Passes on the coins it gets. */
const forwarding = `0x5f5f5f5f34${`73${eve.slice(2)}`}5af100`

/** Calls the logger with each of `payloads` (128 bytes), whatever it is called with. */
function callsLogger(...payloads: readonly string[]): string {
  const each = 37
  const start = payloads.length * each + 1
  const code = payloads.map((_, index) => {
    const offset = (start + index * 128).toString(16).padStart(4, '0')
    return `608061${offset}5f395f5f60805f5f73${token.slice(2)}5af150`
  })
  return `0x${code.join('')}00${payloads.join('')}`
}

let url = ''
const folder = mkdtempSync(join(tmpdir(), 'sallyport-anvil-'))
let chain: Awaited<ReturnType<typeof startAnvil>>
const read = async (method: string, params: readonly unknown[]) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error) throw new Error(JSON.stringify(error))
  return result
}

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  mkdirSync(join(folder, 'logs'))
  chain = await startAnvil({ folder, port })
  const pulled = [topics.transfer, word(wallet), word(eve), word(500n)].join('')
  const allowed = [topics.approval, word(wallet), word(eve), 'f'.repeat(64)].join('')
  const codes = {
    [token]: logger,
    [honest]: transferring,
    [taxed]: taxing,
    [drainer]: callsLogger(pulled, allowed),
    [forwarder]: forwarding,
    [reverting]: '0x5f5ffd',
  }
  await Promise.all(
    Object.entries(codes).map(([address, code]) => read('anvil_setCode', [address, code])),
  )
})
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Given {
  to?: string
  data?: string
  value?: bigint
}

/** Where the simulation of a transaction on anvil does not fit what its screen says. */
async function judge({ to, data = '0x', value = 0n }: Given) {
  const draft = draftEthereum({
    address: wallet,
    chain: { id: 31337, name: 'Anvil', nativeCurrency: coin, rpcUrls: {} },
    transaction: { ...(to === undefined ? {} : { to }), data, value },
  })
  const effects = await simulate({ to: to ?? null, data, value })
  return effects && compare(expectEthereum(draft), effects, wallet)
}
const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const simulate = (call: { to: string | null; data: string; value: bigint }) =>
  simulateEthereum({ wallet, calls: [call] }, { read })

const transferCall = (to: string, units: bigint) => `0xa9059cbb${word(to)}${word(units)}`

describe('T-38: what a simulation on a node says against the screen', () => {
  test.each<[string, Given, readonly string[]]>([
    ['coins to an account', { to: bob, value: ether }, []],
    ['coins to a contract that passes them on', { to: forwarder, value: ether }, []],
    ['tokens', { to: honest, data: transferCall(bob, 25n) }, []],
    ['tokens to the wallet itself', { to: honest, data: transferCall(wallet, 25n) }, []],
    ['a call that takes coins and says so', { to: bob, data: '0xd0e30db0', value: ether }, []],
    ['tokens of which others get a half', { to: taxed, data: transferCall(bob, 24n) }, ['arrives']],
    [
      'tokens of a contract that moves none',
      { to: bob, data: transferCall(bob, 24n) },
      ['arrives'],
    ],
    [
      'an unreadable call that takes tokens and allows more',
      { to: drainer, data: '0x4e71d92d' },
      ['leaves', 'approval'],
    ],
    ['a payment whose recipient takes tokens', { to: drainer, value: 1n }, ['leaves', 'approval']],
  ])('%s', async (_, given, expected) => {
    expect(await judge(given)).toEqual(expected)
  })

  test('the changes are what leaves and what comes', async () => {
    const effects = (await simulate({ to: drainer, data: '0x4e71d92d', value: 5n })) as Effects

    expect(effects.changes).toEqual(
      expect.arrayContaining([
        { token, id: null, account: wallet, units: -500n },
        { token, id: null, account: eve, units: 500n },
        { token: null, id: null, account: wallet, units: -5n },
      ]),
    )
    expect(effects.approvals).toEqual([{ token, party: eve, units: 'unlimited', id: null }])
  })

  test('several calls are one simulation', async () => {
    const send = { to: bob, data: '0x', value: ether }
    const effects = await simulateEthereum({ wallet, calls: [send, send] }, { read })
    const coins = effects?.changes.filter(({ account }) => account === wallet) ?? []

    expect(coins.map(({ units }) => units)).toEqual([-ether, -ether])
  })

  test.each<[string, Given]>([
    ['one that fails', { to: reverting, data: '0x4e71d92d' }],
    ['more coins than there are', { to: bob, value: 10n ** 30n }],
  ])('error: %s is not simulated', async (_, given) => {
    expect(await judge(given)).toBeNull()
  })
})

describe('simulateEthereum with other nodes', () => {
  const call = { to: bob, data: '0x', value: 5n }
  const answer = (logs: unknown[]) => [{ calls: [{ status: '0x1', logs }] }]
  const with_ = (node: (method: string) => unknown) =>
    simulateEthereum({ wallet, calls: [call] }, { read: async (method) => node(method) })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['another shape', { calls: [] }],
    ['no call', [{ calls: [] }]],
    ['a failed call', [{ calls: [{ status: '0x0', logs: [] }] }]],
    ['no log', [{ calls: [{ status: '0x1' }] }]],
    ['an entry without topics', answer([{ address: token, data: '0x' }])],
    ['topics that are not words', answer([{ address: token, data: '0x', topics: ['0x1'] }])],
  ])('error: an answer of %s is like none', async (_, answered) => {
    expect(await with_(() => answered)).toBeNull()
  })

  test('error: a node without the method says nothing', async () => {
    expect(await with_(() => Promise.reject(new Error('-32601')))).toBeNull()
  })

  test('coins count where the node does not log them', async () => {
    expect((await with_(() => answer([])))?.changes).toEqual([
      { token: null, id: null, account: wallet, units: -5n },
      { token: null, id: null, account: bob, units: 5n },
    ])
  })

  const allowed = {
    address: token,
    topics: [topics.approval, word(wallet), word(eve)].map(
      (topic) => `0x${topic.replace('0x', '')}`,
    ),
    data: `0x${word(70n)}`,
  }
  test.each<[string, bigint, number]>([
    ['less than before, as tokens log it when they are spent', 100n, 0],
    ['as much as before', 70n, 0],
    ['more than before', 69n, 1],
  ])('an allowance of %s', async (_, before, count) => {
    const node = (method: string) =>
      method === 'eth_call' ? `0x${word(before)}` : answer([allowed])

    expect((await with_(node))?.approvals).toHaveLength(count)
  })
})
