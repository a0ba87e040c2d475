import * as AbiParameters from 'ox/AbiParameters'
import { describe, expect, test } from 'vitest'
import { factsOf, judged, policyOf, send, where, word } from '../testing/policies.js'
import { type AbiParameter, isStrictEncoding } from './abi-encoding.js'

const text = 'words that are longer than one word of thirty-two bytes'
const point = {
  name: 'p',
  type: 'tuple',
  components: [
    { name: 'x', type: 'uint8' },
    { name: 'y', type: 'bytes' },
  ],
}
const encoded = (parameters: readonly unknown[], values: readonly unknown[]) =>
  AbiParameters.encode(parameters as never, values as never).slice(2)
const valid: [string, readonly AbiParameter[], readonly unknown[]][] = [
  ['numbers', [{ type: 'uint256' }, { type: 'int8' }, { type: 'bool' }], [1n, -2, true]],
  ['texts', [{ type: 'string' }, { type: 'bytes' }, { type: 'string' }], [text, '0x', '']],
  ['a list', [{ type: 'uint16[]' }, { type: 'bytes4' }], [[1, 2, 3], '0x12345678']],
  ['lists of lists', [{ type: 'bytes[][]' }], [[['0x12', `0x${'ab'.repeat(40)}`], [], ['0x']]]],
  [
    'lists of fixed length',
    [{ type: 'uint8[2][3]' }, { type: 'string[2]' }],
    [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      ['a', text],
    ],
  ],
  ['a list without items', [{ type: 'uint8[2][]' }], [[]]],
  [
    'tuples',
    [point, { ...point, type: 'tuple[]' }],
    [
      { x: 1, y: '0x1234' },
      [
        { x: 2, y: '0x' },
        { x: 3, y: `0x${'cd'.repeat(33)}` },
      ],
    ],
  ],
  [
    'tuples of fixed size',
    [{ type: 'tuple[2]', components: [{ type: 'uint8' }, { type: 'bool' }] }],
    [
      [
        [1, true],
        [2, false],
      ],
    ],
  ],
  ['nothing', [], []],
]

describe('isStrictEncoding', () => {
  test.each(valid)('%s as an encoder writes them', (_, parameters, values) => {
    const hex = encoded(parameters, values)

    expect(isStrictEncoding(parameters, hex)).toBe(true)
    expect(isStrictEncoding(parameters, `${hex}${'00'.repeat(32)}`)).toBe(false)
    expect(isStrictEncoding(parameters, `${hex}00`)).toBe(false)
    if (hex !== '') expect(isStrictEncoding(parameters, hex.slice(0, -64))).toBe(false)
  })

  test.each<[string, string, string]>([
    ['an offset behind the next word', 'bytes', word(64) + word(0) + word(0)],
    ['an offset into its own head', 'bytes', word(0)],
    ['an offset far away', 'bytes', 'f'.repeat(64)],
    ['a length far away', 'bytes', word(32) + 'f'.repeat(64)],
    [
      'two items at one place',
      'bytes[]',
      [32, 2, 64, 64, 1].map(word).join('') + 'ab'.padEnd(64, '0'),
    ],
    ['more items than words', 'uint8[]', word(32) + word(10n ** 15n)],
    ['more items than can be made', 'bytes[]', word(32) + word(2n ** 53n)],
    ['a fixed length that is not there', 'uint8[99999999999999999999]', word(1)],
    ['fixed lists that are not there', 'bytes[9999999999]', word(32)],
  ])('error: %s', (_, type, hex) => {
    expect(isStrictEncoding([{ type }], hex)).toBe(false)
  })
})

describe('a condition on an argument', () => {
  const multicall = (inputs: object[]) => [
    { type: 'function', name: 'multicall', stateMutability: 'payable', outputs: [], inputs },
  ]
  const inputs = [
    { name: 'deadline', type: 'uint256' },
    { name: 'data', type: 'bytes[][]' },
  ]
  const early = (abi: object[]) =>
    where('ethereum_calldata.multicall.deadline', 'lte', '10', { abi })

  test('error: data whose lists share their bytes cannot be read', () => {
    // 85 × 85 × 24,000 bytes of 27,000.
    const offsets = Array.from({ length: 85 }, () => word(85 * 32)).join('')
    const blob = word(24_000) + 'ab'.repeat(24_000)
    const data = `0xf7d81e62${word(5)}${word(64)}${word(85)}${offsets}${word(85)}${offsets}${blob}`
    const policies = [policyOf([{ method: '*', conditions: [early(multicall(inputs))] }])]

    expect(judged(factsOf(send({ data })), { policies })).toMatchObject({ isAllowed: false })
  })

  test.each([
    ['a list of zero items', 'uint8[0]'],
    ['lists of zero items', 'uint8[0][]'],
    ['a long type', `uint8${'[]'.repeat(60)}`],
    ['a tuple without members', 'tuple[]'],
  ])('error: an ABI with %s is refused', (_, type) => {
    const abi = multicall([
      { name: 'deadline', type: 'uint256' },
      { name: 'data', type, components: [] },
    ])
    expect(() => policyOf([{ method: '*', conditions: [early(abi)] }])).toThrow('cannot be read')
  })
})
