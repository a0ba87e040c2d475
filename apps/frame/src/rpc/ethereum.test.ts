import { addressFromPrivateKey, fromHex } from '@sallyport/crypto/chains/ethereum'
import { describe, expect, test } from 'vitest'
import { FrameError } from '../frame-error.js'
import { ethereumMethods } from './ethereum.js'

/** The key of the example in EIP-712: keccak256("cow"). Expected signatures were made with viem 2. */
const privateKey = fromHex('0xc85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4')
const address = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'
const to = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'

const call = (method: string, params: unknown) =>
  ethereumMethods[method]!(params)({ address, privateKey })
const refusal = { name: 'FrameError', type: 'invalid_request_arguments' }

const hello =
  '0x2452a50a1b27db559e685e82ef59445ff08ca6843b5089aa1c32a70db206d47d693e5ae94daffccbbf590c5d2a72ad5706994748d2c8d3a8b39355589e16e8751c'
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
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
const mailSignature =
  '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c'

const dynamic = {
  to,
  value: 1n,
  chainId: 1,
  nonce: 0,
  gas: 21000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
}
const dynamicSigned =
  '0x02f8620180010282520894bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0180c001a0519c6373d0675c124e1f652a211bf3492941b7e07411feeb968030eac475af10a04727d9c714b6638636071f219f6a63a84524a3c72b86043d85e364235ff31979'
const legacy = { to, value: 1n, chainId: 1, nonce: 0, gas: 21000n, gasPrice: 2n }

test('the key is the one of the address', () => {
  expect(addressFromPrivateKey(privateKey)).toBe(address)
})

describe('messages', () => {
  test.each([
    ['text', 'personal_sign', ['hello', address]],
    ['SIG-07: the bytes that hex spells', 'personal_sign', ['0x68656c6c6f', address]],
    ['for the address in lower case', 'personal_sign', ['hello', address.toLowerCase()]],
    ['with the order of eth_sign', 'eth_sign', [address, '0x68656c6c6f']],
  ])('signs %s', (_, method, params) => {
    expect(call(method, params)).toBe(hello)
  })

  test('SIG-07: takes hex of half a byte for text', () => {
    expect(call('personal_sign', ['0xabc', address])).toBe(
      '0x271b4cc51d985fea26d72441d475727a987481c1b443da308d3180d4881d2d5342929a53e984e4637a4c3fd07debac4ea85290d86718cf9a55952b7c9c3b5afb1b',
    )
  })

  test('signs a digest as it is', () => {
    expect(call('secp256k1_sign', [`0x${'11'.repeat(32)}`])).toBe(
      '0x359bd9649041a287e8e148a9f47ef17fda5403a315512898b61b3f4e523f6fc7350e550f3b71603589db680f21b210e439e6767c1d0468f6524601d78ef4adf01c',
    )
  })

  test.each([
    ['another address', 'personal_sign', ['hello', to]],
    ['the order of eth_sign', 'personal_sign', [address, 'hello']],
    ['no address', 'personal_sign', ['hello']],
    ['a third parameter', 'personal_sign', ['hello', address, 'password']],
    ['a number', 'personal_sign', [1, address]],
    ['no list', 'personal_sign', { message: 'hello', address }],
    ['nothing', 'personal_sign', undefined],
    ['another address for eth_sign', 'eth_sign', [to, 'hello']],
    ['a short digest', 'secp256k1_sign', [`0x${'11'.repeat(31)}`]],
    ['a digest without 0x', 'secp256k1_sign', ['11'.repeat(32)]],
  ])('error: refuses %s', (_, method, params) => {
    expect(() => call(method, params)).toThrow(expect.objectContaining(refusal))
  })
})

