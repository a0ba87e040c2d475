import { expect, test } from 'vitest'
import { readPackedOperation } from './packed-operation.js'
import type { TypedDataInput } from './typed-data.js'

const sender = `0x${'ab'.repeat(20)}`
const entryPoint = '0x4337084d9e255ff0702461cf8895ce9e3b5ff108'
const pair = (high: number, low: number) =>
  `0x${[high, low].map((each) => each.toString(16).padStart(32, '0')).join('')}`
const field = (name: string, type: string) => ({ name, type })
const members = [
  field('sender', 'address'),
  field('nonce', 'uint256'),
  field('initCode', 'bytes'),
  field('callData', 'bytes'),
  field('accountGasLimits', 'bytes32'),
  field('preVerificationGas', 'uint256'),
  field('gasFees', 'bytes32'),
  field('paymasterAndData', 'bytes'),
]
const message = {
  ...{ sender, nonce: '0x5', initCode: '0x', callData: '0xB61D27F6' },
  ...{ accountGasLimits: pair(7, 8), preVerificationGas: 9, gasFees: pair(1, 2) },
  paymasterAndData: '0x',
}
const domain = { name: 'ERC4337', version: '1', chainId: '8453', verifyingContract: entryPoint }

/** An operation as typed data, with other parts where they are given. */
function operation({
  types = { PackedUserOperation: members },
  ...more
}: {
  types?: TypedDataInput['types']
  message?: object
  domain?: object
}): TypedDataInput {
  return {
    ...{ types, primaryType: 'PackedUserOperation' },
    domain: { ...domain, ...more.domain },
    message: { ...message, ...more.message },
  }
}

test('gives the parts of an operation that its account pays for', () => {
  expect(readPackedOperation(operation({}))).toEqual({
    ...{ chainId: 8453n, entryPoint, sender, nonce: 5n, initCode: '0x', callData: '0xb61d27f6' },
    ...{ verificationGasLimit: 7n, callGasLimit: 8n, preVerificationGas: 9n },
    ...{ maxPriorityFeePerGas: 1n, maxFeePerGas: 2n, paymaster: null },
  })
})

const address = '77'.repeat(20)
test.each([
  ['of its limits alone', `0x${address}${pair(3, 4).slice(2)}`, `0x${address}`],
  ['with data of its own', `0x${address}${pair(3, 4).slice(2)}abcd`, `0x${address}`],
  ['of address zero, where the account pays', `0x${'0'.repeat(40)}${pair(3, 4).slice(2)}`, null],
])('reads a paymaster %s', (_, paymasterAndData, paymaster) => {
  const read = readPackedOperation(operation({ message: { paymasterAndData } }))
  const limits = { verificationGasLimit: 3n, postOperationGasLimit: 4n }

  expect(read?.paymaster).toEqual(paymaster && { address: paymaster, ...limits })
})

test.each<[string, Parameters<typeof operation>[0]]>([
  ['another domain', { domain: { name: 'Token' } }],
  ['a salt in its domain', { domain: { salt: `0x${'0'.repeat(64)}` } }],
  ['no network', { domain: { chainId: undefined } }],
  ['a member less', { types: { PackedUserOperation: members.slice(1) } }],
  ['a member more', { types: { PackedUserOperation: [...members, field('permit', 'bytes')] } }],
  ['members in another order', { types: { PackedUserOperation: members.toReversed() } }],
  ['another declared domain', { types: { PackedUserOperation: members, EIP712Domain: [] } }],
  ['a sender of other length', { message: { sender: '0xab' } }],
  ['calls that are not hex', { message: { callData: '0xabc' } }],
  ['calls as a list of bytes', { message: { callData: [1, 2] } }],
  ['a nonce below zero', { message: { nonce: '-1' } }],
  ['a number past what can be exact', { message: { nonce: 2 ** 53 } }],
  ['limits of other length', { message: { accountGasLimits: '0x01' } }],
  ['a paymaster without its limits', { message: { paymasterAndData: `0x${address}` } }],
])('error: gives null for an operation with %s', (_, more) => {
  expect(readPackedOperation(operation(more))).toBeNull()
})
