import { ApiError } from '@sallyport/contract'
import type { RootRecord } from '../../db/wallet-roots.js'
import { isSignedBy } from './accounts.js'
import { readBytes } from './read-bytes.js'

/**
 * Passes when the key of the root's confirming address signed `message`: the caller has the root open, which an
 * access token alone does not give.
 *
 * @throws ApiError `invalid_data`.
 */
export function checkRootProof(
  root: RootRecord,
  { message, rootProof }: { message: string; rootProof: string },
): void {
  const confirming = root.accounts.find(
    (account) => account.chain_type === root.confirming_chain && account.wallet_index === 0,
  )
  const signature = readBytes(rootProof, 'root proof')
  if (!confirming || !isSignedBy(confirming, { message, signature })) {
    throw new ApiError('invalid_data', { message: 'Invalid root proof' })
  }
}
