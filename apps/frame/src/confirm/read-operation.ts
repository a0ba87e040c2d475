import {
  inertText,
  type OperationReading,
  readCall,
  readOperationCalls,
  readPackedOperation,
  type Subject,
} from '@sallyport/contract/requests'
import { checksumAddress, type TypedData, toHex } from '@sallyport/crypto/chains/ethereum'
import { type AskedOperation, entryPoints, namesPaymaster } from '../rpc/user-operation.js'

const deps = { checksum: checksumAddress }

/** What an operation does; the bare hash where its calls or its entry point are not known. */
export function readOperation(operation: AskedOperation): Subject {
  const { hash, isKnownEntryPoint, hasPaymaster, maxFeeWei, ...rest } = operation
  const reading = isKnownEntryPoint
    ? readingOf({ ...rest, maxFeeWei: hasPaymaster ? null : maxFeeWei })
    : null
  return reading ?? { kind: 'digest', hex: toHex(hash) }
}

function readingOf(asked: {
  sender: string
  callData: string
  chainId: bigint
  nonce: bigint
  maxFeeWei: bigint | null
}): OperationReading | null {
  const { sender, callData, chainId, nonce, maxFeeWei } = asked
  const calls = readOperationCalls(callData)
  if (calls === null) return null
  return {
    kind: 'user-operation',
    sender: checksumAddress(sender),
    ...{ chainId, nonce, maxFeeWei },
    calls: calls.map(({ to, valueWei, data }) => ({
      action: readCall(deps, { to, data }),
      valueWei,
      data: data === '0x' ? null : inertText(data),
    })),
  }
}

/** Safe's module 0.3.0 for entry point 0.7. */
const safeModule = '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226'
/** What an operation of a Safe is signed as, exactly. @see https://github.com/safe-global/safe-modules, Safe4337Module.sol */
const safeFields = [
  'safe address',
  'nonce uint256',
  'initCode bytes',
  'callData bytes',
  'verificationGasLimit uint128',
  'callGasLimit uint128',
  'preVerificationGas uint256',
  'maxPriorityFeePerGas uint128',
  'maxFeePerGas uint128',
  'paymasterAndData bytes',
  'validAfter uint48',
  'validUntil uint48',
  'entryPoint address',
].join()

/** The operation in typed data, of a Safe or of an entry point that has operations signed so; null for other data, which is shown as data. */
export function readTypedOperation(data: TypedData): OperationReading | null {
  try {
    return readSafeOperation(data) ?? readEntryPointOperation(data)
  } catch {
    // Not numbers as typed data spells them.
    return null
  }
}

function readEntryPointOperation(data: TypedData): OperationReading | null {
  const packed = readPackedOperation(data)
  if (!packed) return null
  const { verificationGasLimit, callGasLimit, preVerificationGas, maxFeePerGas } = packed
  const gas = verificationGasLimit + callGasLimit + preVerificationGas
  return readingOf({ ...packed, maxFeeWei: packed.paymaster ? null : gas * maxFeePerGas })
}

function spell(types: TypedData['types'], name: string): string {
  return types[name]?.map((field) => `${field.name} ${field.type}`).join() ?? ''
}

function readSafeOperation({ types, primaryType, domain, message }: TypedData) {
  const { safe, nonce, callData, paymasterAndData, entryPoint } = message
  const isSafe =
    primaryType === 'SafeOp' &&
    spell(types, 'SafeOp') === safeFields &&
    ['', 'chainId uint256,verifyingContract address'].includes(spell(types, 'EIP712Domain')) &&
    String(domain.verifyingContract).toLowerCase() === safeModule &&
    String(entryPoint).toLowerCase() === entryPoints['0.7']
  if (!isSafe || typeof callData !== 'string' || typeof safe !== 'string') return null
  const gas =
    numberOf(message.verificationGasLimit) +
    numberOf(message.callGasLimit) +
    numberOf(message.preVerificationGas)
  return readingOf({
    ...{ sender: safe, callData, chainId: numberOf(domain.chainId), nonce: numberOf(nonce) },
    maxFeeWei: namesPaymaster(String(paymasterAndData))
      ? null
      : gas * numberOf(message.maxFeePerGas),
  })
}

function numberOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'string' && typeof value !== 'number') throw new TypeError('Not a number')
  return BigInt(value)
}
