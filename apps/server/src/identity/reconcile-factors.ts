import { userIdPrefix } from '@sallyport/contract'
import type { UserKey } from '../db/links.js'
import type { Deps } from '../deps.js'
import { VaultRefusal, VaultUnavailable } from '../ports/vault.js'
import type { FactorEvent } from './factor-events.js'
import { readRecord } from './link.js'
import { noteFactors } from './note-factors.js'

/** What the vault answers when its factors are not those that the API lists. */
const doubtful: readonly string[] = ['factor_required', 'not_found', 'wrong_code']

/**
 * Takes over the vault's list of a user's factors after a refusal that may come from a difference: the API ended, or lost the
 * vault's answer, between a change there and the note of it here. Otherwise a user would be asked for a factor that is removed,
 * or not be asked for one that is enrolled. What was not noted is recorded and told now.
 */
export async function reconcileFactors(
  deps: Deps,
  { error, ...owner }: UserKey & { error: unknown },
): Promise<void> {
  const isDoubtful = error instanceof VaultRefusal && doubtful.includes(error.code)
  if (!isDoubtful && !(error instanceof VaultUnavailable)) return
  try {
    const { appId, userId } = owner
    const { factors } = await deps.vault.call('listFactors', {
      appId,
      userId: userIdPrefix + userId,
    })
    const { mfa_methods } = await readRecord(deps, owner)
    const listed = mfa_methods.map(({ type }) => type)
    const event = differenceOf(
      listed,
      factors.map(({ method }) => method),
    )
    if (event === undefined) return
    const nowMs = deps.clock.nowMs()
    await deps.db
      .transaction()
      .execute((transaction) =>
        noteFactors(deps, transaction, { ...owner, sessionId: undefined, factors, event, nowMs }),
      )
  } catch {
    // The caller is told the refusal itself; the next one comes here again.
  }
}

function differenceOf(listed: readonly string[], held: readonly string[]): FactorEvent | undefined {
  const added = held.find((method) => !listed.includes(method))
  if (added !== undefined) return { kind: 'factor_enrolled', factor: added }
  const removed = listed.find((method) => !held.includes(method))
  return removed === undefined ? undefined : { kind: 'factor_removed', factor: removed }
}
