import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializable,
  toRlp,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type Hex, toHex } from '../hex.js'
import { addressFromPrivateKey } from './address.js'
import { encodeRlp, integerBytes, type RlpInput } from './rlp.js'
import { recoverAddress } from './signature.js'
import {
  type EthereumTransaction,
  hashUnsignedTransaction,
  signTransaction,
} from './transaction.js'

/** 100,000 in the deep tier. */
const numRuns = Math.ceil(10_000 * Number(process.env.SALLYPORT_FUZZ_RUNS ?? 1))

type Json = string | number | Json[]
const vectors: { name: string; in: Json; out: string }[] = JSON.parse(
  readFileSync(new URL('../../../vectors/rlp.json', import.meta.url), 'utf8'),
)
/** The vectors' own notation: numbers, `#decimal`, text, lists. */
function rlpInput(value: Json): RlpInput {
  if (Array.isArray(value)) return value.map(rlpInput)
  if (typeof value === 'number') return integerBytes(BigInt(value))
  if (value.startsWith('#')) return integerBytes(BigInt(value.slice(1)))
  return Uint8Array.from(Buffer.from(value))
}

describe('encodeRlp', () => {
  test.each(vectors)('ethereum/tests: $name', ({ in: value, out }) => {
    expect(toHex(encodeRlp(rlpInput(value)))).toBe(out)
  })

  test('agrees with viem for any nesting', () => {
    const { tree } = fc.letrec<{ tree: RlpInput; leaf: Uint8Array }>((tie) => ({
      leaf: fc.uint8Array({ maxLength: 300 }),
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('tree'), { maxLength: 6 })),
    }))
    type Tree = Uint8Array | Tree[]
    const readable = (input: RlpInput): Tree =>
      input instanceof Uint8Array ? input : input.map(readable)
    fc.assert(
      fc.property(tree, (input) => {
        expect(toHex(encodeRlp(input))).toBe(toRlp(readable(input) as Uint8Array, 'hex'))
      }),
    )
  })

  test('error: refuses a negative integer', () => {
    expect(() => integerBytes(-1n)).toThrow(RangeError)
  })
})

const max64 = (1n << 64n) - 1n
const max256 = (1n << 256n) - 1n
const hexOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => toHex(bytes))
const accessList = fc.array(
  fc.record({ address: hexOf(20), storageKeys: fc.array(hexOf(32), { maxLength: 3 }) }),
  { maxLength: 3 },
)
const wei = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: max256 }))
const half = fc.bigInt({ min: 0n, max: max256 / 2n })
const common = {
  chainId: fc.bigInt({ min: 1n, max: 1n << 40n }),
  nonce: fc.bigInt({ min: 0n, max: (1n << 53n) - 1n }),
  gasLimit: fc.bigInt({ min: 0n, max: max64 }),
  to: fc.option(hexOf(20), { nil: null }),
  valueWei: wei,
  data: fc.uint8Array({ maxLength: 200 }).map((bytes) => toHex(bytes)),
}
const authorization = fc.record({
  chainId: fc.bigInt({ min: 0n, max: 1n << 40n }),
  contract: hexOf(20),
  nonce: fc.bigInt({ min: 0n, max: (1n << 53n) - 1n }),
  yParity: fc.constantFrom(0 as const, 1 as const),
  r: fc.bigInt({ min: 1n, max: max256 }),
  s: fc.bigInt({ min: 1n, max: max256 }),
})
const transactions: fc.Arbitrary<EthereumTransaction> = fc.oneof(
  fc.record({ ...common, type: fc.constant(0 as const), gasPrice: wei }),
  fc.record({ ...common, type: fc.constant(1 as const), gasPrice: wei, accessList }),
  fc
    .record({ ...common, type: fc.constant(2 as const), a: half, b: half, accessList })
    .map(({ a, b, ...rest }) => ({
      ...rest,
      maxFeePerGas: a + b,
      maxPriorityFeePerGas: b,
    })),
  fc
    .record({
      ...common,
      type: fc.constant(4 as const),
      to: hexOf(20),
      ...{ a: half, b: half, accessList },
      authorizations: fc.array(authorization, { minLength: 1, maxLength: 3 }),
    })
    .map(({ a, b, ...rest }) => ({
      ...rest,
      maxFeePerGas: a + b,
      maxPriorityFeePerGas: b,
    })),
)
const privateKeys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some(Boolean) && bytes[0]! < 0xff)

/** The same transaction in viem's words. */
function forViem(transaction: EthereumTransaction): TransactionSerializable {
  const { type, gasLimit, valueWei, nonce, chainId, ...rest } = transaction
  const viemType = { 0: 'legacy', 1: 'eip2930', 2: 'eip1559', 4: 'eip7702' }[type]
  const numbers = { nonce: Number(nonce), chainId: Number(chainId) }
  const words = { ...rest, ...numbers, type: viemType, gas: gasLimit, value: valueWei }
  const authorizations = 'authorizations' in rest ? rest.authorizations : []
  const authorizationList = authorizations.map(({ contract, r, s, ...each }) => ({
    address: contract,
    chainId: Number(each.chainId),
    nonce: Number(each.nonce),
    yParity: each.yParity,
    r: numberToHex(r, { size: 32 }),
    s: numberToHex(s, { size: 32 }),
  }))
  // viem's union does not see that type and fields go together.
  return { ...words, ...(type === 4 && { authorizationList }) } as TransactionSerializable
}

