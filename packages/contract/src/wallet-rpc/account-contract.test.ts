import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { accountCallData } from './account-contract.js'

const abi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
])
const [ada, bob] = [`0x${'aB'.repeat(20)}`, `0x${'1'.repeat(40)}`] as const
const data = ['0x', '0xa9059cbb', `0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(33)}`] as const

describe('accountCallData', () => {
  test('is what another implementation encodes, for one call and for several', () => {
    for (const each of data) {
      expect(accountCallData([{ to: ada, value: 5n, data: each }])).toBe(
        encodeFunctionData({ abi, functionName: 'execute', args: [bob, 5n, each] }).replaceAll(
          bob.slice(2),
          ada.slice(2).toLowerCase(),
        ),
      )
    }
    const calls = data.map((each, at) => ({ to: bob, value: BigInt(at), data: each }))
    const args = [calls.map(({ to, ...rest }) => ({ target: to, ...rest }))] as const
    expect(accountCallData(calls)).toBe(
      encodeFunctionData({ abi, functionName: 'executeBatch', args }),
    )
    expect(accountCallData([{ to: bob }, { to: bob }])).toBe(
      encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [[0, 1].map(() => ({ target: bob, value: 0n, data: '0x' }) as const)],
      }),
    )
  })
})
