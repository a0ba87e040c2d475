import { keccak_256 } from '@noble/hashes/sha3.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Bytes, concat } from '../../bytes.js'
import { fromHex, type Hex } from '../hex.js'

/** The entry point that an operation is for, and its chain. */
interface OperationPlace {
  entryPoint: Hex
  chainId: bigint
}

/** An operation of entry point 0.6 without its signature (ERC-4337). */
export interface UserOperation06 {
  sender: Hex
  nonce: bigint
  initCode: Hex
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymasterAndData: Hex
}

/** The hash of an operation that its account checks the signature of (ERC-4337, `getUserOpHash` of entry point 0.6). */
export function hashUserOperation06(operation: UserOperation06, place: OperationPlace): Bytes {
  const packed = concat(
    addressWord(operation.sender),
    numberWord(operation.nonce),
    keccak_256(fromHex(operation.initCode)),
    keccak_256(fromHex(operation.callData)),
    numberWord(operation.callGasLimit),
    numberWord(operation.verificationGasLimit),
    numberWord(operation.preVerificationGas),
    numberWord(operation.maxFeePerGas),
    numberWord(operation.maxPriorityFeePerGas),
    keccak_256(fromHex(operation.paymasterAndData)),
  )
  return hashPacked(packed, place)
}

/** An operation of entry point 0.7 without its signature, as the entry point takes it (ERC-4337, `PackedUserOperation`). */
export interface UserOperation07 {
  sender: Hex
  nonce: bigint
  initCode: Hex
  callData: Hex
  /** For verification and for the call, 16 bytes each. */
  accountGasLimits: Hex
  preVerificationGas: bigint
  /** The priority fee and the highest fee, 16 bytes each. */
  gasFees: Hex
  paymasterAndData: Hex
}

/** As `hashUserOperation06`, of entry point 0.7. */
export function hashUserOperation07(operation: UserOperation07, place: OperationPlace): Bytes {
  return hashPacked(packed07(operation), place)
}

const domainType = keccak_256(
  utf8ToBytes('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
)
const operationType = keccak_256(
  utf8ToBytes(
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
  ),
)

/** As `hashUserOperation07`, of entry point 0.8: the hash of typed data (EIP-712). Not of one whose `initCode` begins with 0x7702. */
export function hashUserOperation08(
  operation: UserOperation07,
  { entryPoint, chainId }: OperationPlace,
): Bytes {
  const domain = concat(
    domainType,
    keccak_256(utf8ToBytes('ERC4337')),
    keccak_256(utf8ToBytes('1')),
    numberWord(chainId),
    addressWord(entryPoint),
  )
  const whole = concat(operationType, packed07(operation))
  return keccak_256(concat(Uint8Array.of(0x19, 0x01), keccak_256(domain), keccak_256(whole)))
}

function packed07(operation: UserOperation07): Bytes {
  return concat(
    addressWord(operation.sender),
    numberWord(operation.nonce),
    keccak_256(fromHex(operation.initCode)),
    keccak_256(fromHex(operation.callData)),
    fromHex(operation.accountGasLimits),
    numberWord(operation.preVerificationGas),
    fromHex(operation.gasFees),
    keccak_256(fromHex(operation.paymasterAndData)),
  )
}

function hashPacked(packed: Bytes, { entryPoint, chainId }: OperationPlace): Bytes {
  return keccak_256(concat(keccak_256(packed), addressWord(entryPoint), numberWord(chainId)))
}

function numberWord(value: bigint): Bytes {
  return fromHex(`0x${value.toString(16).padStart(64, '0')}`)
}

function addressWord(address: Hex): Bytes {
  return fromHex(`0x${address.slice(2).toLowerCase().padStart(64, '0')}`)
}
