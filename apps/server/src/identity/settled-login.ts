import { ApiError } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { notify } from '../audit/notify.js'
import { recordEvent } from '../audit/record-event.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { isRowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import type { Db } from '../db/connect.js'
import { fromHex } from '../db/hex.js'
import type { UserKey } from '../db/links.js'
import { type AccountAge, readUserAges, type WalletAge } from '../db/login-ages.js'
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

/** What reading the ages of logins needs. */
type AgeDeps = Pick<Deps, 'db' | 'clock' | 'keyEncryption' | 'logger' | 'config' | 'metrics'>

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
  const refusal = decide(hasSettledFactor(request.facts, ages.nowMs))
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
  const refusal = decide(hasSettledFactor(request.facts, ages.nowMs))
  if (refusal !== undefined) throw new ApiError(refusal)
}

/**
 * The accounts of a user that open wallets by themselves (`isSettled`).
 *
 * @param of.transaction  Reads them. An alarm is stored outside of it: the refusal undoes what is in it.
 */
export async function listSettledLogins(
  deps: AgeDeps,
  { app, userId, transaction }: Pick<SettledLoginRequest, 'app' | 'userId'> & { transaction: Db },
): Promise<AccountKey[]> {
  const asked = { app, userId, facts: { amr: [] } }
  const { logins, ...ages } = await readLoginFacts(deps, asked, transaction)
  return logins.filter((each) => isSettled(each, ages))
}

/** Email addresses and phone numbers of a user that no one has added in the last 7 days, whether or not users log in by them. */
export async function listSettledAddresses(
  deps: AgeDeps,
  owner: UserKey,
): Promise<ReadonlySet<string>> {
  const user = await readUserAges(deps.db, owner)
  if (user === undefined) return new Set()
  const accounts = user.accounts.filter(({ type }) => type === 'email' || type === 'phone')
  requireAuthenticAges(deps, owner, { accounts, wallets: user.wallets })
  const walletMadeAtMs = earliest(user.wallets.map(({ created_at }) => created_at))
  const nowMs = deps.clock.nowMs()
  const settled = accounts.filter(({ first_verified_at: addedAtMs, is_first: isFirst }) =>
    isSettled({ addedAtMs, isFirst }, { walletMadeAtMs, nowMs }),
  )
  return new Set(settled.map(({ key }) => key))
}

async function readLoginFacts(
  deps: AgeDeps,
  { app, userId, facts }: { app: App; userId: string; facts: Pick<SessionFacts, 'amr'> },
  db: Db = deps.db,
) {
  const { clock } = deps
  const owner = { appId: app.id, userId }
  const user = await readUserAges(db, owner)
  if (user === undefined) throw new ApiError('missing_or_invalid_token')
  const counted = user.accounts.filter(
    (each) => each.type === 'cross_app' || canLogInBy(each, app.settings),
  )
  requireAuthenticAges(deps, owner, { accounts: counted, wallets: user.wallets })
  const logins = counted.map(({ type, key, first_verified_at: addedAtMs, is_first: isFirst }) => ({
    type,
    key,
    addedAtMs,
    isFirst,
  }))
  return {
    amr: facts.amr,
    logins,
    walletMadeAtMs: earliest(user.wallets.map(({ created_at }) => created_at)),
    nowMs: clock.nowMs(),
  }
}

/** @throws RowRefused for a login or a wallet whose age this server did not write. */
function requireAuthenticAges(
  deps: AgeDeps,
  { appId: app_id, userId: user_id }: UserKey,
  { accounts, wallets }: { accounts: readonly AccountAge[]; wallets: readonly WalletAge[] },
): void {
  const key = deps.keyEncryption
  const isLogin = (row: AccountAge) =>
    isRowMac(fromHex(row.age_mac), {
      key,
      of: authenticRows.loginAge,
      row: { app_id, user_id, ...row },
    })
  const isWallet = (row: WalletAge) =>
    isRowMac(fromHex(row.age_mac), {
      key,
      of: authenticRows.walletAge,
      row: { app_id, user_id, ...row },
    })
  const owner = { appId: app_id, userId: user_id }
  if (!accounts.every(isLogin)) throw refuseRow(deps, { table: 'linked_account', ...owner })
  if (!wallets.every(isWallet)) throw refuseRow(deps, { table: 'wallet_root', ...owner })
}

function earliest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Whether the session has just proven a second factor, of a user whose factors were not changed in the last 7 days. */
function hasSettledFactor({ mfa_at_ms, factors }: SessionFacts, nowMs: number): boolean {
  const isFresh = mfa_at_ms !== null && nowMs - mfa_at_ms <= freshMs
  const changes = [factors.codes_at ?? 0, ...factors.methods.map(({ verified_at }) => verified_at)]
  return isFresh && changes.every((atMs) => nowMs - atMs >= settlingMs)
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
