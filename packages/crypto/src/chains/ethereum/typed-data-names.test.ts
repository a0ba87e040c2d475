import { describe, expect, test } from 'vitest'
import { toHex } from '../hex.js'
import { hashTypedData, type TypedData } from './typed-data.js'

const hash = (typedData: TypedData) => toHex(hashTypedData(typedData))

/** Typed data of one place, whose digests are those of ethers 6.17 (`TypedDataEncoder.hash`). */
const lab = {
  name: 'LabExchange',
  version: '1',
  chainId: 31337,
  verifyingContract: `0x${'22'.repeat(20)}`,
}
const labelled = (given: {
  types: Record<string, Record<string, string>>
  message: Record<string, unknown>
  domain?: Record<string, unknown>
}): TypedData => ({
  types: Object.fromEntries(
    Object.entries(given.types).map(([struct, fields]) => [
      struct,
      Object.entries(fields).map(([name, type]) => ({ name, type })),
    ]),
  ),
  primaryType: Object.keys(given.types)[0] ?? '',
  domain: given.domain ?? lab,
  message: given.message,
})
const withdraw = { to: 'string', time: 'uint64' }
const vote = { types: { Vote: { id: 'uint256' } }, message: { id: '1' } }

describe('hashTypedData of names with signs in them', () => {
  const message = { to: 'x', time: 5 }
  test.each<[string, TypedData, string]>([
    [
      'a struct with a colon',
      labelled({ types: { 'LabTransaction:Withdraw': withdraw }, message }),
      '0xf4bb956050a6dde16abfff35200acf6569d1d0f79d5c836313ebf1b86553207f',
    ],
    [
      'a struct with full stops',
      labelled({ types: { 'lab.v1.Withdraw': withdraw }, message }),
      '0x04588f4e2b2462f3cfdb4dca7e6fbfcddf0b79a777a35ffb7bc9d7ab03beaa50',
    ],
    [
      'a struct with a hyphen',
      labelled({ types: { 'lab-withdraw': withdraw }, message }),
      '0xec8fee0128e7db51122edfa37ed13e378367b743f7379b13182c2e5cfe6fc7cc',
    ],
    [
      'a struct that begins with a digit',
      labelled({ types: { '1Withdraw': withdraw }, message }),
      '0x331e69db7b8855f0b318ab7d78565cf1dad6d5ea280a42a05bd3eeabb2afe7de',
    ],
    [
      'a struct with an at sign and a slash',
      labelled({ types: { '@lab/Withdraw': withdraw }, message }),
      '0x42dfbe6f6fc8ff66b5d7fa3dccccc94786f6a2906c65e5fa3ea5951e7974d656',
    ],
    [
      'a field with a hyphen',
      labelled({ types: { Vote: { 'voter-id': 'uint256' } }, message: { 'voter-id': 7 } }),
      '0x2aaf81483343baf542a307427753de6b5ccf0df781b44c6f2f1511fd3c071af9',
    ],
    [
      'fields with an at sign, a full stop and a colon',
      labelled({
        types: { Vote: { '@id': 'uint256', 'a.b': 'string', 'c:d': 'bool' } },
        message: { '@id': 7, 'a.b': 'hi', 'c:d': true },
      }),
      '0x48759e6eca792964ed022ce432e88332fae1fa3b28b04e424b73a5f292f159c8',
    ],
    [
      'such a struct as member and as item of a list',
      labelled({
        types: {
          Order: { item: 'Lab:Item', more: 'Lab:Item[]', other: 'Lab.Part' },
          'Lab:Item': { id: 'uint256' },
          'Lab.Part': { n: 'string' },
        },
        message: { item: { id: 1 }, more: [{ id: 2 }, { id: 3 }], other: { n: 'z' } },
      }),
      '0x903f9144c6a3d13e377bbd1cd757a7ca4b46419cba4c4c58cec7eb7f1f0b88a3',
    ],
    [
      'such a struct that holds others, whose types viem leaves out of the hash',
      labelled({
        types: {
          'Lab:Order': { item: 'Lab:Item', owner: 'Person' },
          'Lab:Item': { id: 'uint256' },
          Person: { name: 'string' },
        },
        message: { item: { id: 1 }, owner: { name: 'Ada' } },
      }),
      '0xe7babc49ef5277c93a8a8151d0b4d710468870487d1aa4302fd849e4426370d8',
    ],
    [
      'letters of other languages',
      labelled({ types: { Überweisung: { größe: 'uint256' } }, message: { größe: '1' } }),
      '0xdfbf2b0e59fc9bcd8c592ea2b7555596b392500315362d34bd1cacff4f72c51c',
    ],
  ])('%s', (_, typedData, digest) => {
    expect(hash(typedData)).toBe(digest)
  })

  test.each(['a b', 'a\tb', 'a,b', 'a(b', 'a)', 'a[b', 'a]', 'a\u200bb', 'a\u202eb', '\ud800', ''])(
    'error: refuses a name that would change how the type reads: %j',
    (name) => {
      for (const types of [{ T: { [name]: 'bool' } }, { T: { v: name }, [name]: {} }])
        expect(() => hash(labelled({ types, message: { v: {}, [name]: true } }))).toThrow(
          expect.objectContaining({ name: 'TypedDataError' }),
        )
    },
  )
})

