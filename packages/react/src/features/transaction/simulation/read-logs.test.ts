import { describe, expect, test } from 'vitest'
import { readLogs } from './read-logs.js'

const wallet = '0x00000000000000000000000000000000000000aa'
const bob = '0x00000000000000000000000000000000000000bb'
const token = '0xC000000000000000000000000000000000000000'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const word = (value: string | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).toLowerCase().padStart(64, '0')
const entry = (
  topics: readonly (string | bigint)[],
  data: readonly bigint[] = [],
  address = token,
) => ({
  ...{ address, topics: topics.map((topic) => `0x${word(topic)}`) },
  data: `0x${data.map(word).join('')}`,
})

// Topics are keccak-256 of the events' signatures, by viem 2.
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const forAll = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const permit2Approval = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'

describe('readLogs', () => {
  test.each<[string, ReturnType<typeof entry>, object[]]>([
    ['ERC-20', entry([transfer, wallet, bob], [25n]), [{ id: null, units: -25n }]],
    ['ERC-721', entry([transfer, wallet, bob, 7n]), [{ id: 7n, units: -1n }]],
    ['ERC-1155', entry([single, bob, wallet, bob], [7n, 3n]), [{ id: 7n, units: -3n }]],
    [
      'several of ERC-1155',
      entry([batch, bob, wallet, bob], [64n, 160n, 2n, 7n, 8n, 2n, 1n, 4n]),
      [
        { id: 7n, units: -1n },
        { id: 8n, units: -4n },
      ],
    ],
    ['ERC-20 without an amount', entry([transfer, wallet, bob]), []],
    ['lists beyond the end', entry([batch, bob, wallet, bob], [2n ** 255n, 160n]), []],
    ['another event', entry([forAll, bob, wallet], [1n]), []],
  ])('a transfer: %s', (_, log, changes) => {
    const own = readLogs([log], wallet).changes.filter(({ account }) => account === wallet)

    expect(own).toEqual(changes.map((each) => ({ token, account: wallet, ...each })))
  })

  test('coins are logged where no contract can be', () => {
    const log = entry([transfer, wallet, bob], [5n], `0x${'eE'.repeat(20)}`)

    expect(readLogs([log], wallet).changes[0]).toMatchObject({ token: null, units: -5n })
  })

  test.each<[string, ReturnType<typeof entry>, object[]]>([
    ['ERC-20', entry([approval, wallet, bob], [5n]), [{ party: bob, units: 5n, id: null }]],
    ['one item', entry([approval, wallet, bob, 7n]), [{ party: bob, units: 1n, id: 7n }]],
    [
      'all items',
      entry([forAll, wallet, bob], [1n]),
      [{ party: bob, units: 'unlimited', id: null }],
    ],
    [
      'Permit2, by the token it is about',
      entry([permit2Approval, wallet, token, bob], [2n ** 160n - 1n, 9n], permit2),
      [{ token: token.toLowerCase(), party: bob, units: 'unlimited', id: null }],
    ],
    ['ended', entry([approval, wallet, bob], [0n]), []],
    ['ended for all items', entry([forAll, wallet, bob], [0n]), []],
    ['of another owner', entry([approval, bob, wallet], [5n]), []],
  ])('an approval: %s', (_, log, approvals) => {
    expect(readLogs([log], wallet).approvals).toEqual(approvals.map((each) => ({ token, ...each })))
  })
})
