import { userIdPrefix } from '@sallyport/contract'
import { deleteProgramGrant, listEndedGrants } from '../db/program-grants.js'
import type { Deps } from '../deps.js'

/** For so long a program is told that its time is over, and not that it was ended. */
const keptMs = 86_400_000
const mostAtOnce = 100

/**
 * Deletes what programs whose time is over had: both halves of their keys. The signer signs nothing for them in any case; halves
 * that are not needed are not kept. Safe to repeat.
 */
export async function sweepEndedPrograms({
  db,
  clock,
  signer,
}: Pick<Deps, 'db' | 'clock' | 'signer'>): Promise<void> {
  const beforeMs = clock.nowMs() - keptMs
  for (const row of await listEndedGrants(db, { beforeMs, most: mostAtOnce })) {
    const { app_id: appId, user_id: userId, grant_id: grantId } = row
    const named = { appId, userId: userIdPrefix + userId, consentId: grantId }
    await signer?.call('revokeDelegations', named)
    await deleteProgramGrant(db, { appId, userId, grantId })
  }
}
