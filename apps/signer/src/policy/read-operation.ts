import {
  packedOperationType,
  readOperationCalls,
  readPackedOperation,
  type TypedDataInput,
} from '@sallyport/contract/requests'
import type { UserOperation, WalletRpc } from '@sallyport/contract/wallet-api'
import { type Action, type Facts, known, knownOr, type Unread } from './facts.js'
import { actionsOfCall, costOf, unreadCallFields } from './read-calls.js'
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
    isAnything: true,
  }
  const actions = (calls?.flatMap((each) => actionsOfCall({ ...each, chainId, from })) ?? [unread])
    // A factory is code that runs with the operation.
    .map((action) => ({ ...action, isWhole: action.isWhole && operation.factory === undefined }))
  const fee = feeOf(operation)
  const paymaster = paymasterOf(operation)
  const ownFee = paymaster === null ? fee : 0n
  return {
    method,
    chain: 'ethereum',
    shared: {
      system: { chain_id: chainId },
      ethereum_transaction: { max_fee: known(ownFee), cost: costOf(actions, ownFee) },
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

/** The operation that typed data is (EIP-4337, entry points of 0.8 and later). Null for data that is called otherwise. */
export function operationIn(data: TypedDataInput): PlacedOperation | Unread | null {
  if (data.primaryType !== packedOperationType) return null
  const packed = readPackedOperation(data)
  if (!packed) return { unread: 'its operation (PackedUserOperation) is not of the known form' }
  const { chainId, entryPoint, paymaster } = packed
  return {
    chainId,
    entryPoint,
    operation: {
      sender: hex(packed.sender),
      nonce: packed.nonce,
      call_data: hex(packed.callData),
      call_gas_limit: packed.callGasLimit,
      verification_gas_limit: packed.verificationGasLimit,
      pre_verification_gas: packed.preVerificationGas,
      max_fee_per_gas: packed.maxFeePerGas,
      max_priority_fee_per_gas: packed.maxPriorityFeePerGas,
      ...(packed.initCode !== '0x' && { factory: hex(packed.initCode.slice(0, 42)) }),
      ...(paymaster && {
        paymaster: hex(paymaster.address),
        paymaster_verification_gas_limit: paymaster.verificationGasLimit,
        paymaster_post_op_gas_limit: paymaster.postOperationGasLimit,
      }),
    },
  }
}

/** With the address zero as paymaster, entry points take the fee from the account. */
export function paymasterOf({ paymaster }: { paymaster?: string | undefined }): string | null {
  return paymaster === undefined || /^0x0+$/.test(paymaster) ? null : paymaster.toLowerCase()
}

/** Entry point 0.6 has no limits of the paymaster's own, and demands its verification gas three times for it. */
function feeOf(operation: UserOperation): bigint {
  const isOf06 =
    paymasterOf(operation) !== null && operation.paymaster_verification_gas_limit === undefined
  const gas =
    operation.call_gas_limit +
    operation.verification_gas_limit * (isOf06 ? 3n : 1n) +
    operation.pre_verification_gas +
    (operation.paymaster_verification_gas_limit ?? 0n) +
    (operation.paymaster_post_op_gas_limit ?? 0n)
  return gas * operation.max_fee_per_gas
}

/** As the operation's type spells it; readers give `0x` hex. */
function hex(text: string): `0x${string}` {
  return text as `0x${string}`
}
