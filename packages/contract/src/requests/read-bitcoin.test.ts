import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addressOfScript, scriptOfAddress, spellBitcoinAddress } from './bitcoin-address.js'
import { parsePsbt } from './psbt.js'
import { readBitcoin } from './read-bitcoin.js'

const sha256 = (bytes: Uint8Array) => Uint8Array.from(createHash('sha256').update(bytes).digest())
const own = `0014${'11'.repeat(20)}`
const taproot = `5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c`
const other = `0014${'22'.repeat(20)}`

const little = (value: bigint, width: number) =>
  Array.from({ length: width }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
const bytesOf = (hex: string) => [...Buffer.from(hex, 'hex')]
const sized = (bytes: number[]) =>
  bytes.length < 0xfd
    ? [bytes.length, ...bytes]
    : [0xfd, ...little(BigInt(bytes.length), 2), ...bytes]
type Part = { script: string; amount: bigint }
const output = ({ script, amount }: Part) => [...little(amount, 8), ...sized(bytesOf(script))]

/** A PSBT of version 0, written by hand. */
function psbt(inputs: Part[], outputs: Part[], { lockTime = 0n, more = [] as number[] } = {}) {
  const transaction = [
    ...little(2n, 4),
    inputs.length,
    ...inputs.flatMap((_, at) => [
      ...Array<number>(32).fill(at + 1),
      1,
      0,
      0,
      0,
      0,
      255,
      255,
      255,
      255,
    ]),
    outputs.length,
    ...outputs.flatMap(output),
    ...little(lockTime, 4),
  ]
  return Uint8Array.from([
    ...bytesOf('70736274ff'),
    ...[1, 0x00, ...sized(transaction), 0],
    ...inputs.flatMap((input) => [1, 0x01, ...sized(output(input)), 0]),
    ...outputs.flatMap(() => [0]),
    ...more,
  ])
}
const read = (bytes: Uint8Array, ownScript: string | null = own) =>
  readBitcoin({ sha256 }, bytes, { ownScript, network: 'mainnet' })

describe('readBitcoin', () => {
  test('says who is paid, what comes back, and the fee', () => {
    const bytes = psbt(
      [{ script: own, amount: 100_000n }],
      [
        { script: taproot, amount: 60_000n },
        { script: own, amount: 39_000n },
        { script: '6a0568656c6c6f', amount: 0n },
      ],
    )

    expect(read(bytes)).toMatchObject({
      inputs: [{ isOwn: true, amount: 100_000n }],
      outputs: [
        {
          address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
          isOwn: false,
          isData: false,
        },
        { isOwn: true },
        { address: null, isData: true },
      ],
      feeSats: 1_000n,
      leavingSats: 61_000n,
      hasForeignInputs: false,
      isFeeHigh: false,
      isOwnKnown: true,
    })
  })

  test('T-37: without the wallet’s own address nothing is called change', () => {
    const bytes = psbt([{ script: own, amount: 9_000n }], [{ script: own, amount: 8_000n }])

    expect(read(bytes, null)).toMatchObject({
      outputs: [{ isOwn: false }],
      leavingSats: 9_000n,
      isOwnKnown: false,
    })
  })

  test('inputs of others are named, and what leaves is only the wallet’s', () => {
    const bytes = psbt(
      [
        { script: own, amount: 50_000n },
        { script: other, amount: 70_000n },
      ],
      [{ script: other, amount: 118_000n }],
    )

    expect(read(bytes)).toMatchObject({ hasForeignInputs: true, leavingSats: 50_000n })
  })

  test.each([
    ['more than a tenth of the payment', 100_000n, 80_000n, true],
    ['a usual one', 100_000n, 99_000n, false],
    ['a small one of a small payment', 9_000n, 5_000n, false],
    ['more than 500 sat/vB', 10_000_000n, 9_900_000n, true],
  ])('a fee of %s', (_, spent, paid, isFeeHigh) => {
    const bytes = psbt([{ script: own, amount: spent }], [{ script: other, amount: paid }])

    expect(read(bytes)).toMatchObject({ isFeeHigh })
  })

  test.each([
    ['nothing', () => new Uint8Array()],
    [
      'one cut short',
      () => psbt([{ script: own, amount: 2n }], [{ script: own, amount: 1n }]).slice(0, -1),
    ],
    [
      'bytes after it',
      () => psbt([{ script: own, amount: 2n }], [{ script: own, amount: 1n }], { more: [0] }),
    ],
    [
      'more paid than put in',
      () => psbt([{ script: own, amount: 1n }], [{ script: own, amount: 2n }]),
    ],
  ])('error: %s cannot be read', (_, make) => {
    expect(read(make())).toBeNull()
  })

  test('error: a key given twice and an input that does not say what it spends are refused', () => {
    const bytes = [...psbt([{ script: own, amount: 2n }], [{ script: own, amount: 1n }])]
    const from = bytes.length - 36
    const input = [...bytes.slice(from, -2)]
    expect(input.slice(0, 2)).toEqual([1, 1])
    const twice = [...bytes.slice(0, from), ...input, ...input, 0, 0]
    const none = [...bytes.slice(0, from), 0, 0]
    for (const each of [twice, none]) expect(parsePsbt(Uint8Array.from(each))).toBeNull()
  })
})

describe('addresses', () => {
  test.each([
    // BIP-173 and BIP-350.
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ])('%s', (address, script) => {
    expect(scriptOfAddress(address)).toBe(script)
    expect(scriptOfAddress(address.toUpperCase())).toBe(script)
    expect(addressOfScript({ sha256 }, script, 'mainnet')).toBe(address)
  })

  test('those of other networks are other spellings of the same script', () => {
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const spelled = spellBitcoinAddress(address, 'testnet')
    expect(spelled).toBe('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    expect(scriptOfAddress(spelled)).toBe(scriptOfAddress(address))
    expect(scriptOfAddress(spelled, 'mainnet')).toBeNull()
    expect(spellBitcoinAddress(address, 'regtest')).toMatch(/^bcrt1q/)
  })

  test('of older kinds', () => {
    const deps = { sha256 }
    const keyHash = '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'
    expect(addressOfScript(deps, keyHash, 'mainnet')).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
    expect(addressOfScript(deps, '6a00', 'mainnet')).toBeNull()
  })

  test.each([
    // Invalid by BIP-173 and BIP-350.
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'bc1rw5uspcuh',
    'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8f3t4',
    'bc1gmk9yu',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '',
  ])('error: %j is none', (text) => {
    expect(scriptOfAddress(text)).toBeNull()
  })
})
