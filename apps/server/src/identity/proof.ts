import type { ApiError } from '@sallyport/contract'
import { type RawBuilder, sql } from 'kysely'
import type { CodeTry } from '../db/one-time-codes.js'

/**
 * A proof that the statement of a login (or link) itself completes, so that using it up and acting on it are one
 * commit.
 */
export interface Proof {
  /** Tables of the statement, after `deadline`; one of them is `proof` with the row (`place` 1, `proven boolean`). */
  readonly ctes: RawBuilder<unknown>
  /** The try with a one-time code that `ctes` are for: logins by code share their statement. */
  code?: CodeTry
  /** Called when `proven` was false: counts the failure and returns what to answer. */
  refuse(): Promise<ApiError>
}

/** The proof of a method that has verified everything before the statement. */
export const provenBefore: Proof = {
  ctes: sql`proof as (select 1 as place, true as proven)`,
  refuse: async () => {
    throw new Error('A proof completed before the statement was refused')
  },
}
