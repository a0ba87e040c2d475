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
  /** The user signed up with it, or it made a guest a user by a press in the wallet frame, which no script can make. */
  isFirst: boolean
}

/** What was proven beside the login. */
interface SecondProofs {
  /** A second factor of the last 15 minutes, of a user whose factors were not changed in the last 7 days. */
  factor: boolean
  /** The vault demands a secret of the user's own, which is older than 7 days. */
  secret: boolean
}

/** What decides about a session's login. */
interface LoginFacts {
  amr: readonly string[]
  logins: readonly LoginAge[]
  /** When the user's first wallet was made; undefined: there is none. */
  walletMadeAtMs: number | undefined
  nowMs: number
}

/**
 * Whether an account counts as the user's: they signed up with it, or it was added more than 7 days ago, to a user who has had a wallet
 * for as long. The days without a wallet don't count, because nothing asked for a press then.
 */
export function isSettled(
  { addedAtMs, isFirst }: Pick<LoginAge, 'addedAtMs' | 'isFirst'>,
  { walletMadeAtMs, nowMs }: Pick<LoginFacts, 'walletMadeAtMs' | 'nowMs'>,
): boolean {
  if (isFirst) return true
  return nowMs - Math.max(addedAtMs, walletMadeAtMs ?? addedAtMs) >= settlingMs
}

/**
 * Whether a session's login is enough to open wallets where they were not opened before. An account that was added in the last 7 days is not: a
 * script in the app's page can add one of its author's, who then logs in by it elsewhere (P8). Nor is an account at another app,
 * where the user has a login here: who controls that app can log in by it (P2). Accounts that users signed up with count at once.
 *
 * @returns the code to refuse with; `undefined` when it is enough.
 */
export function decideSettledLogin(
  input: LoginFacts & { second: SecondProofs },
): 'older_login_required' | 'login_too_old' | undefined {
  const { amr, logins, second } = input
  // A guest's credential is made with its user and never added.
  if (amr[0] === 'guest') return undefined
  const own = logins.find((each) => amr.includes(markOfLogin(each)))
  // Removed since, or a session of before logins were marked.
  if (own === undefined) return 'login_too_old'
  const hasLoginHere = logins.some((each) => each.type !== 'cross_app' && isSettled(each, input))
  if (isSettled(own, input) && (own.type !== 'cross_app' || !hasLoginHere)) return undefined
  return second.factor || second.secret ? undefined : 'older_login_required'
}

/**
 * Whether a session may decide about a user's logins and second factors. One that is too young to open wallets may only remove its own account
 * while an older one exists: it could shut the user out before the seven days are over.
 *
 * @param changed the account that would go; undefined for second factors.
 * @returns the code to refuse with; `undefined` when it may.
 */
export function decideChange(
  input: LoginFacts & { hasFactor: boolean; changed: AccountKey | undefined },
): 'older_login_required' | 'login_too_old' | undefined {
  const { amr, logins, hasFactor, changed } = input
  if (changed !== undefined && amr.includes(markOfLogin(changed))) return undefined
  const refusal = decideSettledLogin({ ...input, second: { factor: hasFactor, secret: false } })
  const hasOlder = logins.some((each) => isSettled(each, input))
  // Also for the session that has replaced its own login: the others ended with that.
  return hasOlder ? refusal : undefined
}
