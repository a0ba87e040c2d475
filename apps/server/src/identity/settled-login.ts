import { ApiError } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { notify } from '../audit/notify.js'
import { recordEvent } from '../audit/record-event.js'
import { hasChangedFactors, readUserAges } from '../db/login-ages.js'
import type { SessionFacts } from '../db/open-session.js'
import { hasEvent } from '../db/read-audit-events.js'
import type { Deps } from '../deps.js'
import { freshMs } from '../session/check.js'
import { type DeviceRecord, describeForAudit } from '../session/device.js'
import {
  decideChange,
  decideSettledLogin,
  isSettled,
  settlingMs,
} from '../session/settled-login.js'
import { canLogInBy } from './account-types.js'
import type { AccountKey } from './proven-account.js'

/** A session that is about to open what its browser could not open before. */
interface SettledLoginRequest {
  app: App
  /** Without prefix. */
  userId: string
  sessionId: string
  facts: SessionFacts
  device: DeviceRecord
  /** When the secret of the user's own that is demanded beside the login was set, Unix milliseconds. Undefined: none is. */
  secretSetAtMs: number | undefined
}

/**
 * Refuses a session whose login alone is not enough (`decideSettledLogin`), and tells the user on every channel, once for each session.
 *
 * @throws ApiError `older_login_required`, `login_too_old`
 */
export async function requireSettledLogin(deps: Deps, request: SettledLoginRequest): Promise<void> {
  const { secretSetAtMs } = request
  const ages = await readLoginFacts(deps, request)
  const secret = secretSetAtMs !== undefined && ages.nowMs - secretSetAtMs >= settlingMs
  const decide = (factor: boolean) => decideSettledLogin({ ...ages, second: { factor, secret } })
  if (decide(false) === undefined) return
  const refusal = decide(await hasSettledFactor(deps, request))
  if (refusal === undefined) return
  if (refusal === 'older_login_required') await tell(deps, request, ages.nowMs)
  throw new ApiError(refusal)
}

/** A session that is about to remove an account or to change second factors. */
type ChangeRequest = Pick<SettledLoginRequest, 'app' | 'userId' | 'facts'> & {
  /** The account that would go; undefined for second factors. */
  changed: AccountKey | undefined
}

/**
 * Refuses a session that may not decide about the user's logins and second factors (`decideChange`). Without a wallet there is nothing to
 * open, so every session may.
 *
 * @throws ApiError `older_login_required`, `login_too_old`
 */
export async function requireSettledForChange(deps: Deps, request: ChangeRequest): Promise<void> {
  const { changed } = request
  const ages = await readLoginFacts(deps, request)
  if (ages.walletMadeAtMs === undefined) return
  const decide = (hasFactor: boolean) => decideChange({ ...ages, hasFactor, changed })
  if (decide(false) === undefined) return
  const refusal = decide(await hasSettledFactor(deps, request))
  if (refusal !== undefined) throw new ApiError(refusal)
}

/** The accounts of a user that open wallets by themselves (`isSettled`). */
export async function listSettledLogins(
  deps: Pick<Deps, 'db' | 'clock'>,
  { app, userId }: Pick<SettledLoginRequest, 'app' | 'userId'>,
): Promise<AccountKey[]> {
  const { logins, ...ages } = await readLoginFacts(deps, { app, userId, facts: { amr: [] } })
  return logins.filter((each) => isSettled(each, ages))
}

async function readLoginFacts(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { app, userId, facts }: { app: App; userId: string; facts: Pick<SessionFacts, 'amr'> },
) {
  const user = await readUserAges(db, { appId: app.id, userId })
  if (user === undefined) throw new ApiError('missing_or_invalid_token')
  const logins = user.accounts
    .filter((each) => each.type === 'cross_app' || canLogInBy(each, app.settings))
    .map(({ type, key, first_verified_at: addedAtMs, is_first: isFirst }) => ({
      type,
      key,
      addedAtMs,
      isFirst,
    }))
  return {
    amr: facts.amr,
    logins,
    userCreatedAtMs: user.created_at,
    walletMadeAtMs: user.wallet_made_at ?? undefined,
    nowMs: clock.nowMs(),
  }
}

/** Whether the session has just proven a second factor, of a user whose factors were not changed in the last 7 days. */
async function hasSettledFactor(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { app, userId, facts }: Pick<SettledLoginRequest, 'app' | 'userId' | 'facts'>,
): Promise<boolean> {
  const nowMs = clock.nowMs()
  const isFresh = facts.mfa_at_ms !== null && nowMs - facts.mfa_at_ms <= freshMs
  const sinceMs = nowMs - settlingMs
  return isFresh && !(await hasChangedFactors(db, { appId: app.id, userId, sinceMs }))
}

async function tell(
  deps: Deps,
  { app, userId, sessionId, device }: SettledLoginRequest,
  nowMs: number,
): Promise<void> {
  const about = { kind: 'new_login_refused', appId: app.id, userId, sessionId } as const
  await deps.db.transaction().execute(async (transaction) => {
    if (await hasEvent(transaction, about)) return
    const data = describeForAudit(device)
    const event = await recordEvent(transaction, { ...about, data, nowMs })
    await notify(transaction, { event })
  })
}
