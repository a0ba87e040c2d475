import fc from 'fast-check'
import { hashTypedData as viemHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { toHex } from '../hex.js'
import { hashTypedData, signTypedData, type TypedData } from './typed-data.js'

/** 100,000 in the deep tier. */
const numRuns = Math.ceil(10_000 * Number(process.env.SALLYPORT_FUZZ_RUNS ?? 1))
const hash = (typedData: TypedData) => toHex(hashTypedData(typedData))
/** viem wants its types inferred from literals; these are made at run time. */
const viem = (typedData: TypedData) => viemHash(typedData as Parameters<typeof viemHash>[0])
const refused = (code: string, path?: string) =>
  expect.objectContaining({ name: 'TypedDataError', code, ...(path ? { path } : {}) })

const person = [
  { name: 'name', type: 'string' },
  { name: 'wallet', type: 'address' },
]
/** The example of EIP-712. */
const mail: TypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: person,
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
/** One struct `T` with one field `v`. */
const single = (type: string, v: unknown, types: TypedData['types'] = {}): TypedData => ({
  types: { ...types, T: [{ name: 'v', type }] },
  primaryType: 'T',
  domain: {},
  message: { v },
})

describe('signTypedData', () => {
  test('EIP-712: the Mail example, signed by keccak256("cow")', () => {
    const cow = Uint8Array.from(
      Buffer.from('c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4', 'hex'),
    )

    expect(hash(mail)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
    expect(signTypedData(cow, mail)).toBe(
      '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
    )
  })

  test('signs as viem does', async () => {
    const key = new Uint8Array(32).fill(7)
    const account = privateKeyToAccount(toHex(key))
    // viem wants its types inferred from literals; these are made at run time.
    const forViem = mail as Parameters<typeof account.signTypedData>[0]
    expect(signTypedData(key, mail)).toBe(await account.signTypedData(forViem))
  })
})

describe('hashTypedData', () => {
  test('derives the domain’s type from the fields the domain has', () => {
    const { EIP712Domain: _, ...types } = mail.types
    const salt = `0x${'ab'.repeat(32)}`

    expect(hash({ ...mail, types })).toBe(hash(mail))
    for (const domain of [
      {},
      { name: 'x' },
      { chainId: 1 },
      { name: 'x', version: undefined },
      { ...mail.domain, salt },
      { salt },
    ])
      expect(hash({ ...mail, types, domain })).toBe(viem({ ...mail, types, domain }))
  })

  test('counts a chain id given as text, which viem leaves out', () => {
    const { EIP712Domain: _, ...types } = mail.types
    const withChain = (chainId: unknown) => hash({ ...mail, types, domain: { chainId } })
    expect(withChain('0x1')).toBe(withChain(1))
  })

  test('hashes the domain alone when that is the primary type', () => {
    const domainOnly = { ...mail, primaryType: 'EIP712Domain', message: {} }
    expect(hash(domainOnly)).toBe(viem(domainOnly))
  })

  test('agrees with viem on arrays, nested structs and structs that hold themselves', () => {
    const group = {
      types: {
        Person: [...person, { name: 'children', type: 'Person[]' }],
        Item: [{ name: 'id', type: 'bytes4' }],
        Z: [{ name: 'b', type: 'bool' }],
        Group: [
          { name: 'members', type: 'Person[]' },
          { name: 'grid', type: 'uint8[2][]' },
          { name: 'items', type: 'Item[1][2]' },
          { name: 'blobs', type: 'bytes[]' },
          { name: 'words', type: 'string[]' },
          { name: 'z', type: 'Z' },
        ],
      },
      primaryType: 'Group',
      domain: { name: 'Groups' },
      message: {
        members: [
          { name: 'Ada', wallet: `0x${'11'.repeat(20)}`, children: [] },
          {
            name: 'Bob',
            wallet: `0x${'22'.repeat(20)}`,
            children: [{ name: 'Cy', wallet: `0x${'33'.repeat(20)}`, children: [] }],
          },
        ],
        grid: [
          [1, 2],
          [3, 255],
        ],
        items: [[{ id: '0x01020304' }], [{ id: '0xffffffff' }]],
        blobs: ['0x', '0x00', '0xdeadbeef'],
        words: [],
        z: { b: true },
      },
    }
    expect(hash(group)).toBe(viem(group))
  })

  test('agrees with viem on every atomic type', () => {
    const hexOf = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((bytes): unknown => toHex(bytes))
    const atomic: fc.Arbitrary<{ type: string; value: unknown }> = fc.oneof(
      fc.string().map((value) => ({ type: 'string', value })),
      fc.boolean().map((value) => ({ type: 'bool', value })),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => ({ type: 'bytes', value: toHex(bytes) })),
      hexOf(20).map((value) => ({ type: 'address', value })),
      fc
        .integer({ min: 1, max: 32 })
        .chain((n) => hexOf(n).map((value) => ({ type: `bytes${n}`, value }))),
      fc
        .integer({ min: 1, max: 32 })
        .chain((n) =>
          fc
            .bigInt({ min: 0n, max: (1n << BigInt(n * 8)) - 1n })
            .map((value) => ({ type: `uint${n * 8}`, value })),
        ),
      fc.integer({ min: 1, max: 32 }).chain((n) => {
        const half = 1n << BigInt(n * 8 - 1)
        return fc
          .bigInt({ min: -half, max: half - 1n })
          .map((value) => ({ type: `int${n * 8}`, value }))
      }),
    )
    fc.assert(
      fc.property(fc.array(atomic, { minLength: 1, maxLength: 6 }), (fields) => {
        const typedData = {
          types: { T: fields.map(({ type }, i) => ({ name: `f${i}`, type })) },
          primaryType: 'T',
          domain: { chainId: 31337 },
          message: Object.fromEntries(fields.map(({ value }, i) => [`f${i}`, value])),
        }
        expect(hash(typedData)).toBe(viem(typedData))
      }),
      { numRuns },
    )
  }, 3_600_000)

  test('takes an integer as number, bigint, decimal or hex text', () => {
    const spellings = [255, 255n, '255', '0xff', '0x00ff']
    expect(new Set(spellings.map((value) => hash(single('uint256', value)))).size).toBe(1)
    expect(hash(single('int8', '-1'))).toBe(viem(single('int8', -1)))
    expect(hash(single('uint', 5))).not.toBe(hash(single('uint256', 5)))
  })

  test('error: refuses a missing field, at any depth, and null for one', () => {
    const { contents: _, ...message } = mail.message
    expect(() => hash({ ...mail, message })).toThrow(refused('missing_field', 'Mail.contents'))
    const from = { name: 'Cow' }
    expect(() => hash({ ...mail, message: { ...mail.message, from } })).toThrow(
      refused('missing_field', 'Mail.from.wallet'),
    )
    expect(() => hash({ ...mail, message: { ...mail.message, from: null } })).toThrow(
      refused('invalid_value', 'Mail.from'),
    )
  })

  test('error: does not take a field from the prototype for one of the message', () => {
    const message = Object.create(mail.message)
    expect(() => hash({ ...mail, message })).toThrow(refused('missing_field'))
    expect(() => hash(single('constructor', {}))).toThrow(refused('unknown_type', 'constructor'))
  })

  test('error: refuses a value outside its type', () => {
    const values: [string, unknown][] = [
      ['uint8', 256],
      ['uint8', -1],
      ['int8', 128],
      ['int8', -129],
      ['uint256', 1n << 256n],
      ['uint256', 2 ** 53],
      ['uint256', 1.5],
      ['uint256', ''],
      ['uint256', ' 1'],
      ['uint256', '1e3'],
      ['uint256', '-0x1'],
      ['uint256', true],
      ['bool', 1],
      ['bool', 'true'],
      ['address', '0x00'],
      ['address', 1],
      ['bytes4', '0x010203'],
      ['bytes4', '0x0102030405'],
      ['bytes', 'text'],
      ['bytes', '0x0'],
      ['bytes', ['0x00']],
      ['string', 1],
      ['uint8[]', 1],
      ['uint8[]', { length: 0 }],
      ['uint8[2]', [1]],
      ['uint8[2]', [1, 2, 3]],
      // A hole is not a value.
      ['uint8[]', new Array(1)],
    ]
    for (const [type, value] of values)
      expect(() => hash(single(type, value)), `${type} ${value}`).toThrow(refused('invalid_value'))
  })

  test.each([undefined, null, 0, ['T'], { toString: 0 }])(
    'error: refuses the primary type %j',
    (primaryType) => {
      const typedData = { ...single('bool', true), primaryType } as unknown as TypedData
      expect(() => hash(typedData)).toThrow(refused('invalid_type', 'primaryType'))
    },
  )

  test('error: refuses types that mean nothing', () => {
    for (const type of [
      'uint7',
      'uint264',
      'int0',
      'bytes0',
      'bytes33',
      'Undeclared',
      '',
      'uint08',
      'string[0]',
      '[]',
    ])
      expect(() => hash(single(type, 1)), type).toThrow(refused('unknown_type'))
    const unused = { Unused: [{ name: 'x', type: 'Undeclared' }] }
    expect(() => hash(single('bool', true, unused))).toThrow(refused('unknown_type'))
    expect(() => hash({ ...mail, primaryType: 'Letter' })).toThrow(
      refused('unknown_type', 'Letter'),
    )
  })

  test('error: refuses names that would change how the type reads', () => {
    const field = (name: string) => ({ T: [{ name, type: 'bool' }] })
    for (const types of [
      field('a,bool b'),
      field(''),
      { T: [...field('v').T, ...field('v').T] },
      { ...field('v'), uint256: [] },
      { ...field('v'), 'A(bool': [] },
    ])
      expect(() => hash({ types, primaryType: 'T', domain: {}, message: { v: true } })).toThrow(
        refused('invalid_type'),
      )
  })

  test('error: refuses nesting without end instead of running out of stack', () => {
    const types = { Node: [{ name: 'next', type: 'Node[]' }] }
    const endless: { next: unknown[] } = { next: [] }
    endless.next.push(endless)
    const typedData = { types, primaryType: 'Node', domain: {}, message: endless }

    expect(() => hash(typedData)).toThrow(refused('too_deep'))
    expect(() => hash(single(`bool${'[]'.repeat(5000)}`, []))).toThrow(refused('invalid_type'))
  })

  describe('T-34', () => {
    const children = { Node: [{ name: 'children', type: 'Node[]' }] }
    const tree = (values: number) => ({
      types: children,
      primaryType: 'Node',
      domain: {},
      message: { children: Array.from({ length: values }, () => ({ children: [] })) },
    })

    test('125 kB of types and values are hashed or refused within three seconds', () => {
      // Each struct depends on all those after it, and each of them is used.
      const names = Array.from({ length: 1500 }, (_, i) => `S${i}`)
      const chain = {
        types: Object.fromEntries([
          ['Root', names.map((type) => ({ name: `f${type}`, type }))],
          ...names.map((type, i) => [type, [{ name: 'n', type: `${names[i + 1] ?? type}[]` }]]),
        ]),
        primaryType: 'Root',
        domain: {},
        message: Object.fromEntries(names.map((type) => [`f${type}`, { n: [] }])),
      }
      const started = performance.now()

      expect(() => hash(chain)).toThrow(refused('too_large', 'types'))
      expect(() => hash(tree(50_000))).toThrow(refused('too_large', 'message'))
      expect(hash(tree(2_000))).toMatch(/^0x/)
      expect(performance.now() - started).toBeLessThan(3_000)
    })

    test('error: refuses long names of types, and more structs than any real message has', () => {
      const long = { T: [{ name: 'v', type: 'bool' }], [`L${'o'.repeat(20_000)}`]: [] }
      const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`S${i}`, []]))
      expect(() => hash(single('bool', true, long))).toThrow(refused('too_large', 'types'))
      expect(() => hash(single('bool', true, many))).toThrow(refused('too_large', 'types'))
    })

    test('error: a value that holds itself twice is refused after as many values as are allowed', () => {
      const wide: { children: unknown[] } = { children: [] }
      wide.children.push(wide, wide)
      expect(() => hash({ ...tree(0), message: wide })).toThrow(
        expect.objectContaining({ name: 'TypedDataError' }),
      )
    })
  })

  test('error: answers anything at all with a hash or a TypedDataError', () => {
    const names = fc.constantFrom('T', 'U', 'v', 'uint8', 'U[]', 'T[2]', '__proto__', 'bytes')
    const field = fc.oneof(fc.record({ name: names, type: names }), fc.jsonValue())
    const types = fc.dictionary(names, fc.oneof(fc.array(field, { maxLength: 3 }), fc.jsonValue()))
    const value = fc.oneof(fc.dictionary(names, fc.jsonValue()), fc.jsonValue())
    const any = fc.record({
      types: fc.oneof(types, fc.jsonValue()),
      primaryType: fc.oneof(names, fc.jsonValue()),
      domain: value,
      message: value,
    })
    fc.assert(
      fc.property(any, (input) => {
        try {
          // The cast lets the test send what the type forbids and another window could.
          hashTypedData(input as TypedData)
        } catch (error) {
          expect(error).toMatchObject({ name: 'TypedDataError' })
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('error: names the place and never the value', () => {
    expect(() => hash(single('uint8', 'my secret'))).toThrow(
      /^Typed data refused: invalid_value at T\.v$/,
    )
  })
})
