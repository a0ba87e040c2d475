import { userIdPrefix } from '@sallyport/contract'
import { notify } from '../../../audit/notify.js'
import { recordEvent } from '../../../audit/record-event.js'
import { deleteDelegations, lockActiveRoots, updateWallets } from '../../../db/delegations.js'
import { recordOwnWallet } from '../../../db/own-wallet-events.js'
import type { Deps } from '../../../deps.js'
import type { UserCaller } from '../../../http/implement.js'
import { type DeviceRecord, describeForAudit } from '../../../session/device.js'
import { callSignerWithAppKey } from '../../../wallet-api/call-signer-with-app-key.js'
import { toLinkedWallet } from '../accounts.js'
import { readOwnRoot } from '../read-rows.js'

/**
 * Ends every delegation of the user's wallets, and every consent that is being given. The API's halves are deleted first: without them nothing can be signed, also where
 * the signer does not answer. What was being signed has ended when this returns (DEL-05).
 *
 * @throws ApiError `internal_error` (503) when the signer does not answer: asking again ends its halves too.
 */
export async function revokeDelegations(
  deps: Deps,
  { app, userId, sessionId }: UserCaller,
  device: DeviceRecord,
): Promise<{ message: string }> {
  const owner = { appId: app.id, userId }
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (db) => {
    await lockActiveRoots(db, owner)
    const ended = await deleteDelegations(db, owner)
    if (ended.length === 0) return
    const wallets = []
    for (const each of ended) {
      const root = await readOwnRoot(deps, { ...owner, walletId: each.wallet_id }, db)
      const account = root?.accounts.find(
        ({ chain_type, address }) => chain_type === each.chain_type && address === each.address,
      )
      if (!root || !account) continue
      wallets.push(toLinkedWallet(account, { root, owner, hashKey: deps.keyEncryption }))
    }
    await updateWallets(db, { ...owner, wallets })
    const kind = 'delegations_revoked'
    const data = describeForAudit(device)
    const event = await recordEvent(db, { kind, ...owner, sessionId, data, nowMs })
    for (const { wallet_id: walletId, address } of ended) {
      const about = { ...owner, walletId, address, nowMs }
      await recordOwnWallet(db, { ...about, type: 'wallet.delegation_revoked' })
    }
    await notify(db, { event })
  })
  if (deps.signer) {
    const input = { appId: app.id, userId: userIdPrefix + userId }
    await callSignerWithAppKey(deps, { app, call: 'revokeDelegations', input })
  }
  return { message: 'Delegated access to the wallets was revoked' }
}
