import { checksumAddress, type EthereumAuthorization } from '@sallyport/crypto/chains/ethereum'
import * as z from 'zod/mini'
import { invalidArguments } from '../frame-error.js'

const params = z.tuple([
  z.strictObject({
    contract: z.templateLiteral(['0x', z.string()]).check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    chainId: z.int().check(z.minimum(1)),
    nonce: z.int().check(z.minimum(0)),
  }),
])

/**
 * The authorization in the parameters of `eth_sign7702Authorization`. Chain 0 is refused: such an authorization would be valid
 * on every chain.
 *
 * @throws FrameError `invalid_request_arguments`
 */
export function authorizationOf(given: unknown): EthereumAuthorization {
  const parsed = params.safeParse(given)
  if (!parsed.success) throw invalidArguments()
  const [{ contract, chainId, nonce }] = parsed.data
  return {
    contract: checksumAddress(contract),
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
  }
}
