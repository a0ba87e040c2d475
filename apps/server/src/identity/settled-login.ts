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
import { decideSettledLogin, settlingMs } from '../session/settled-login.js'
import { canLogInBy } from './account-types.js'

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
  const { app, userId, facts, secretSetAtMs } = request
  const owner = { appId: app.id, userId }
  const nowMs = deps.clock.nowMs()
  const user = await readUserAges(deps.db, owner)
  if (user === undefined) throw new ApiError('missing_or_invalid_token')
  const logins = user.accounts
    .filter((each) => each.type === 'cross_app' || canLogInBy(each, app.settings))
    .map(({ type, key, first_verified_at: addedAtMs, is_confirmed: isConfirmed }) => ({
      type,
      key,
      addedAtMs,
      isConfirmed,
    }))
  const decide = (factor: boolean) =>
    decideSettledLogin({
      amr: facts.amr,
      logins,
      userCreatedAtMs: user.created_at,
      second: {
        factor,
        secret: secretSetAtMs !== undefined && nowMs - secretSetAtMs >= settlingMs,
      },
      nowMs,
    })
  const isFactorFresh = facts.mfa_at_ms !== null && nowMs - facts.mfa_at_ms <= freshMs
  if (decide(false) === undefined) return
  const sinceMs = nowMs - settlingMs
  const hasFactor = isFactorFresh && !(await hasChangedFactors(deps.db, { ...owner, sinceMs }))
  const refusal = decide(hasFactor)
  if (refusal === undefined) return
  if (refusal === 'older_login_required') await tell(deps, request, nowMs)
  throw new ApiError(refusal)
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