const simple: EthereumTransaction = {
  type: 2,
  chainId: 31337n,
  nonce: 0n,
  gasLimit: 21_000n,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  valueWei: 1n,
  data: '0x',
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  accessList: [],
}
const key = new Uint8Array(32).fill(0x46)

describe('signTransaction', () => {
  test('EIP-155: the example of the specification', () => {
    const transaction: EthereumTransaction = {
      type: 0,
      chainId: 1n,
      nonce: 9n,
      gasPrice: 20n * 10n ** 9n,
      gasLimit: 21_000n,
      to: `0x${'35'.repeat(20)}`,
      valueWei: 10n ** 18n,
      data: '0x',
    }

    expect(toHex(hashUnsignedTransaction(transaction))).toBe(
      '0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53',
    )
    expect(signTransaction(key, transaction)).toBe(
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    )
  })

  const head = {
    chainId: 1n,
    nonce: 0n,
    valueWei: 0n,
    data: '0x',
    to: '0x095e7baea6a6c7c4c2dfeb977efac326af552d87',
  } as const
  // Every transaction of these tests has the same signature; who sent it follows from the bytes that were signed.
  const signature =
    '5cbd172231fc0735e0fb994dd5b1a4939170a260b36f0427a8a80866b063b9487c230f7f578dd61785c93361b9871c0706ebfa6d06e3f4491dc9558c5202ed36'
  test.each<[string, EthereumTransaction, string, string]>([
    [
      'EIP-2930: accessListStorage32Bytes',
      {
        ...{ ...head, type: 1, gasPrice: 1n, gasLimit: 0x6a40n },
        accessList: [
          {
            address: '0xa95e7baea6a6c7c4c2dfeb977efac326af552d87',
            storageKeys: [`0x${'ff'.repeat(32)}`],
          },
        ],
      },
      '1b',
      '0xebe76799923fd62804659fb00b4f0f1a94c0eb1e',
    ],
    [
      'EIP-1559: GasLimitPriceProductOverflowtMinusOne',
      {
        ...{ ...head, type: 2, maxPriorityFeePerGas: 2_000_000_000n, gasLimit: 0x5208n },
        maxFeePerGas: BigInt(`0x02${'ff'.repeat(30)}`),
        accessList: [],
      },
      '1b',
      '0xae2aec498d20869d441eaaf708fb1e375ae1787d',
    ],
  ])('ethereum/tests, %s: the digest names the sender', (_, transaction, v, sender) => {
    const digest = hashUnsignedTransaction(transaction)
    expect(recoverAddress(digest, `0x${signature}${v}`).toLowerCase()).toBe(sender)
  })

  test('agrees with viem, byte for byte, for types 0, 1, 2 and 4', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, privateKeys, async (transaction, privateKey) => {
        const account = privateKeyToAccount(toHex(privateKey))
        const expected = await account.signTransaction(forViem(transaction))
        expect(signTransaction(privateKey, transaction)).toBe(expected)
      }),
      { numRuns },
    )
  }, 3_600_000)

  test('gives a transaction that recovers to the sender and reads as what was asked', async () => {
    const raw = signTransaction(key, simple) as `0x02${string}`

    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(
      addressFromPrivateKey(key),
    )
    expect(parseTransaction(raw)).toMatchObject({ chainId: 31337, value: 1n, gas: 21_000n })
  })

  test('error: refuses a field out of range and names it', () => {
    const refusals: [Partial<Record<string, unknown>>, string][] = [
      [{ chainId: 0n }, 'chainId'],
      [{ chainId: 1n << 64n }, 'chainId'],
      [{ nonce: -1n }, 'nonce'],
      [{ nonce: max64 }, 'nonce'],
      [{ nonce: 1 }, 'nonce'],
      [{ gasLimit: 1n << 64n }, 'gasLimit'],
      [{ valueWei: 1n << 256n }, 'valueWei'],
      [{ to: '0x00' }, 'to'],
      [{ to: '' }, 'to'],
      [{ to: undefined }, 'to'],
      [{ data: '0x0' }, 'data'],
      [{ data: 'hello' }, 'data'],
      [{ maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }, 'maxPriorityFeePerGas'],
      [{ accessList: [{ address: '0x00' as Hex, storageKeys: [] }] }, 'accessList'],
      [{ accessList: [{ address: simple.to, storageKeys: ['0x00'] }] }, 'accessList'],
      [{ type: 3 }, 'type'],
      [{ type: '2' }, 'type'],
    ]
    // The cast lets the test send what the type forbids and untyped callers could.
    for (const [change, field] of refusals)
      expect(
        () => signTransaction(key, { ...simple, ...change } as EthereumTransaction),
        field,
      ).toThrow(
        expect.objectContaining({
          name: 'TransactionError',
          message: expect.stringMatching(field),
        }),
      )
  })
})
