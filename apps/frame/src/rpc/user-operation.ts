import {
  type Hex,
  hashUserOperation06,
  hashUserOperation07,
} from '@sallyport/crypto/chains/ethereum'
import * as z from 'zod/mini'
import { invalidArguments } from '../frame-error.js'

const bytes = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/), z.maxLength(200_000))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const number = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const pair = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const chainId = z.int().check(z.positive())
const common = {
  sender: address,
  nonce: number,
  initCode: bytes,
  callData: bytes,
  preVerificationGas: number,
  paymasterAndData: bytes,
}
const fields06 = z.object({
  ...common,
  callGasLimit: number,
  verificationGasLimit: number,
  maxFeePerGas: number,
  maxPriorityFeePerGas: number,
})
const fields07 = z.object({ ...common, accountGasLimits: pair, gasFees: pair })
const params06 = z.tuple([fields06, address, chainId])
const params07 = z.tuple([fields07, address, chainId])

/** Where each version of the entry point is, on every chain. */
export const entryPoints = {
  '0.6': '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0.7': '0x0000000071727de22e5e9d8baf0edac6f37da032',
} as const

/** An operation that is asked for (ERC-4337): what its owner's signature is about, and what can be said of it. */
export interface AskedOperation {
  /** As the entry point computes it. */
  hash: Uint8Array
  sender: string
  callData: string
  chainId: bigint
  nonce: bigint
  /** Whether the entry point is the one that every wallet of this version trusts. */
  isKnownEntryPoint: boolean
  /** The most that its gas can cost. */
  maxFeeWei: bigint
  hasPaymaster: boolean
}

/**
 * The operation of entry point 0.6 in the parameters of `csw_signUserOperation`: its fields with numbers as hex, the entry point's
 * address, the chain's number. The page names no hash: what is signed is an operation in any case.
 *
 * @throws FrameError `invalid_request_arguments`
 */
export function operationOf06(given: unknown): AskedOperation {
  const parsed = params06.safeParse(given)
  if (!parsed.success) throw invalidArguments()
  const [operation, entryPoint, id] = parsed.data
  const { sender, initCode, callData, paymasterAndData, ...numbers } = operation
  const read = (name: keyof typeof numbers) => BigInt(numbers[name])
  const gas = read('callGasLimit') + read('verificationGasLimit') + read('preVerificationGas')
  const hash = hashUserOperation06(
    {
      // The schema has checked that they are hex.
      sender: sender as Hex,
      initCode: initCode as Hex,
      callData: callData as Hex,
      paymasterAndData: paymasterAndData as Hex,
      nonce: read('nonce'),
      callGasLimit: read('callGasLimit'),
      verificationGasLimit: read('verificationGasLimit'),
      preVerificationGas: read('preVerificationGas'),
      maxFeePerGas: read('maxFeePerGas'),
      maxPriorityFeePerGas: read('maxPriorityFeePerGas'),
    },
    { entryPoint: entryPoint as Hex, chainId: BigInt(id) },
  )
  return {
    ...{ hash, sender, callData, chainId: BigInt(id), nonce: read('nonce') },
    isKnownEntryPoint: entryPoint.toLowerCase() === entryPoints['0.6'],
    maxFeeWei: gas * read('maxFeePerGas'),
    hasPaymaster: namesPaymaster(paymasterAndData),
  }
}

/** As `operationOf06`, of entry point 0.7, whose operations are packed. @throws FrameError `invalid_request_arguments` */
function operationOf07(given: unknown): AskedOperation {
  const parsed = params07.safeParse(given)
  if (!parsed.success) throw invalidArguments()
  const [operation, entryPoint, id] = parsed.data
  const nonce = BigInt(operation.nonce)
  const preVerificationGas = BigInt(operation.preVerificationGas)
  const hash = hashUserOperation07(
    // The schema has checked that they are hex.
    { ...(operation as Record<keyof typeof operation, Hex>), nonce, preVerificationGas },
    { entryPoint: entryPoint as Hex, chainId: BigInt(id) },
  )
  const [verification, call] = halves(operation.accountGasLimits)
  const { sender, callData, paymasterAndData } = operation
  return {
    ...{ hash, sender, callData, chainId: BigInt(id), nonce },
    isKnownEntryPoint: entryPoint.toLowerCase() === entryPoints['0.7'],
    maxFeeWei: (verification + call + preVerificationGas) * halves(operation.gasFees)[1],
    hasPaymaster: namesPaymaster(paymasterAndData),
  }
}

/**
 * The operation in the parameters of `sallyport_signUserOperation`, of the version whose entry point they name.
 *
 * @throws FrameError `invalid_request_arguments`, also for an entry point that is not known: its hash would be of another form.
 */
export function operationOf(given: unknown): AskedOperation {
  const named = Array.isArray(given) ? String(given[1]).toLowerCase() : ''
  if (named === entryPoints['0.6']) return operationOf06(given)
  if (named === entryPoints['0.7']) return operationOf07(given)
  throw invalidArguments('The entry point is not known')
}

/** Whether another account pays: with the address zero as paymaster, entry points take the fee from the account. */
export function namesPaymaster(paymasterAndData: string): boolean {
  return paymasterAndData.length > 2 && !/^0x0{40}/.test(paymasterAndData)
}

/** Two numbers of 16 bytes. */
function halves(hex: string): [bigint, bigint] {
  return [BigInt(hex.slice(0, 34)), BigInt(`0x${hex.slice(34)}`)]
}
