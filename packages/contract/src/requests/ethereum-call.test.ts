import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { readCall, readExactCall } from './ethereum-call.js'
import type { EthereumAction } from './reading.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function claim()',
])
const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const token = `0x${'c0'.repeat(20)}` as const
const ada = `0x${'ad'.repeat(20)}` as const
const bob = `0x${'b0'.repeat(20)}` as const
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const most = 2n ** 256n - 1n
const encode = (functionName: string, args: readonly unknown[]) =>
  // The names and arguments are those of `abi`.
  encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0])
const read = (data: string, to: string | null = token) =>
  readCall({ checksum: (address) => address }, { to, data })

describe('calls that viem encodes', () => {
  test.each<[string, string, EthereumAction]>([
    ['no data', '0x', { kind: 'send', to: token }],
    [
      'transfer',
      encode('transfer', [bob, 25n]),
      { kind: 'send-token', token, units: 25n, to: bob },
    ],
    [
      'transferFrom',
      encode('transferFrom', [ada, bob, 25n]),
      { kind: 'move-token', token, units: 25n, from: ada, to: bob },
    ],
    [
      'approve',
      encode('approve', [bob, 25n]),
      { kind: 'approve-token', token, units: 25n, spender: bob },
    ],
    [
      'approve of everything',
      encode('approve', [bob, most]),
      { kind: 'approve-token', token, units: 'unlimited', spender: bob },
    ],
    [
      'increaseAllowance',
      encode('increaseAllowance', [bob, 2n ** 160n - 1n]),
      { kind: 'approve-token', token, units: 'unlimited', spender: bob },
    ],
    [
      'setApprovalForAll',
      encode('setApprovalForAll', [bob, true]),
      { kind: 'approve-all', token, operator: bob },
    ],
    [
      'safeTransferFrom of ERC-721',
      encode('safeTransferFrom', [ada, bob, 42n]),
      { kind: 'move-item', token, id: 42n, units: 1n, from: ada, to: bob },
    ],
    [
      'safeTransferFrom of ERC-721 with bytes',
      encode('safeTransferFrom', [ada, bob, 42n, '0x1234']),
      { kind: 'move-item', token, id: 42n, units: 1n, from: ada, to: bob },
    ],
    [
      'safeTransferFrom of ERC-1155',
      encode('safeTransferFrom', [ada, bob, 42n, 3n, '0x']),
      { kind: 'move-item', token, id: 42n, units: 3n, from: ada, to: bob },
    ],
  ])('%s', (_, data, action) => {
    expect(read(data)).toEqual(action)
  })

  test('approve of Permit2 names the token that it is about, and only at the address of Permit2', () => {
    const data = encodeFunctionData({
      ...{ abi: permit2Abi, functionName: 'approve', args: [token, bob, 2n ** 160n - 1n, 2 ** 40] },
    })

    expect(read(data, permit2)).toEqual({
      ...{ kind: 'approve-token', token, units: 'unlimited', spender: bob },
    })
    expect(read(data).kind).toBe('call')
  })
})

describe('S3: a call that contracts carry out is named, however its arguments are written', () => {
  const approve = encode('approve', [bob, most])
  const allowed = { kind: 'approve-token', token, units: 'unlimited', spender: bob } as const
  const sent = (units: bigint) => ({ kind: 'send-token', token, units, to: bob }) as const
  const party = bob.slice(2).padStart(64, '0')

  test.each<[string, string, EthereumAction]>([
    ['an approval with a byte behind it', `${approve}00`, allowed],
    ['an approval with words behind it', `${approve}${'0'.repeat(256)}`, allowed],
    [
      'an approval of an address with other bytes before it',
      approve.replace('000000000000b0b0', '000000000001b0b0'),
      allowed,
    ],
    ['an approval whose last byte is missing', approve.slice(0, -2), allowed],
    [
      'a transfer with a mark of the app behind it',
      `${encode('transfer', [bob, 25n])}8021`,
      sent(25n),
    ],
    [
      'a transfer whose last byte is missing',
      encode('transfer', [bob, 256n]).slice(0, -2),
      sent(256n),
    ],
    [
      'all of a collection for any number but zero',
      `${encode('setApprovalForAll', [bob, true]).slice(0, -1)}200`,
      { kind: 'approve-all', token, operator: bob },
    ],
    [
      'an item whose parties have other bytes before them',
      encode('safeTransferFrom', [ada, bob, 42n]).replace('000000000000b0b0', 'ff0000000000b0b0'),
      { kind: 'move-item', token, id: 42n, units: 1n, from: ada, to: bob },
    ],
    ['increaseApproval', `0xd73dd623${party}${'f'.repeat(64)}`, allowed],
    ['approveAndCall', `0x3177029f${party}${'f'.repeat(64)}`, allowed],
    ['approveAndCall with bytes', `0xcae9ca51${party}${'f'.repeat(64)}${'0'.repeat(128)}`, allowed],
    ['transferAndCall', `0x4000aea0${party}${'19'.padStart(64, '0')}`, sent(25n)],
    ['send of ERC-777', `0x9bd9bbc6${party}${'19'.padStart(64, '0')}`, sent(25n)],
    ['authorizeOperator', `0x959b8c3f${party}`, { kind: 'approve-all', token, operator: bob }],
  ])('%s, and a policy does not read it', (_, data, action) => {
    expect(read(data)).toEqual(action)
    expect(readExactCall({ checksum: (address) => address }, { to: token, data }).kind).toBe('call')
  })
})

describe('calls that are not of a known form are called calls', () => {
  test.each<[string, string]>([
    ['an unknown function', encode('claim', [])],
    ['a transfer to no address', encode('transfer', [bob, 25n]).slice(0, 72)],
    ['a selector alone', '0x095ea7b3'],
    ['control that is taken back', encode('setApprovalForAll', [bob, false])],
    ['an item without its recipient', encode('safeTransferFrom', [ada, bob, 42n]).slice(0, 74)],
  ])('%s', (_, data) => {
    expect(read(data)).toEqual({ kind: 'call', to: token, selector: data.slice(0, 10) })
  })

  test('a call of no address deploys a contract', () => {
    expect(read('0x6000', null)).toEqual({ kind: 'create' })
  })
})
