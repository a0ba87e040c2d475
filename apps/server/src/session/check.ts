import { ApiError, type FactorDemand } from '@sallyport/contract'
import type { RawBuilder } from 'kysely'
import { authenticRows } from '../authority/authentic-rows.js'
import type { HashKey } from '../authority/keyed-hash.js'
import { isRowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import type { Db } from '../db/connect.js'
import { fromHex } from '../db/hex.js'
import {
  openSessionTable,
  type PresentedSession,
  readSessionFacts,
  type SessionFacts,
} from '../db/open-session.js'
import type { Deps } from '../deps.js'

/** How long a proven factor counts as fresh, in milliseconds. */
export const freshMs = 15 * 60_000

/**
 * Whether a session meets a route's demand (ruling 17: only of users who have a factor).
 *
 * @returns the code to refuse with; `undefined` when it does.
 */
export function decideFactor(input: {
  demand: FactorDemand
  facts: Pick<SessionFacts, 'mfa_at_ms'> & { factors: { methods: readonly unknown[] } }
  nowMs: number
}): 'missing_or_invalid_mfa' | undefined {
  const { demand, facts, nowMs } = input
  if (demand === undefined || facts.factors.methods.length === 0) return undefined
  const isFresh = facts.mfa_at_ms !== null && nowMs - facts.mfa_at_ms <= freshMs
  return isFresh ? undefined : 'missing_or_invalid_mfa'
}

/** How old the last proof of the user may be when a wallet is restored on a new device, in milliseconds. */
const recentLoginMs = 15 * 60_000

/**
 * Whether the user has just shown who they are, by a login or a second factor: a refresh token that was copied does not restore a wallet (P2).
 *
 * @returns the code to refuse with; `undefined` when they have.
 */
function decideRecentLogin({
  facts,
  nowMs,
}: {
  facts: SessionFacts
  nowMs: number
}): 'login_too_old' | undefined {
  const lastProofMs = Math.max(facts.auth_time, facts.mfa_at_ms ?? 0)
  return nowMs - lastProofMs <= recentLoginMs ? undefined : 'login_too_old'
}

/**
 * The check of a session, asked by the guard or, where every round trip counts, by the handler's own statement.
 * `mount` answers nothing before `isPassed`.
 */
export interface SessionCheck {
  /** Table `open_session` (`app_id`, `user_id`, `auth_time`, `amr`, …), which the handler's statement reads its rows by. */
  table(): RawBuilder<unknown>
  /**
   * Judges the row of `table`.
   *
   * @param protects  false for an answer that opens nothing yet, for which no factor is demanded. Default: true.
   * @throws ApiError `missing_or_invalid_token` without a row, `missing_or_invalid_mfa` when the route demands more.
   */
  judge(facts: SessionFacts | undefined, protects?: boolean): void
  isPassed(): boolean
  /** What was judged; undefined before. */
  facts(): SessionFacts | undefined
  /**
   * Refuses unless the user has just logged in; after `judge`.
   *
   * @throws ApiError `login_too_old`
   */
  requireRecentLogin(): void
}

/** A check of one request. */
export function createSessionCheck(input: {
  deps: Deps
  presented: PresentedSession
  demand: FactorDemand
}): SessionCheck {
  const { deps, presented, demand } = input
  let judged: SessionFacts | undefined
  return {
    table: () => openSessionTable(presented),
    judge: (facts, protects = true) => {
      if (facts === undefined) throw new ApiError('missing_or_invalid_token')
      requireAuthentic(deps, presented, facts)
      const asked = protects ? demand : undefined
      const refusal = decideFactor({ demand: asked, facts, nowMs: presented.nowMs })
      if (refusal !== undefined) throw new ApiError(refusal)
      judged = facts
    },
    isPassed: () => judged !== undefined,
    facts: () => judged,
    requireRecentLogin: () => {
      if (judged === undefined) throw new Error('The session was not judged')
      const refusal = decideRecentLogin({ facts: judged, nowMs: presented.nowMs })
      if (refusal !== undefined) throw new ApiError(refusal)
    },
  }
}

/** Refuses a session whose row this server did not write. @throws RowRefused */
function requireAuthentic(
  deps: Deps,
  { appId, userId, sessionId, epoch }: PresentedSession,
  facts: SessionFacts,
): void {
  const { auth_time, amr, session_expires_at: expires_at, session_mac: mac } = facts
  const row = { app_id: appId, id: sessionId, expires_at, auth_time, amr, epoch }
  const key = deps.keyEncryption
  const isSession =
    isRowMac(mac, { key, of: authenticRows.session, row }) &&
    isStepUpAuthentic(key, { appId, sessionId, facts })
  if (!isSession) throw refuseRow(deps, { table: 'session', appId, userId })
  const { methods, codes_at, mac: factorsMac } = facts.factors
  const user = { app_id: appId, id: userId, mfa_methods: methods, recovery_codes_at: codes_at }
  if (isRowMac(fromHex(factorsMac), { key, of: authenticRows.userFactors, row: user })) return
  throw refuseRow(deps, { table: 'user_account', appId, userId })
}

function isStepUpAuthentic(
  key: HashKey,
  { appId, sessionId, facts }: { appId: string; sessionId: string; facts: SessionFacts },
): boolean {
  const { mfa_at_ms, mfa_mac: mac } = facts
  const row = { app_id: appId, id: sessionId, mfa_at_ms }
  if (mfa_at_ms === null) return true
  return isRowMac(fromHex(mac), { key, of: authenticRows.sessionFactor, row })
}

/** Reads the facts of a session and judges them. @throws ApiError as `judge` does. */
export async function checkSession(
  db: Db,
  check: SessionCheck,
  presented: PresentedSession,
): Promise<void> {
  check.judge(await readSessionFacts(db, presented))
}
