import type { TypedDataInput } from './typed-data.js'
import { domainFieldsOf } from './typed-data-unsigned.js'
import { integer } from './typed-data-values.js'

/** An operation of a smart wallet as entry points of 0.8 and later have it signed. Addresses and bytes are lower-case `0x` hex, prices wei. */
export interface PackedOperation {
  chainId: bigint
  entryPoint: string
  sender: string
  nonce: bigint
  /** `0x` where the wallet is deployed. */
  initCode: string
  callData: string
  verificationGasLimit: bigint
  callGasLimit: bigint
  preVerificationGas: bigint
  maxPriorityFeePerGas: bigint
  maxFeePerGas: bigint
  /** Who pays the fee; null where the account does, also for the address zero. */
  paymaster: Paymaster | null
}

interface Paymaster {
  address: string
  verificationGasLimit: bigint
  postOperationGasLimit: bigint
}

/** What typed data of an operation is called. */
export const packedOperationType = 'PackedUserOperation'
/** What is signed of an operation, exactly. @see EIP-4337, https://github.com/eth-infinitism/account-abstraction */
const fields = [
  'sender address',
  'nonce uint256',
  'initCode bytes',
  'callData bytes',
  'accountGasLimits bytes32',
  'preVerificationGas uint256',
  'gasFees bytes32',
  'paymasterAndData bytes',
].join()
const domainFields = 'name string,version string,chainId uint256,verifyingContract address'

/**
 * The operation that typed data is: entry points of 0.8 and later check its hash as EIP-712 `PackedUserOperation`, so a signature of the data is
 * one of the operation. Null for data of another form, and for values that no entry point accepts.
 */
export function readPackedOperation(data: TypedDataInput): PackedOperation | null {
  const { types, primaryType, domain, message } = data
  const isOfForm =
    primaryType === packedOperationType &&
    Object.hasOwn(types, packedOperationType) &&
    spell(types[packedOperationType]) === fields &&
    spell(domainFieldsOf(data)) === domainFields &&
    domain.name === 'ERC4337'
  if (!isOfForm) return null
  try {
    const [verificationGasLimit, callGasLimit] = halves(bytes(message.accountGasLimits, 32))
    const [maxPriorityFeePerGas, maxFeePerGas] = halves(bytes(message.gasFees, 32))
    return {
      chainId: natural(domain.chainId),
      entryPoint: bytes(domain.verifyingContract, 20),
      sender: bytes(message.sender, 20),
      nonce: natural(message.nonce),
      initCode: bytes(message.initCode),
      callData: bytes(message.callData),
      preVerificationGas: natural(message.preVerificationGas),
      ...{ verificationGasLimit, callGasLimit, maxPriorityFeePerGas, maxFeePerGas },
      paymaster: paymasterIn(bytes(message.paymasterAndData)),
    }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** An address and two limits, before what the paymaster itself reads. Entry points refuse fewer bytes. */
function paymasterIn(data: string): Paymaster | null {
  if (data === '0x') return null
  if (data.length < 2 + 104) throw new TypeError('Not a paymaster with its limits')
  const [verificationGasLimit, postOperationGasLimit] = halves(`0x${data.slice(42, 106)}`)
  const address = data.slice(0, 42)
  return /^0x0+$/.test(address) ? null : { address, verificationGasLimit, postOperationGasLimit }
}

function spell(type: TypedDataInput['types'][string] | undefined): string {
  return (type ?? []).map((field) => `${field.name} ${field.type}`).join()
}

/** Two numbers of 16 bytes. */
function halves(hex: string): [bigint, bigint] {
  return [BigInt(hex.slice(0, 34)), BigInt(`0x${hex.slice(34)}`)]
}

/** @throws TypeError for other values, and for other lengths than `length` bytes, where it is given. */
function bytes(value: unknown, length?: number): string {
  const isHex = typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
  if (!isHex || (length !== undefined && value.length !== 2 + 2 * length)) {
    throw new TypeError('Not bytes of the length')
  }
  return value.toLowerCase()
}

/** @throws TypeError for other values. */
function natural(value: unknown): bigint {
  const number = integer(value)
  if (number === null || number < 0n) throw new TypeError('Not a number of zero or more')
  return number
}
