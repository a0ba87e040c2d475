import { ApiError, userIdPrefix } from '@sallyport/contract'
import { notify } from '../../audit/notify.js'
import { recordEvent } from '../../audit/record-event.js'
import { recordOwnWallet } from '../../db/own-wallet-events.js'
import { deleteProgramGrant } from '../../db/program-grants.js'
import type { Deps } from '../../deps.js'
import type { UserCaller } from '../../http/implement.js'
import { type DeviceRecord, describeForAudit } from '../../session/device.js'
import { callSignerWithAppKey } from '../../wallet-api/call-signer-with-app-key.js'

/**
 * Ends what a program may do. The API's half is deleted first: without it nothing can be signed, also where the signer does not answer.
 * What was being signed has ended when this returns.
 *
 * @throws ApiError `not_found` for a grant that is not the user's; `internal_error` (503) when the signer does not answer.
 */
export async function endProgram(
  deps: Deps,
  { app, userId, sessionId }: UserCaller,
  { grantId, device }: { grantId: string; device: DeviceRecord },
): Promise<void> {
  const owner = { appId: app.id, userId }
  const isEnded = await deps.db.transaction().execute(async (db) => {
    const row = await deleteProgramGrant(db, { ...owner, grantId })
    if (row === undefined) return false
    const nowMs = deps.clock.nowMs()
    const data = { program: row.name, ...describeForAudit(device) }
    const event = await recordEvent(db, { kind: 'program_ended', ...owner, sessionId, data, nowMs })
    const about = { ...owner, walletId: row.wallet_id, address: row.address, nowMs }
    await recordOwnWallet(db, { ...about, type: 'wallet.delegation_revoked' })
    await notify(db, { event })
    return true
  })
  if (deps.signer) {
    // Also for one that the API has not: asking again ends the signer's half where it did not answer before.
    const input = { appId: app.id, userId: userIdPrefix + userId, consentId: grantId }
    await callSignerWithAppKey(deps, { app, call: 'revokeDelegations', input })
  }
  if (!isEnded) throw new ApiError('not_found', { message: 'No such program' })
}
