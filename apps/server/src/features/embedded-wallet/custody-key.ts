import { ApiError } from '@sallyport/contract'
import { ethereum } from '@sallyport/crypto/chains/ethereum'
import { readBytes } from './read-bytes.js'

/** A custody key as a frame names it, with its signature. */
export interface CustodyProof {
  address: string
  /** EIP-191, base64url. */
  proof: string
}

/**
 * The address of the custody key that signed `message`; null when the frame named none.
 *
 * @throws ApiError `invalid_data` when another key signed.
 */
export function readCustodyKey(custody: CustodyProof | undefined, message: string): string | null {
  if (custody === undefined) return null
  const { address } = custody
  const signature = readBytes(custody.proof, 'custody proof')
  if (ethereum.verifyProof({ address, publicKey: undefined, message, signature })) return address
  throw new ApiError('invalid_data', { message: 'Invalid custody proof' })
}
