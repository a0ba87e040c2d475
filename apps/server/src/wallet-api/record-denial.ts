import { recordAppEvent } from '../db/app-events.js'
import type { Deps } from '../deps.js'
import { VaultRefusal } from '../ports/vault.js'

/**
 * Records that a policy refused something, before it is answered; nothing for other errors. It has no transaction of the refusal to be in:
 * the signer, which refused, has a database of its own.
 *
 * @param call  What the signer was asked.
 */
export async function recordDenial(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  call: object,
  error: unknown,
): Promise<void> {
  // Every call about an app names it, and one about a wallet that, too.
  const { appId, walletId } = call as { appId?: string; walletId?: string }
  const isDenial = error instanceof VaultRefusal && error.code === 'policy_violation'
  if (!isDenial || appId === undefined) return
  const { message = 'The policy of the wallet does not allow this', refusal } = error.details ?? {}
  const limitId = refusal?.limitId ?? null
  await recordAppEvent(db, {
    appId,
    subject: walletId === undefined ? 'app' : { walletId },
    type: limitId === null ? 'policy.denied' : 'policy.limit_reached',
    data: {
      wallet_id: walletId ?? null,
      message,
      policy_id: refusal?.policyId ?? null,
      rule: refusal?.rule ?? null,
      limit_id: limitId,
    },
    nowMs: clock.nowMs(),
  })
}
