import { readOperationCalls, type TypedDataInput } from '@sallyport/contract/requests'
import type { UserOperation, WalletRpc } from '@sallyport/contract/wallet-api'
import { type Action, type Facts, known, knownOr, type Unread } from './facts.js'
import { actionsOfCall, costOf, unreadCallFields } from './read-calls.js'
import { readInteger } from './spell.js'
import { unreadMove } from './token-moves.js'

/** An operation, and where it is carried out. */
interface PlacedOperation {
  operation: UserOperation
  chainId: bigint
  entryPoint: string
}

/** An operation of a smart wallet as facts: each of its calls has to be allowed. */
export function readUserOperation({
  method,
  params,
}: Extract<WalletRpc, { method: 'eth_signUserOperation' }>): Facts {
  const { contract, chain_id: chainId, user_operation: operation } = params
  return readOperation(method, { operation, chainId, entryPoint: contract })
}

/** An operation as facts, whichever method signs it. */
export function readOperation(
  method: 'eth_signUserOperation' | 'eth_signTypedData_v4',
  { operation, chainId: chain, entryPoint }: PlacedOperation,
): Facts {
  const chainId = known(chain)
  const from = operation.sender
  const calls = readOperationCalls(operation.call_data)
  const unread: Action = {
    fields: unreadCallFields(chainId),
    moves: [unreadMove(chainId)],
    isWhole: false,
  }
  const actions = (calls?.flatMap((each) => actionsOfCall({ ...each, chainId, from })) ?? [unread])
    // A factory is code that runs with the operation.
    .map((action) => ({ ...action, isWhole: action.isWhole && operation.factory === undefined }))
  const fee = feeOf(operation)
  const paymaster = paymasterOf(operation)
  return {
    method,
    chain: 'ethereum',
    shared: {
      system: { chain_id: chainId },
      ethereum_transaction: { cost: costOf(actions, paymaster === null ? fee : 0n) },
      ethereum_user_operation: {
        sender: known(operation.sender.toLowerCase()),
        entry_point: known(entryPoint.toLowerCase()),
        chain_id: chainId,
        paymaster: knownOr(paymaster, 'absent'),
        max_fee: known(fee),
      },
    },
    actions,
  }
}

/** The most that a paymaster pays for an operation, in wei; undefined where the account pays itself. */
export function sponsoredWei(operation: UserOperation): bigint | undefined {
  return paymasterOf(operation) === null ? undefined : feeOf(operation)
}

/**
 * The operation that typed data is: entry points of 0.8 and later check its hash as EIP-712 `PackedUserOperation`, so that a signature of the
 * data is one of the operation. Null for other data.
 */
export function operationIn(data: TypedDataInput): PlacedOperation | Unread | null {
  if (data.primaryType !== 'PackedUserOperation') return null
  const { message, domain } = data
  const bytes = (name: string) => hexOf(message[name])
  const [gasLimits, fees, paymaster] = ['accountGasLimits', 'gasFees', 'paymasterAndData'].map(
    bytes,
  )
  const [sender, factory, callData] = ['sender', 'initCode', 'callData'].map(bytes)
  const nonce = integerOf(message.nonce)
  const preVerificationGas = integerOf(message.preVerificationGas)
  const chainId = integerOf(domain.chainId)
  const entryPoint = hexOf(domain.verifyingContract)
  const isWhole =
    nonce !== undefined &&
    preVerificationGas !== undefined &&
    chainId !== undefined &&
    sender?.length === 42 &&
    entryPoint?.length === 42 &&
    gasLimits?.length === 66 &&
    fees?.length === 66 &&
    factory !== undefined &&
    callData !== undefined &&
    paymaster !== undefined
  if (!isWhole) return { unread: 'its operation (PackedUserOperation) is not whole' }
  const [verificationGas, callGas] = halves(gasLimits)
  const [tip, price] = halves(fees)
  const hasPaymaster = paymaster.length >= 2 + 104
  const [verification, postOperation] = halves(`0x${paymaster.slice(42, 106)}`)
  return {
    chainId,
    entryPoint,
    operation: {
      ...{ sender: sender as `0x${string}`, nonce, call_data: callData },
      ...{ call_gas_limit: callGas, verification_gas_limit: verificationGas },
      ...{ pre_verification_gas: preVerificationGas, max_fee_per_gas: price },
      max_priority_fee_per_gas: tip,
      ...(factory !== '0x' && { factory: `0x${factory.slice(2, 42)}` as const }),
      ...(hasPaymaster && {
        paymaster: `0x${paymaster.slice(2, 42)}` as const,
        paymaster_verification_gas_limit: verification,
        paymaster_post_op_gas_limit: postOperation,
      }),
    },
  }
}

/** With the address zero as paymaster, entry points take the fee from the account. */
function paymasterOf({ paymaster }: UserOperation): string | null {
  return paymaster === undefined || /^0x0+$/.test(paymaster) ? null : paymaster.toLowerCase()
}

function feeOf(operation: UserOperation): bigint {
  const gas =
    operation.call_gas_limit +
    operation.verification_gas_limit +
    operation.pre_verification_gas +
    (operation.paymaster_verification_gas_limit ?? 0n) +
    (operation.paymaster_post_op_gas_limit ?? 0n)
  return gas * operation.max_fee_per_gas
}

/** Two numbers of 16 bytes each. */
function halves(word: string): [bigint, bigint] {
  const digits = word.slice(2).padEnd(64, '0')
  return [BigInt(`0x${digits.slice(0, 32)}`), BigInt(`0x${digits.slice(32)}`)]
}

function hexOf(value: unknown): string | undefined {
  const isHex = typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
  return isHex ? value.toLowerCase() : undefined
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' ? readInteger(value) : undefined
}
