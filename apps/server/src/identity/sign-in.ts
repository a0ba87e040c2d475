import { ApiError, type Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { accountMacs } from '../authority/account-macs.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { hashToken } from '../authority/bound-token.js'
import { isRowMac, rowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import { lockApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import { revokeSession } from '../db/sessions.js'
import {
  createAndOpen,
  type FoundAccount,
  type NewSession,
  openReturning,
  type SignInData,
} from '../db/sign-in.js'
import { countProvenUsers, findUserId } from '../db/users.js'
import type { Deps } from '../deps.js'
import type { MessageLocale } from '../http/message-locale.js'
import { randomId, randomToken } from '../ports/random.js'
import type { DeviceRecord } from '../session/device.js'
import { absoluteMs, idleMs, toSession } from '../session/open.js'
import { markOfLogin } from '../session/settled-login.js'
import { confirmsMark, grantKept } from '../session/wallet-grant.js'
import { refusedEmbedded } from './external-wallet.js'
import { keepLocale } from './keep-locale.js'
import { keepVerifiedEmail } from './keep-verified-email.js'
import { type Proof, provenBefore } from './proof.js'
import { type AccountKey, describeMethod, isMethodOn, type LoginMethod } from './proven-account.js'
import { requireListed } from './require-listed.js'
import type { UserRecord } from './user.js'

declare const admitted: unique symbol

/**
 * The app's rules admit this account. Only `admit` makes one, and opening a session takes one: no login method can skip
 * the rules.
 */
export interface Verdict {
  readonly [admitted]: true
  readonly app: App
  readonly method: LoginMethod
  readonly account: AccountKey
  /** See `Claim`. */
  readonly verifiedEmail?: string | undefined
}

/**
 * A fork continues a session that the app's rules admitted, so they are not applied again; what ends sessions ends it as
 * well.
 */
export interface Continuation {
  readonly [admitted]: true
  readonly app: App
  readonly account: undefined
}

/** See `Continuation`. */
export function continueSession(app: App): Continuation {
  // The brand has no value.
  return { app, account: undefined } as Continuation
}

/** A login that is about to be proven, or was. */
export interface Claim {
  app: App
  method: LoginMethod
  /** Key of the account, in canonical form. */
  key: string
  /** Email address that the account carries beside its key. */
  email?: string | null | undefined
  /** That address in lower case, if the account's provider has verified it. */
  verifiedEmail?: string | undefined
}

/**
 * Applies the app's rules about who may log in. Rules about a user that exists belong into the statement of `signIn`.
 *
 * @throws ApiError `disallowed_login_method` when the method is off, `disallowed_plus_email` for `name+tag@host` where
 *   the app refuses them, `allowlist_rejected` (401) when the allow-list is on and does not name the account (T-19:
 *   guests are on no list) or the deny list names it or its user.
 */
export async function admit(
  deps: Deps,
  { app, method, key, email, verifiedEmail }: Claim,
): Promise<Verdict> {
  const { account: type } = describeMethod(method)
  const { settings } = app
  if (!isMethodOn(settings, method)) throw new ApiError('disallowed_login_method')
  if (type === 'email' && settings.disable_plus_emails && isPlusAddress(key)) {
    throw new ApiError('disallowed_plus_email')
  }
  await requireListed(deps, { app, account: { type, key }, email, verifiedEmail })
  // The one place that makes a verdict: the brand has no value.
  return { app, method, account: { type, key }, verifiedEmail } as Verdict
}

/** The browser of a login. */
export interface LoginBrowser {
  device: DeviceRecord
  /** Whether it has shown at the login that it can present the login's wallet grant with later calls. */
  keepsGrant: boolean
  /** Whether its client lets the user confirm added logins in the wallet frame. */
  confirms: boolean
  /** The language of messages to its user; undefined for an app's back end, and for a browser that says none. */
  locale: MessageLocale | undefined
}

/** What a method hands over: the admitted account, its wire fields, and the proof if the statement completes it. */
interface SignIn extends LoginBrowser {
  verdict: Verdict
  data: SignInData
  /** See `SignInInput.credential`. */
  credential?: object
  /** Default: the method has proven the account before. */
  proof?: Proof
  /** `no-signup` refuses unknown accounts, `sign-up` refuses known ones. */
  mode?: 'no-signup' | 'login-or-sign-up' | 'sign-up' | undefined
}

/**
 * Signs in the user of a proven account and creates the user on first sight; the same for every method, and the only
 * caller that opens a session. Of many requests at once for a new account one creates the user.
 *
 * @throws ApiError what `proof.refuse` returns; `user_does_not_exist` in mode `no-signup`; `max_accounts_reached` when
 *   the app is full; `invalid_data` for an embedded wallet.
 */
export async function signIn(deps: Deps, input: SignIn): Promise<Session> {
  const { verdict, mode, proof = provenBefore } = input
  const draft = draftSession(deps, {
    appId: verdict.app.id,
    amr: [
      describeMethod(verdict.method).amr,
      markOfLogin(verdict.account),
      ...(input.keepsGrant ? [grantKept] : []),
      ...(input.confirms ? [confirmsMark] : []),
    ],
    device: input.device,
  })
  const { proven, user, account, locale } = await openReturning(deps.db, {
    ...input,
    proof,
    session: draft.row,
  })
  if (!proven) throw await proof.refuse()
  if (user !== undefined) {
    await requireAuthentic(deps, { verdict, draft, user, account })
    const owner = { appId: verdict.app.id, userId: user.id }
    await keepVerifiedEmail(deps, deps.db, { verdict, userId: user.id })
    await keepLocale(deps.db, { ...input, ...owner, stored: locale, nowMs: draft.row.nowMs })
    return answerSession(deps, { verdict, draft, user, isNewUser: false })
  }
  if (mode === 'no-signup') throw new ApiError('user_does_not_exist')
  return signUp(deps, input, draft)
}

/** A session that is to be opened: its row, and the token that only the client receives. */
interface SessionDraft {
  row: NewSession
  refreshToken: string
}

/** Draws the id and first refresh token of a session. Without `appId` its caller adds the `mac`. */
export function draftSession(
  deps: Deps,
  { appId, ...how }: Pick<NewSession, 'amr' | 'device'> & { appId?: string },
): SessionDraft {
  const refreshToken = randomToken(deps.random)
  const nowMs = deps.clock.nowMs()
  const { epoch } = deps.config
  const sessionId = randomId(deps.random)
  const expiresAtMs = nowMs + absoluteMs
  const said = { id: sessionId, expires_at: expiresAtMs, auth_time: nowMs, amr: how.amr, epoch }
  return {
    refreshToken,
    row: {
      ...how,
      sessionId,
      tokenHash: hashToken(deps.keyEncryption, 'refresh-token', refreshToken),
      nowMs,
      expiresAtMs,
      idleAtMs: nowMs + idleMs,
      epoch,
      mac:
        appId === undefined
          ? null
          : rowMac(deps.keyEncryption, authenticRows.session, { app_id: appId, ...said }),
    },
  }
}

async function signUp(deps: Deps, input: SignIn, draft: SessionDraft): Promise<Session> {
  const { verdict, data } = input
  const created = await createUser(deps, input, draft.row)
  if (created) {
    await keepVerifiedEmail(deps, deps.db, { verdict, userId: created.id })
    return answerSession(deps, { verdict, draft, user: created, isNewUser: true })
  }
  // Another request created the user first.
  if (input.mode === 'sign-up') throw new ApiError('invalid_credentials')
  const existing = { verdict, data, proof: provenBefore, session: draft.row }
  const { user, account } = await openReturning(deps.db, existing)
  if (user === undefined) throw refusedEmbedded()
  await requireAuthentic(deps, { verdict, draft, user, account })
  return answerSession(deps, { verdict, draft, user, isNewUser: false })
}

/** `undefined` when another request added the account first. */
async function createUser(
  deps: Deps,
  { verdict, data, credential, locale }: SignIn,
  session: NewSession,
): Promise<UserRecord | undefined> {
  const { app, account } = verdict
  const isGuest = account.type === 'guest'
  const userId = randomId(deps.random)
  const key = deps.keyEncryption
  const added = { appId: app.id, userId, account, data, credential, nowMs: session.nowMs }
  const none = { app_id: app.id, id: userId, mfa_methods: [], recovery_codes_at: null }
  const user = {
    userId,
    isGuest,
    macs: accountMacs(key, { ...added, isFirst: true }),
    factorsMac: rowMac(key, authenticRows.userFactors, none),
  }
  const create = (db: Db) =>
    createAndOpen(db, { verdict, data, credential, session, locale, ...user })
  const { maxUsers } = app
  // T-27: guests are free to make, so they neither count nor are they limited.
  if (maxUsers === undefined || isGuest) return create(deps.db)
  return deps.db.transaction().execute(async (transaction) => {
    await lockApp(transaction, app.id)
    if (await findUserId(transaction, { appId: app.id, ...account })) return undefined
    if ((await countProvenUsers(transaction, app.id)) >= maxUsers) {
      throw new ApiError('max_accounts_reached')
    }
    return create(transaction)
  })
}

/**
 * Ends the login again when its account's row was not written by this server: added to another user, or with another key.
 *
 * @throws RowRefused
 */
async function requireAuthentic(
  deps: Deps,
  login: {
    verdict: Verdict
    draft: SessionDraft
    user: UserRecord
    account: FoundAccount | undefined
  },
): Promise<void> {
  const { verdict, draft, user, account } = login
  const { app } = verdict
  const owner = { appId: app.id, userId: user.id }
  const row = account && { app_id: app.id, user_id: user.id, ...verdict.account, ...account }
  const of = authenticRows.linkedAccount
  if (row && isRowMac(row.mac, { key: deps.keyEncryption, of, row })) return
  const { sessionId } = draft.row
  await revokeSession(deps.db, { appId: app.id, sessionId, nowMs: deps.clock.nowMs() })
  throw refuseRow(deps, { table: 'linked_account', ...owner })
}

function answerSession(
  deps: Pick<Deps, 'config' | 'clock' | 'keyEncryption'>,
  login: { verdict: Verdict; draft: SessionDraft; user: UserRecord; isNewUser: boolean },
): Session {
  const { verdict, draft, user, isNewUser } = login
  const { refreshToken, row } = draft
  const { app } = verdict
  const { sessionId } = row
  const answer = toSession(deps, { app, user, sessionId, refreshToken, by: 'login' })
  return { ...answer, is_new_user: isNewUser }
}

function isPlusAddress(email: string): boolean {
  const [local = ''] = email.split('@')
  return local.includes('+')
}
