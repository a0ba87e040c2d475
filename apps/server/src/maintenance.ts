import { keyOverlapMs } from './apps/token-keys.js'
import { dropExpiredTransfers } from './db/account-transfers.js'
import { dropExpiredUndos } from './db/account-undo.js'
import { dropOldEvents } from './db/analytics.js'
import { dropExpiredGrants } from './db/cross-app-grants.js'
import { dropHeldAccounts, holdAccounts } from './db/delete-user.js'
import { dropExpiredFarcasterLogins } from './db/farcaster-logins.js'
import { dropExpiredSigners } from './db/farcaster-signers.js'
import { dropOldRequests } from './db/idempotent-requests.js'
import { dropFinishedNotices } from './db/notices.js'
import { dropExpiredFlows } from './db/oauth-flows.js'
import { dropExpiredCodes } from './db/one-time-codes.js'
import { dropExpiredChallenges } from './db/passkey-challenges.js'
import { dropExpiredCounters } from './db/rate-limits.js'
import { dropSharesOfDeletedUsers } from './db/recovery-keys.js'
import { dropReplacedRecovery } from './db/recovery-methods.js'
import { dropOldForks } from './db/session-forks.js'
import { dropOldSessions } from './db/sessions.js'
import { dropRevokedShares } from './db/share-generations.js'
import { settleTokenKeys } from './db/token-keys.js'
import { dropExpiredProofs } from './db/used-proofs.js'
import { dropExpiredNonces } from './db/wallet-nonces.js'
import { abandonUnconfirmedRoots } from './db/wallet-roots.js'
import { dropOldAppEvents } from './db/webhook-deliveries.js'
import type { Deps } from './deps.js'
import { deleteUnusedKeys } from './features/embedded-wallet/delete-unused-keys.js'
import { runResets } from './identity/factor-reset.js'
import { forgetDeletedUsers } from './identity/forget-users.js'
import type { HoldsJob, Job } from './leases.js'
import { absoluteMs } from './session/open.js'
import { loadVerifyingKey } from './tokens/signing-key.js'
import { sweepPendingWallets } from './wallet-api/sweep-pending.js'
import { sweepEndedPrograms } from './wallet-api/sweep-programs.js'

/** How long events, deliveries and attempts of webhooks are kept. */
const webhookRetentionMs = 30 * 86_400_000
const everyMs = 10 * 60_000
const dayMs = 86_400_000
/** How often resets of second factors are looked at: a notice says when they take effect. */
const resetsEveryMs = 60_000

/** What `runMaintenance` needs. */
type MaintenanceDeps = Pick<Deps, 'db' | 'clock' | 'logger' | 'vault' | 'signer' | 'keyEncryption'>

/**
 * Starts deleting expired rows every ten minutes and running resets of second factors every minute.
 *
 * @returns A function that stops both.
 */
export function startMaintenance(deps: Deps, holds: (job: Job) => HoldsJob): () => void {
  const repeat = (run: (deps: Deps) => Promise<void>, ms: number, holdsJob: HoldsJob) => {
    const timer = setInterval(() => {
      if (!holdsJob()) return
      run(deps).catch((error: unknown) =>
        deps.logger.warn({ err: error }, 'maintenance failed and will be tried again'),
      )
    }, ms)
    timer.unref()
    return timer
  }
  const timers = [
    repeat(runMaintenance, everyMs, holds('maintenance')),
    repeat(runResets, resetsEveryMs, holds('resets')),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/**
 * Deletes expired counters, codes, nonces, challenges, transfers and used proofs, idempotency keys older than a day, events above the limit, and sessions that ended long ago with their tokens: used
 * tokens are kept for 90 days after the session, so that reuse is noticed. Abandons wallet roots that were not confirmed,
 * forgets notices of last week and webhooks of last month, clears the shares of devices revoked and users deleted a month ago, and of these users forgets the accounts, and has the
 * vault delete the recovery keys that no share needs, and it and the signer these users. Token keys that have begun to sign take the place of those before.
 */
export async function runMaintenance(deps: MaintenanceDeps): Promise<void> {
  const { db, clock } = deps
  const nowMs = clock.nowMs()
  await dropExpiredCounters(db, nowMs)
  await dropExpiredCodes(db, nowMs)
  await dropExpiredProofs(db, nowMs)
  await dropExpiredNonces(db, nowMs)
  await dropExpiredFarcasterLogins(db, nowMs)
  await dropExpiredSigners(db, nowMs)
  await dropExpiredChallenges(db, nowMs)
  await dropExpiredFlows(db, nowMs)
  await dropExpiredGrants(db, nowMs)
  await dropExpiredUndos(db, nowMs)
  await dropOldEvents(db)
  await dropOldSessions(db, nowMs - absoluteMs)
  await dropOldForks(db, nowMs - dayMs)
  await dropOldRequests(db, nowMs)
  await dropFinishedNotices(db, nowMs - 7 * dayMs)
  await dropOldAppEvents(db, { beforeMs: nowMs - webhookRetentionMs, nowMs })
  await holdAccounts(db, { nowMs })
  await dropHeldAccounts(db, nowMs)
  await abandonUnconfirmedRoots(db, nowMs)
  await dropRevokedShares(db, nowMs)
  await dropReplacedRecovery(db, nowMs)
  await dropSharesOfDeletedUsers(db, nowMs)
  await dropExpiredTransfers(db, nowMs)
  const kidOf = (pem: string) => loadVerifyingKey(pem).kid
  await settleTokenKeys(deps, { nowMs, tokenLifeMs: keyOverlapMs, kidOf })
  // Last: a vault that is away must not keep the rest from being done.
  await deleteUnusedKeys(deps)
  await forgetDeletedUsers(deps)
  await sweepEndedPrograms(deps)
  if (deps.signer !== undefined) await sweepPendingWallets(deps)
}
