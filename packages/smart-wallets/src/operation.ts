import { type Hex, http, isAddressEqual } from 'viem'
import {
  createPaymasterClient,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction'
import { getBalance } from 'viem/actions'
import type { SmartWalletConnection } from './client.js'
import { SmartWalletError } from './errors.js'

/** A call that the smart wallet makes. */
export interface Call {
  to: `0x${string}`
  data?: Hex | undefined
  /** In wei. */
  value?: bigint | undefined
}

/** An operation as it will be signed, and what it costs. */
export interface PreparedOperation {
  operation: UserOperation
  /** Whether the app's paymaster pays for the gas. */
  isSponsored: boolean
  /** The most that the gas can cost, in wei. */
  maxCostWei: bigint
}

/** A paymaster that the app names for one operation (ERC-7677). */
export interface NamedPaymaster {
  url: string
  /** Handed to it as it is. */
  context?: Readonly<Record<string, unknown>> | undefined
}

/** More than a block holds on the chains that wallets are used on: a bundler that estimates it is wrong (SMW-04). */
const mostGas = 100_000_000n

/**
 * Prepares one operation of all `calls`: nonce, gas, fees and the paymaster's data.
 *
 * @param paymaster  In place of the one that the app has set for the chain.
 * @throws an error of viem or permissionless when the bundler or the paymaster refuses; RangeError for gas that no block holds;
 *   SmartWalletError `bundler_refused` when an answer would change the calls.
 */
export async function prepareOperation(
  connection: SmartWalletConnection,
  calls: readonly Call[],
  paymaster?: NamedPaymaster,
): Promise<PreparedOperation> {
  const { bundler, account } = connection
  // viem's type of the result depends on the account's version, which is open here.
  const whole = calls.map(({ to, data = '0x', value = 0n }) => ({ to, data, value }))
  const operation = (await bundler.prepareUserOperation({
    account,
    calls: whole,
    ...(paymaster && {
      paymaster: createPaymasterClient({ transport: http(paymaster.url) }),
      paymasterContext: { ...paymaster.context },
    }),
  })) as unknown as UserOperation
  // viem takes every field that a paymaster answers, also ones that are not its own (SMW-04).
  const isOwn = isAddressEqual(operation.sender, account.address)
  if (!isOwn || operation.callData !== (await account.encodeCalls(whole)))
    throw new SmartWalletError('bundler_refused', 'The paymaster answered with other calls')
  const gas = gasOf(operation)
  if (gas > mostGas) throw new RangeError('The bundler asks for an unusual amount of gas')
  return {
    operation,
    isSponsored: isSponsored(operation),
    maxCostWei: gas * operation.maxFeePerGas,
  }
}

/** What the wallet holds of the chain's coin, in wei. @throws an error of viem when the node does not answer. */
export function readBalance({ node, account }: SmartWalletConnection): Promise<bigint> {
  return getBalance(node, { address: account.address })
}

/** The operation with the owner's signature. */
export async function signOperation(
  { account }: SmartWalletConnection,
  { operation }: PreparedOperation,
): Promise<UserOperation> {
  const signature = await account.signUserOperation(operation as never) // the account's own version, by `prepareOperation`
  return { ...operation, signature } as UserOperation
}

/** Signs the operation with the owner and hands it to the bundler; returns its hash (ERC-4337). */
export async function sendOperation(
  connection: SmartWalletConnection,
  prepared: PreparedOperation,
): Promise<Hex> {
  const { bundler, account, chain } = connection
  const signed = await signOperation(connection, prepared)
  const hash = await bundler.sendUserOperation({ ...signed, account } as never) // see above
  const { address, version } = account.entryPoint
  const own = getUserOperationHash({
    chainId: chain.id,
    entryPointAddress: address,
    entryPointVersion: version as '0.7', // both versions are computed by it; the type asks for one
    userOperation: signed as UserOperation<'0.7'>,
  })
  // Another hash would have the wallet wait for an operation that is not its own.
  if (own !== hash)
    throw new SmartWalletError(
      'bundler_refused',
      'The bundler answered with the hash of another operation',
    )
  return hash
}

/** Whether a paymaster pays: its data is there and not zero (specification §4). */
export function isSponsored(operation: Partial<Record<string, unknown>>): boolean {
  const { paymasterAndData, paymaster, paymasterData } = operation
  const isNonzero = (value: unknown) =>
    typeof value === 'string' && /[1-9a-f]/i.test(value.slice(2))
  return isNonzero(paymasterAndData) || (isNonzero(paymaster) && isNonzero(paymasterData))
}

function gasOf(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } =
    operation as UserOperation<'0.7'> // absent before 0.7
  return (
    callGasLimit +
    verificationGasLimit +
    preVerificationGas +
    paymasterVerificationGasLimit +
    paymasterPostOpGasLimit
  )
}
