import { ApiError } from '@sallyport/contract'
import type { RawBuilder } from 'kysely'
import type { Db } from '../db/connect.js'
import {
  openSessionTable,
  type PresentedSession,
  readSessionFacts,
  type SessionFacts,
} from '../db/open-session.js'

/** What a route asks of a session besides being open: `fresh` is a second factor proven a short time ago. */
export type FactorDemand = 'fresh' | undefined

/** How long a proven factor counts as fresh, in milliseconds. */
export const freshMs = 15 * 60_000

/**
 * Whether a session meets a route's demand (ruling 17: only of users who have a factor).
 *
 * @returns the code to refuse with; `undefined` when it does.
 */
export function decideFactor(input: {
  demand: FactorDemand
  hasFactor: boolean
  facts: SessionFacts
  nowMs: number
}): 'missing_or_invalid_mfa' | undefined {
  const { demand, hasFactor, facts, nowMs } = input
  if (demand === undefined || !hasFactor) return undefined
  const isFresh = facts.amr.includes('mfa') && nowMs - facts.auth_time <= freshMs
  return isFresh ? undefined : 'missing_or_invalid_mfa'
}

/**
 * The check of a session, asked by the guard or, where every round trip counts, by the handler's own statement.
 * `mount` answers nothing before `isPassed`.
 */
export interface SessionCheck {
  /** Table `open_session` (`app_id`, `user_id`, `auth_time`, `amr`), which the handler's statement reads its rows by. */
  table(): RawBuilder<unknown>
  /**
   * Judges the row of `table`.
   *
   * @throws ApiError `missing_or_invalid_token` without a row, `missing_or_invalid_mfa` when the route demands more.
   */
  judge(facts: SessionFacts | undefined): void
  isPassed(): boolean
}

/** A check of one request; `hasFactor` says whether the user has a second factor. */
export function createSessionCheck(input: {
  presented: PresentedSession
  demand: FactorDemand
  hasFactor: boolean
}): SessionCheck {
  const { presented, demand, hasFactor } = input
  let isPassed = false
  return {
    table: () => openSessionTable(presented),
    judge: (facts) => {
      if (facts === undefined) throw new ApiError('missing_or_invalid_token')
      const refusal = decideFactor({ demand, hasFactor, facts, nowMs: presented.nowMs })
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
