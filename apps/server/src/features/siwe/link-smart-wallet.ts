import { ApiError, type User } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import { addDerivedAccount } from '../../db/derived-accounts.js'
import { completeProof } from '../../db/links.js'
import type { Deps } from '../../deps.js'
import { lockUser, readWireUser } from '../../identity/link.js'
import type { ProvenSmartWallet } from './prove.js'
import { ownWallets } from './smart-wallet-owner.js'

/** Whether the app has smart wallets. */
export function hasSmartWallets({ settings }: Pick<App, 'settings'>): boolean {
  return settings.smart_wallet_config?.enabled === true
}

/**
 * Links a proven smart wallet to the signed-in user: one commit with the use of its nonce. No login is possible by it.
 *
 * @throws ApiError what `proof.refuse` returns; `invalid_credentials` when the user has its owner no longer;
 *   `cannot_link_more_of_type` for one who has another smart wallet; `linked_to_another_user`.
 */
export async function linkSmartWallet(
  deps: Deps,
  {
    app,
    userId,
    data,
    key,
    owner: ownerAddress,
    proof,
  }: ProvenSmartWallet & { app: App; userId: string },
): Promise<User> {
  const owner = { appId: app.id, userId }
  const type = 'smart_wallet'
  const outcome = await deps.db.transaction().execute(async (transaction) => {
    const { accounts } = await lockUser(transaction, owner)
    if (!(await completeProof(deps.db, transaction, proof))) return 'refused'
    // It may have been deleted since.
    if (!ownWallets(accounts).includes(ownerAddress)) return new ApiError('invalid_credentials')
    const [mine] = accounts.filter((account) => account.type === type)
    if (mine !== undefined)
      return mine.data.address === data.address ? 'done' : new ApiError('cannot_link_more_of_type')
    const row = { app_id: app.id, user_id: userId, type, key, data, credential: null }
    const mac = rowMac(deps.keyEncryption, authenticRows.linkedAccount, row)
    const nowMs = deps.clock.nowMs()
    const isAdded = await addDerivedAccount(transaction, { ...owner, type, key, data, mac, nowMs })
    return isAdded ? 'done' : new ApiError('linked_to_another_user')
  })
  if (outcome === 'refused') throw await proof.refuse()
  if (outcome instanceof ApiError) throw outcome
  return readWireUser(deps, owner)
}