describe('hashTypedData of what is not declared', () => {
  const plain = '0x868ef805201d3e20fe96e879323ccfbd51b375435ba8f6b5b4dcb25e54e331c8'
  test.each<[string, TypedData, string]>([
    [
      'members beside the declared ones',
      labelled({
        types: { Accept: { network: 'string', time: 'uint64' } },
        message: {
          type: 'accept',
          network: 'Lab',
          time: 1790000000,
          signatureChainId: '0x7a69',
        },
      }),
      '0x75145d96602afa4e1afd6a4d93826d80d865686c913b14aab02850eb4ea40144',
    ],
    [
      'members of items of a list',
      labelled({
        types: { Order: { items: 'Item[]' }, Item: { id: 'uint256' } },
        message: { items: [{ id: '1', note: 'not declared' }], totalItems: '1' },
      }),
      '0x040facb5c80b88cb447528b1666dc86e8e60246d29c6515913a0dd58deb85c6a',
    ],
    ['a salt of null', labelled({ ...vote, domain: { ...lab, salt: null } }), plain],
    [
      'a field of the domain of no standard',
      labelled({ ...vote, domain: { ...lab, url: 'x' } }),
      plain,
    ],
    [
      'a member that is undefined',
      labelled({ ...vote, message: { id: '1', no: undefined } }),
      plain,
    ],
    [
      'a member that is a list of structs',
      labelled({ ...vote, message: { id: '1', no: [{}] } }),
      plain,
    ],
    [
      'a contract of null',
      labelled({ ...vote, domain: { ...lab, verifyingContract: null } }),
      '0xbd38e78c44887e11b2ac5ad11c5dd678eb990c4f9eee196cd4236f49413366af',
    ],
    [
      'all of the domain null but its name',
      labelled({ ...vote, domain: { name: lab.name, version: null, chainId: null } }),
      '0xdafa4517afd1eb6c81b4cc36c6cb47c41da6e0b9c9c19aec9237433209432ef7',
    ],
    [
      'a chain that the domain’s type leaves out',
      labelled({
        types: {
          Relay: { target: 'address' },
          EIP712Domain: { name: 'string', version: 'string', verifyingContract: 'address' },
        },
        message: { target: lab.verifyingContract },
      }),
      '0x1ccc7756a5af85371da9e9e03089d0ba0875b2a1bc7e037719a80fa7a370667d',
    ],
  ])('is not part of the digest: %s', (_, typedData, digest) => {
    expect(hash(typedData)).toBe(digest)
  })

  test('is not part of the digest: more keys in an entry of a type, as an ABI has them', () => {
    const entry = { name: 'id', type: 'uint256', internalType: 'uint256' }

    expect(hash({ ...labelled(vote), types: { Vote: [entry] } })).toBe(plain)
  })

  test('error: null for a declared member, at any depth, stands for nothing', () => {
    const declared = { ...vote.types, EIP712Domain: { name: 'string', salt: 'bytes32' } }
    const domain = { name: 'LabExchange', salt: null }

    expect(() => hash(labelled({ ...vote, types: declared, domain }))).toThrow(
      expect.objectContaining({ code: 'invalid_value', path: 'EIP712Domain.salt' }),
    )
  })
})
