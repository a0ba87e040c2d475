import type { WalletInput } from '@sallyport/contract/wallet-api'
import type { Deps } from '../../deps.js'
import { requireUsers } from '../../wallet-api/require-users.js'

/**
 * The id of the user that a body names as the owner of a wallet.
 *
 * @returns null where the owner is a key, a quorum or not named.
 * @throws ApiError `invalid_data` for a user that the app has not: such a wallet could never be used.
 */
export async function readOwningUser(
  deps: Pick<Deps, 'db'>,
  { appId, body }: { appId: string; body: Pick<WalletInput, 'owner'> },
): Promise<string | null> {
  const { owner } = body
  if (!owner || !('user_id' in owner)) return null
  await requireUsers(deps, { appId, body: { owner } })
  return owner.user_id
}
