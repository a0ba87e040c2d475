import { type Hex, hashUserOperation06 } from '@sallyport/crypto/chains/ethereum'
import * as z from 'zod/mini'
import { invalidArguments } from '../frame-error.js'

const bytes = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/), z.maxLength(200_000))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const number = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const params = z.tuple([
  z.object({
    sender: address,
    nonce: number,
    initCode: bytes,
    callData: bytes,
    callGasLimit: number,
    verificationGasLimit: number,
    preVerificationGas: number,
    maxFeePerGas: number,
    maxPriorityFeePerGas: number,
    paymasterAndData: bytes,
  }),
  address,
  z.int().check(z.positive()),
])

/**
 * The hash of the operation in the parameters of `csw_signUserOperation`: the operation of entry point 0.6 with numbers as hex, the
 * entry point's address, the chain's number. The page names no hash: what is signed is an operation in any case.
 *
 * @throws FrameError `invalid_request_arguments`
 */
export function operationHash(given: unknown): Uint8Array {
  const parsed = params.safeParse(given)
  if (!parsed.success) throw invalidArguments()
  const [operation, entryPoint, chainId] = parsed.data
  const { sender, initCode, callData, paymasterAndData, ...numbers } = operation
  const read = (name: keyof typeof numbers) => BigInt(numbers[name])
  return hashUserOperation06(
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
    { entryPoint: entryPoint as Hex, chainId: BigInt(chainId) },
  )
}
