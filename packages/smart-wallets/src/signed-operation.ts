import { encodeFunctionData, type Hex } from 'viem'
import {
  formatUserOperationRequest,
  type RpcUserOperation,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import type { SmartWalletConnection } from './client.js'
import { type PreparedOperation, signOperation } from './operation.js'
import { bundles } from './replacement.js'

/** An operation that is signed and not sent. With the entry point it is what `eth_sendUserOperation` of a bundler takes. */
export interface SignedOperation {
  chainId: number
  entryPoint: `0x${string}`
  /** Numbers are hex. */
  userOperation: RpcUserOperation
  /** Data of a transaction to the entry point that carries the operation out, for a sender without a bundler. */
  data: Hex
}

/** Signs the operation with the owner, for another side to send. It is valid until its nonce is used or its paymaster's data expires. */
export async function signOperationOnly(
  connection: SmartWalletConnection,
  prepared: PreparedOperation,
): Promise<SignedOperation> {
  const { account, chain } = connection
  const signed = await signOperation(connection, prepared)
  return {
    chainId: chain.id,
    entryPoint: account.entryPoint.address,
    userOperation: formatUserOperationRequest(signed),
    data: bundleOf(signed, account),
  }
}

/** A bundle of the one operation. What the gas costs less than was paid goes back to the wallet. */
function bundleOf(
  signed: UserOperation,
  { address, entryPoint }: SmartWalletConnection['account'],
): Hex {
  if (entryPoint.version === '0.6') {
    // By its entry point.
    const { initCode = '0x', paymasterAndData = '0x', ...rest } = signed as UserOperation<'0.6'>
    const operation = { ...rest, initCode, paymasterAndData }
    return encodeFunctionData({ abi: bundles['0.6'], args: [[operation], address] })
  }
  const operation = toPackedUserOperation(signed)
  return encodeFunctionData({ abi: bundles['0.7'], args: [[operation], address] })
}
