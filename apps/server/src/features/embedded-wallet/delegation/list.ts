import { type delegatedWallets, delegationPolicy, type RouteResponse } from '@sallyport/contract'
import { listDelegations } from '../../../db/delegations.js'
import type { Deps } from '../../../deps.js'
import type { UserCaller } from '../../../http/implement.js'
import { appShareContext } from '../../../wallet-api/delegated-share.js'

/**
 * What the app's back end may do with the caller's wallets, and when it last did.
 *
 * @throws KeyEncryptionError when a row is not as it was written: what it says of its limits would not be what the signer keeps to.
 */
export async function listOwnDelegations(
  deps: Deps,
  { app, userId }: UserCaller,
): Promise<RouteResponse<typeof delegatedWallets.list>> {
  const rows = await listDelegations(deps.db, { appId: app.id, userId })
  const delegations = rows.map((row) => {
    // The half is bound to the policy: opening it proves that the policy is what the user was shown.
    deps.keyEncryption.shares
      .open(row.app_share, appShareContext({ ...row, app_id: app.id }))
      .fill(0)
    return {
      chain_type: row.chain_type,
      address: row.address,
      policy: row.policy === '' ? null : delegationPolicy.parse(JSON.parse(row.policy)),
      created_at: Math.floor(row.created_at / 1000),
      last_used_at: row.last_used_at === null ? null : Math.floor(row.last_used_at / 1000),
    }
  })
  return { delegations }
}
