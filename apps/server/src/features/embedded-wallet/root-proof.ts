import { ApiError } from '@sallyport/contract'
import type { RootRecord } from '../../db/wallet-roots.js'
import { isSignedBy } from './accounts.js'
import { type CustodyProof, readCustodyKey } from './custody-key.js'
import { readBytes } from './read-bytes.js'

/**
 * Passes when the root's own keys signed `message`: the caller has the root open, which an access token alone does not give. The
 * key of the confirming address alone is enough only for a root without a custody key: a page may have it sign hashes (T-18).
 *
 * @returns The custody key that the root does not have yet; null when there is nothing to note.
 * @throws ApiError `invalid_data`.
 */
export function checkRootProof(
  root: RootRecord,
  given: { message: string; rootProof: string; custody: CustodyProof | undefined },
): string | null {
  const { message, rootProof, custody } = given
  const confirming = root.accounts.find(
    (account) => account.chain_type === root.confirming_chain && account.wallet_index === 0,
  )
  const signature = readBytes(rootProof, 'root proof')
  const custodyKey = readCustodyKey(custody, message)
  const isRight = root.custody_key === null || root.custody_key === custodyKey
  if (!isRight || !confirming || !isSignedBy(confirming, { message, signature })) {
    throw new ApiError('invalid_data', { message: 'Invalid root proof' })
  }
  return root.custody_key === null ? custodyKey : null
}
