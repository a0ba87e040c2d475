import { ApiError, type FactorDemand } from '@sallyport/contract'
import type { RawBuilder } from 'kysely'
import type { Db } from '../db/connect.js'
import {
  openSessionTable,
  type PresentedSession,
  readSessionFacts,
  type SessionFacts,
} from '../db/open-session.js'

/** How long a proven factor counts as fresh, in milliseconds. */
export const freshMs = 15 * 60_000

/**
 * Whether a session meets a route's demand (ruling 17: only of users who have a factor).
 *
 * @returns the code to refuse with; `undefined` when it does.
 */
export function decideFactor(input: {
  demand: FactorDemand
  facts: Pick<SessionFacts, 'mfa_at_ms' | 'has_factor'>
  nowMs: number
}): 'missing_or_invalid_mfa' | undefined {
  const { demand, facts, nowMs } = input
  if (demand === undefined || !facts.has_factor) return undefined
  const isFresh = facts.mfa_at_ms !== null && nowMs - facts.mfa_at_ms <= freshMs
  return isFresh ? undefined : 'missing_or_invalid_mfa'
}

/**
 * The check of a session, asked by the guard or, where every round trip counts, by the handler's own statement.
 * `mount` answers nothing before `isPassed`.
 */
export interface SessionCheck {
  /** Table `open_session` (`app_id`, `user_id`, `auth_time`, `amr`, `mfa_at_ms`, `has_factor`), which the handler's statement reads its rows by. */
  table(): RawBuilder<unknown>
  /**
   * Judges the row of `table`.
   *
   * @param protects  false for an answer that opens nothing yet, for which no factor is demanded. Default: true.
   * @throws ApiError `missing_or_invalid_token` without a row, `missing_or_invalid_mfa` when the route demands more.
   */
  judge(facts: SessionFacts | undefined, protects?: boolean): void
  isPassed(): boolean
}

/** A check of one request. */
export function createSessionCheck(input: {
  presented: PresentedSession
  demand: FactorDemand
}): SessionCheck {
  const { presented, demand } = input
  let isPassed = false
  return {
    table: () => openSessionTable(presented),
    judge: (facts, protects = true) => {
      if (facts === undefined) throw new ApiError('missing_or_invalid_token')
      const asked = protects ? demand : undefined
      const refusal = decideFactor({ demand: asked, facts, nowMs: presented.nowMs })
      if (refusal !== undefined) throw new ApiError(refusal)
      isPassed = true
    },
    isPassed: () => isPassed,
  }
}

/** Reads the facts of a session and judges them. @throws ApiError as `judge` does. */
export async function checkSession(
  db: Db,
  check: SessionCheck,
  presented: PresentedSession,
): Promise<void> {
  check.judge(await readSessionFacts(db, presented))
}
