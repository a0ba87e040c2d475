import { getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { toHex } from '../hex.js'
import { hashUserOperation06, hashUserOperation07, hashUserOperation08 } from './user-operation.js'

const entryPoint = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789'
const operation = {
  sender: '0xECdF937d3b9753740b9B70e54FF8e319Dd9b7f4C',
  nonce: 1n << 70n,
  initCode: '0x1234',
  callData: `0x${'ab'.repeat(100)}`,
  callGasLimit: 100_000n,
  verificationGasLimit: 1n,
  preVerificationGas: 50_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 0n,
  paymasterAndData: '0x',
} as const

test.each([1n, 31_337n, 2n ** 63n - 1n])(
  'the hash is the one that viem computes, on chain %s',
  (chainId) => {
    const expected = getUserOperationHash({
      chainId: Number(chainId) > Number.MAX_SAFE_INTEGER ? (chainId as never) : Number(chainId),
      entryPointAddress: entryPoint,
      entryPointVersion: '0.6',
      userOperation: { ...operation, signature: '0x' },
    })
    expect(toHex(hashUserOperation06(operation, { entryPoint, chainId }))).toBe(expected)
  },
)

test.each([1n, 31_337n])('as does that of entry point 0.7, on chain %s', (chainId) => {
  const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
  const { initCode: _, paymasterAndData: __, ...common } = operation
  const whole = {
    ...common,
    factory: `0x${'0f'.repeat(20)}`,
    factoryData: '0x99',
    paymaster: `0x${'0a'.repeat(20)}`,
    paymasterVerificationGasLimit: 7n,
    paymasterPostOpGasLimit: 8n,
    paymasterData: '0x1234',
    signature: '0x',
  } as const
  const expected = getUserOperationHash({
    chainId: Number(chainId),
    entryPointAddress: entryPoint,
    entryPointVersion: '0.7',
    userOperation: whole,
  })
  const packed = toPackedUserOperation(whole)
  expect(toHex(hashUserOperation07(packed, { entryPoint, chainId }))).toBe(expected)
})

test.each([1n, 31_337n])('as does that of entry point 0.8, on chain %s', (chainId) => {
  const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
  const { initCode: _, paymasterAndData: __, ...common } = operation
  const whole = {
    ...common,
    paymaster: `0x${'0a'.repeat(20)}`,
    paymasterVerificationGasLimit: 7n,
    paymasterPostOpGasLimit: 8n,
    paymasterData: '0x1234',
    signature: '0x',
  } as const
  const expected = getUserOperationHash({
    chainId: Number(chainId),
    entryPointAddress: entryPoint,
    entryPointVersion: '0.8',
    userOperation: whole,
  })
  const packed = toPackedUserOperation(whole)
  expect(toHex(hashUserOperation08(packed, { entryPoint, chainId }))).toBe(expected)
})