describe('eth_signTypedData_v4', () => {
  test.each([
    ['an object', mail],
    ['a JSON text', JSON.stringify(mail)],
    [
      'an object without the domain type',
      { ...mail, types: { Person: mail.types.Person, Mail: mail.types.Mail } },
    ],
    [
      'types taken from an ABI',
      {
        ...mail,
        types: {
          ...mail.types,
          Person: mail.types.Person.map((each) => ({ ...each, internalType: each.type })),
        },
      },
    ],
    [
      'SIG-05: members that are not declared as if they were not there',
      {
        ...mail,
        domain: { ...mail.domain, salt: null, url: 'x' },
        message: { ...mail.message, extra: 1, to: { ...mail.message.to, note: 'x' } },
      },
    ],
  ])('signs %s', (_, data) => {
    expect(call('eth_signTypedData_v4', [address, data])).toBe(mailSignature)
  })

  test.each([
    ['SIG-05: a missing field', { ...mail, message: { from: mail.message.from } }],
    ['a type that does not exist', { ...mail, primaryType: 'Letter' }],
    ['a type named constructor', { ...mail, primaryType: 'constructor' }],
    ['types that are not a list', { ...mail, types: { Mail: { name: 'from', type: 'Person' } } }],
    ['no domain', { ...mail, domain: undefined }],
    ['text that is not JSON', '{"types"'],
    ['JSON that is not an object', '"mail"'],
    ['JSON that is too deep', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ])('error: refuses %s', (_, data) => {
    expect(() => call('eth_signTypedData_v4', [address, data])).toThrow(
      expect.objectContaining(refusal),
    )
  })

  test('error: refuses another address', () => {
    expect(() => call('eth_signTypedData_v4', [to, mail])).toThrow(expect.objectContaining(refusal))
  })
})

describe('eth_signTransaction', () => {
  test.each([
    ['as viem names it', dynamic],
    [
      'with hex quantities',
      {
        ...dynamic,
        value: '0x1',
        chainId: '0x1',
        nonce: '0x0',
        gas: '0x5208',
        maxFeePerGas: '0x2',
        maxPriorityFeePerGas: '0x1',
      },
    ],
    [
      'with numbers',
      { ...dynamic, value: 1, gas: 21000, maxFeePerGas: 2, maxPriorityFeePerGas: 1 },
    ],
    ['with gasLimit', { ...dynamic, gas: undefined, gasLimit: '0x5208' }],
    ['with both names of the gas limit', { ...dynamic, gasLimit: 21000 }],
    ['with its type', { ...dynamic, type: 2 }],
    ['with its type as hex', { ...dynamic, type: '0x2' }],
    ['with its type by name', { ...dynamic, type: 'eip1559' }],
    [
      'with the account of viem',
      { ...dynamic, from: address, account: { address, type: 'json-rpc' } },
    ],
    [
      'as clients send it whose node knows eth_fillTransaction (wire reference §34.2)',
      { ...dynamic, type: 2, gasPrice: '0x2', from: address, account: address },
    ],
    [
      'with an empty access list and null',
      { ...dynamic, accessList: [], data: null, gasPrice: null },
    ],
  ])('signs a transaction %s', (_, transaction) => {
    expect(call('eth_signTransaction', [transaction])).toBe(dynamicSigned)
  })

  test('signs a legacy transaction', () => {
    expect(call('eth_signTransaction', [legacy])).toBe(
      '0xf85f800282520894bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb018025a024e4af5a972ea5b054d41f31b711cbbdacb6f4228cef7519dc6bd51938446975a003f9f635e20a7025749e5e63ee7316d94586e56e47c08a3f89e2b509356e2802',
    )
  })

  test('signs a transaction with an access list', () => {
    const accessList = [{ address: to, storageKeys: [`0x${'01'.repeat(32)}`] }]
    expect(call('eth_signTransaction', [{ ...legacy, accessList }])).toBe(
      '0x01f89a01800282520894bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb0180f838f794bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbe1a0010101010101010101010101010101010101010101010101010101010101010180a03deeca569c47617addacf3d73b56293a183206f0750d74aa62eefa4a8b0172f4a04afb7fdd1b2232698aaca33845214934a45b6462061e8424da97162c176434aa',
    )
  })

  test('signs the making of a contract', () => {
    const transaction = {
      data: '0x6000',
      chainId: 1,
      nonce: 1,
      gas: 21000,
      maxFeePerGas: 2,
      maxPriorityFeePerGas: 0,
    }
    expect(call('eth_signTransaction', [transaction])).toBe(
      '0x02f850010180028252088080826000c080a06eb4fb470f3452081b3c7c47033fb45956db869c88b2eee9d8ed8f59e1531eb6a0719dbf89e6e4e495460edb94174a589298c1d0130294aa0df3c0d20b19e558b2',
    )
  })

  const { gas: _gas, ...withoutGas } = dynamic
  const { nonce: _nonce, ...withoutNonce } = dynamic
  const { chainId: _chainId, ...withoutChain } = dynamic
  const { to: _to, ...withoutTarget } = dynamic
  test.each([
    ['SIG-03: data without 0x', { ...dynamic, data: '6000' }],
    ['SIG-03: odd hex', { ...dynamic, data: '0x600' }],
    ['SIG-03: type 3', { ...dynamic, type: 3 }],
    ['SIG-03: type "2"', { ...dynamic, type: '2' }],
    ['SIG-08: type 4', { ...dynamic, type: 4, authorizationList: [] }],
    ['SIG-08: an authorisation list', { ...dynamic, authorizationList: [] }],
    ['SIG-08: blobs', { ...dynamic, blobVersionedHashes: [] }],
    ['SIG-03: two different prices', { ...dynamic, gasPrice: 3n }],
    ['SIG-03: two different prices of type 2', { ...dynamic, type: 2, gasPrice: '0x1' }],
    ['SIG-03: a legacy type with the other price', { ...dynamic, type: 0 }],
    ['SIG-03: a dynamic type with the legacy price', { ...legacy, type: 2 }],
    [
      'a legacy type with an access list',
      { ...legacy, type: 0, accessList: [{ address: to, storageKeys: [] }] },
    ],
    ['no price', { ...dynamic, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }],
    ['half a price', { ...dynamic, maxPriorityFeePerGas: undefined }],
    ['a tip above the price', { ...dynamic, maxPriorityFeePerGas: 3 }],
    ['SIG-04: an unsafe number', { ...dynamic, value: 2 ** 53 + 1 }],
    ['SIG-04: 1e18 as text', { ...dynamic, value: '1e18' }],
    ['SIG-04: decimal text', { ...dynamic, value: '10' }],
    ['SIG-04: a negative number', { ...dynamic, value: -1 }],
    ['SIG-04: a negative BigInt', { ...dynamic, value: -1n }],
    ['SIG-04: 0x', { ...dynamic, value: '0x' }],
    ['SIG-04: leading zeros', { ...dynamic, value: '0x0001' }],
    ['SIG-04: a fraction', { ...dynamic, value: 1.5 }],
    ['SIG-04: not a number', { ...dynamic, value: Number.NaN }],
    ['SIG-04: 10^80', { ...dynamic, value: 10n ** 80n }],
    ['two different gas limits', { ...dynamic, gasLimit: 22000 }],
    ['two different data', { ...dynamic, data: '0x01', input: '0x02' }],
    ['no gas limit', withoutGas],
    ['no nonce', withoutNonce],
    ['no chain', withoutChain],
    ['chain 0', { ...dynamic, chainId: 0 }],
    ['neither target nor data', withoutTarget],
    ['a target with a wrong checksum', { ...dynamic, to: to.replace('bB', 'Bb') }],
    ['a short target', { ...dynamic, to: '0xbb' }],
    ['a name for a target', { ...dynamic, to: 'vitalik.eth' }],
    ['another sender', { ...dynamic, from: to }],
    ['another account', { ...dynamic, account: { address: to } }],
    ['a sender and an account that differ', { ...dynamic, from: address, account: to }],
    ['a field it does not know', { ...dynamic, feePayer: to }],
    ['no object', 'transaction'],
    ['null', null],
  ])('error: refuses %s', (_, transaction) => {
    expect(() => call('eth_signTransaction', [transaction])).toThrow(
      expect.objectContaining(refusal),
    )
  })

  test('error: says nothing of what it was given', () => {
    const attempt = () => call('eth_signTransaction', [{ ...dynamic, value: 'canary' }])
    expect(attempt).toThrow(FrameError)
    expect(attempt).not.toThrow(/canary|value/)
  })
})
