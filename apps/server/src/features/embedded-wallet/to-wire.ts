import { ApiError, type User, type WalletRoot } from '@sallyport/contract'
import type { Db } from '../../db/connect.js'
import { readUser } from '../../db/users.js'
import type { RootAccount, RootRecord } from '../../db/wallet-roots.js'
import { toWireUser } from '../../identity/user.js'
import type { Owner } from './owner.js'

/** A root as the wire carries it. */
export function toWireRoot(root: RootRecord): WalletRoot {
  return {
    wallet_id: root.wallet_id,
    imported: root.imported,
    recovery_method: root.recovery_method,
    accounts: root.accounts.map(toWireAccount),
  }
}

/** The user as they are now, for answers that changed them. */
export async function readWireUser(db: Db, owner: Owner): Promise<User> {
  const user = await readUser(db, owner)
  if (!user) throw new ApiError('missing_or_invalid_token')
  return toWireUser(user)
}

function toWireAccount({ chain_type, wallet_index, address, public_key: publicKey }: RootAccount) {
  return {
    chain_type,
    wallet_index,
    address,
    ...(publicKey === null ? {} : { public_key: publicKey }),
  }
}
