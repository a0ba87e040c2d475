import { ApiError, type embeddedWallet, type RouteResponse } from '@sallyport/contract'
import type { Db } from '../../db/connect.js'
import {
  countOwnWallets,
  insertRootAccounts,
  linkWallets,
  lockActiveRoot,
  type RootAccount,
  type RootRecord,
  readRoot,
} from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { type ClaimedAccount, proveAccounts, toLinkedWallet } from './accounts.js'
import { spend } from './limits.js'
import type { Owner } from './owner.js'
import { readWireUser, toWireRoot } from './to-wire.js'

/**
 * Puts further addresses of an active root on the user, all of them or none. The same again changes nothing.
 *
 * @throws ApiError `linked_account_not_found`, `invalid_data` for a wrong proof or a place that has another address,
 *   `linked_to_another_user`, `too_many_requests`.
 */
export async function addAccounts(
  request: { owner: Owner; walletId: string; accounts: readonly ClaimedAccount[] },
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.addAccounts>> {
  const { owner, walletId } = request
  const accounts = proveAccounts(request.accounts, { owner, walletId })
  await spend('add-accounts', { owner, deps })
  const nowMs = deps.clock.nowMs()
  const root = await deps.db.transaction().execute(async (db) => {
    const isActive = await lockActiveRoot(db, { ...owner, walletId })
    if (!isActive) throw new ApiError('linked_account_not_found')
    await insertRootAccounts(db, { ...owner, walletId, accounts })
    const changed = await readRoot(db, { ...owner, walletId })
    if (!changed || !accounts.every((account) => hasAccount(changed, account))) {
      throw new ApiError('invalid_data', { message: 'This wallet index has another address' })
    }
    await link({ owner, root: changed, accounts, nowMs }, db)
    return changed
  })
  return { root: toWireRoot(root), user: await readWireUser(deps.db, owner) }
}

function hasAccount(root: RootRecord, wanted: RootAccount): boolean {
  return root.accounts.some(
    (account) =>
      account.chain_type === wanted.chain_type &&
      account.wallet_index === wanted.wallet_index &&
      account.address === wanted.address,
  )
}

async function link(
  change: { owner: Owner; root: RootRecord; accounts: readonly RootAccount[]; nowMs: number },
  db: Db,
): Promise<void> {
  const wallets = change.accounts.map((account) => toLinkedWallet(account, change.root))
  const taken = await linkWallets(db, { ...change.owner, wallets, nowMs: change.nowMs })
  const known = wallets.filter((wallet) => taken.includes(wallet.key))
  const own = await countOwnWallets(db, { ...change.owner, wallets: known })
  if (own !== known.length) throw new ApiError('linked_to_another_user')
}
