import {
  ApiError,
  type RouteRequest,
  rehearsalProofMessage,
  type walletExport,
} from '@sallyport/contract'
import { recordEvent } from '../../audit/record-event.js'
import { recordOwnWallet } from '../../db/own-wallet-events.js'
import type { Deps } from '../../deps.js'
import { type DeviceRecord, describeForAudit } from '../../session/device.js'
import { bindingOf, type Owner } from './owner.js'
import { readOwnRoot } from './read-rows.js'
import { checkRootProof } from './root-proof.js'

/** A frame that restored a root for a test. */
interface Rehearsal {
  owner: Owner
  walletId: string
  sessionId: string
  device: DeviceRecord
  body: RouteRequest<typeof walletExport.recordRehearsal>['body']
}

/**
 * Records that a root came back, in the log that can't be changed later.
 *
 * @throws ApiError `linked_account_not_found`, `invalid_data` without a proof by the root's key.
 */
export async function recordRehearsal(
  rehearsal: Rehearsal,
  deps: Deps,
): Promise<{ success: true }> {
  const { owner, walletId, sessionId, body, device } = rehearsal
  const { recovery_key_id: recoveryKeyId, root_proof: rootProof } = body
  const root = await readOwnRoot(deps, { ...owner, walletId })
  if (root?.state !== 'active') throw new ApiError('linked_account_not_found')
  const message = rehearsalProofMessage({ ...bindingOf(owner, walletId), recoveryKeyId })
  checkRootProof(root, { message, rootProof, custody: body.custody })
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (db) => {
    await recordEvent(db, {
      kind: 'recovery_rehearsed',
      ...owner,
      sessionId,
      data: { wallet_id: walletId, ...describeForAudit(device) },
      nowMs,
    })
    await recordOwnWallet(db, { ...owner, walletId, type: 'wallet.recovery_tested', nowMs })
  })
  return { success: true }
}
