import { createHash } from 'node:crypto'
import type { AccountKey } from '../identity/proven-account.js'

/** For so long an account that was added to a user restores no wallet by itself (P8), in milliseconds. */
export const settlingMs = 7 * 86_400_000

/** In `amr` of a session: names the account that it was opened by, without saying it. */
export function markOfLogin({ type, key }: AccountKey): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([type, key]))
    .digest('base64url')
  return `by:${hash.slice(0, 22)}`
}

/** An account that a user can log in by. */
export interface LoginAge extends AccountKey {
  addedAtMs: number
  /** The user added it by a press in the wallet frame, which no script can make. */
  isConfirmed: boolean
}

/** What was proven beside the login. */
interface SecondProofs {
  /** A second factor of the last 15 minutes, of a user whose factors were not changed in the last 7 days. */
  factor: boolean
  /** The vault demands a secret of the user's own, which is older than 7 days. */
  secret: boolean
}

/**
 * Whether a session's login is enough to open wallets where they were not opened before. An account that was added in the last 7 days is not: a
 * script in the app's page can add one of its author's, who then logs in by it elsewhere (P8). Nor is an account at another app,
 * where the user has a login here: who controls that app can log in by it (P2). Accounts that users signed up with count at once.
 *
 * @returns the code to refuse with; `undefined` when it is enough.
 */
export function decideSettledLogin(input: {
  amr: readonly string[]
  logins: readonly LoginAge[]
  userCreatedAtMs: number
  second: SecondProofs
  nowMs: number
}): 'older_login_required' | 'login_too_old' | undefined {
  const { amr, logins, userCreatedAtMs, second, nowMs } = input
  // A guest's credential is made with its user and never added.
  if (amr[0] === 'guest') return undefined
  const isSettled = ({ addedAtMs }: LoginAge) =>
    addedAtMs <= userCreatedAtMs || nowMs - addedAtMs >= settlingMs
  const own = logins.find((each) => amr.includes(markOfLogin(each)))
  // Removed since, or a session of before logins were marked.
  if (own === undefined) return 'login_too_old'
  const hasLoginHere = logins.some((each) => each.type !== 'cross_app' && isSettled(each))
  if (isSettled(own) && (own.type !== 'cross_app' || !hasLoginHere)) return undefined
  // There is no earlier one to ask for: a guest has added an account, or the user has replaced the only one.
  if (own.isConfirmed && logins.length === 1) return undefined
  return second.factor || second.secret ? undefined : 'older_login_required'
}
