import {
  ApiError,
  type embeddedWallet,
  generationProofMessage,
  type RouteResponse,
} from '@sallyport/contract'
import { authenticRows } from '../../authority/authentic-rows.js'
import { rowMac } from '../../authority/row-mac.js'
import { hasRecovered } from '../../db/read-audit-events.js'
import { revokeOldest } from '../../db/share-generations.js'
import { lockActiveRoot, setCustodyKey } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import {
  type AddGenerationBody,
  answerStored,
  readGenerationBody,
  storeGeneration,
} from './new-generation.js'
import { bindingOf } from './owner.js'
import { readOwnRoot } from './read-rows.js'
import { recordRevokedDevice } from './record-revoked-device.js'
import { checkRecovery, type RecoveryChooser, recoveryOf, toRootRow } from './recovery-method.js'
import { checkRootProof } from './root-proof.js'
import { type StoringCaller, storeRecoveryKey } from './store-recovery-key.js'

/**
 * Devices a root may have; one more and the one used least recently is revoked (custody design 2.4), but never the one
 * that made the root active.
 */
const liveGenerations = 20
/** For so long a session that has restored the wallet may set automatic recovery. */
const provenMs = 5 * 60_000

/** A caller with the shares of a further device. */
interface AddGenerationRequest extends StoringCaller, RecoveryChooser {
  sessionId: string
  walletId: string
  body: AddGenerationBody
}

/**
 * Stores the shares of a further device of an active root; it counts once it is confirmed. The root's own key must have
 * signed for them.
 *
 * @throws ApiError `linked_account_not_found`, `invalid_data`, `too_many_requests`.
 */
export async function addGeneration(
  request: AddGenerationRequest,
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.addGeneration>> {
  const { owner, walletId, body } = request
  const generation = await readGenerationBody(body, { owner, walletId, deps })
  const noted = await checkProof(request, deps)
  const sealedRecoveryKey = await storeRecoveryKey(request, { walletId, body }, deps)
  await deps.db.transaction().execute(async (db) => {
    // The lock makes the count of generations exact.
    const isActive = await lockActiveRoot(db, { ...owner, walletId })
    if (!isActive) throw new ApiError('linked_account_not_found')
    if (noted !== null) await setCustodyKey(db, noted)
    await storeGeneration(generation, { deps, db })
    const nowMs = deps.clock.nowMs()
    const root = { ...owner, walletId }
    const sparing = body.generation_id
    const revoked = await revokeOldest(db, { ...root, sparing, keep: liveGenerations, nowMs })
    for (const generationId of revoked) {
      await recordRevokedDevice(db, { ...root, generationId, nowMs })
    }
  })
  return answerStored(generation, { deps, sealedRecoveryKey })
}

/** Checks the root's own signatures; gives the custody key to note, for a root that has none. */
async function checkProof(
  { owner, walletId, body, app, session, sessionId }: AddGenerationRequest,
  deps: Deps,
): Promise<Parameters<typeof setCustodyKey>[1] | null> {
  const root = await readOwnRoot(deps, { ...owner, walletId })
  if (root?.state !== 'active') throw new ApiError('linked_account_not_found')
  const sinceMs = deps.clock.nowMs() - provenMs
  const wasProven = (method: string) =>
    hasRecovered(deps.db, { ...owner, sessionId, walletId, method, sinceMs })
  await checkRecovery(body.recovery, { root, app, session, wasProven })
  const message = generationProofMessage({
    ...bindingOf(owner, walletId),
    generationId: body.generation_id,
    shareHashes: body.share_hashes,
    devicePublicKey: body.device_public_key,
    recovery: body.recovery,
  })
  const { root_proof: rootProof, custody } = body
  const custodyKey = checkRootProof(root, { message, rootProof, custody })
  if (custodyKey === null) return null
  const place = { ...owner, walletId }
  const { imported, confirming_chain } = root
  const claims = { ...toRootRow(place, recoveryOf(root)), imported, confirming_chain }
  const row = { ...claims, custody_key: custodyKey }
  return { ...place, custodyKey, mac: rowMac(deps.keyEncryption, authenticRows.walletRoot, row) }
}
