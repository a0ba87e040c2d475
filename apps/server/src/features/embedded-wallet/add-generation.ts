import { ApiError, type embeddedWallet, type RouteResponse } from '@sallyport/contract'
import { revokeOldest } from '../../db/share-generations.js'
import { lockActiveRoot } from '../../db/wallet-roots.js'
import type { Deps } from '../../deps.js'
import { spend } from './limits.js'
import { type GenerationBody, readGenerationBody, storeGeneration } from './new-generation.js'
import type { Owner } from './owner.js'

/** Devices a root may have; one more and the one used least recently is revoked (custody design 2.4). */
const liveGenerations = 20

/**
 * Stores the shares of a further device of an active root; it counts once it is confirmed.
 *
 * @throws ApiError `linked_account_not_found`, `invalid_data`, `too_many_requests`.
 */
export async function addGeneration(
  request: { owner: Owner; walletId: string; body: GenerationBody },
  deps: Deps,
): Promise<RouteResponse<typeof embeddedWallet.addGeneration>> {
  const { owner, walletId, body } = request
  const generation = await readGenerationBody(body, { owner, walletId, sealKey: deps.sealKey })
  await spend('add-generation', { owner, deps })
  const receipt = await deps.db.transaction().execute(async (db) => {
    // The lock makes the count of generations exact.
    const isActive = await lockActiveRoot(db, { ...owner, walletId })
    if (!isActive) throw new ApiError('linked_account_not_found')
    const given = await storeGeneration(generation, { deps, db })
    await revokeOldest(db, {
      ...owner,
      walletId,
      sparing: body.generation_id,
      keep: liveGenerations,
      nowMs: deps.clock.nowMs(),
    })
    return given
  })
  return { state: 'stored', receipt }
}
