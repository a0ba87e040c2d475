import { ApiError } from '@sallyport/contract'
import type { WalletInput } from '@sallyport/contract/wallet-api'
import { readUser } from '../../db/users.js'
import type { Deps } from '../../deps.js'

/**
 * The id of the user that a body names as the owner of a wallet.
 *
 * @returns null where the owner is a key, a quorum or not named.
 * @throws ApiError `invalid_data` for a user that the app has not: such a wallet could never be used.
 */
export async function readOwningUser(
  { db }: Pick<Deps, 'db'>,
  { appId, body }: { appId: string; body: Pick<WalletInput, 'owner'> },
): Promise<string | null> {
  const { owner } = body
  if (!owner || !('user_id' in owner)) return null
  const userId = owner.user_id
  if ((await readUser(db, { appId, userId })) === undefined)
    throw new ApiError('invalid_data', {
      message: 'The app has no such user',
      data: { field: 'owner.user_id' },
    })
  return userId
}
