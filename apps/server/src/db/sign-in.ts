import { embeddedWalletClientType } from '@sallyport/contract'
import { type RawBuilder, sql } from 'kysely'
import type { MessageLocale } from '../http/message-locale.js'
import type { Proof } from '../identity/proof.js'
import type { ProvenAccount } from '../identity/proven-account.js'
import type { Continuation, Verdict } from '../identity/sign-in.js'
import type { UserRecord } from '../identity/user.js'
import type { DeviceRecord } from '../session/device.js'
import { appEventCtes, loginEvents, signUpEvents } from './app-events.js'
import { loginEventCtes, type OpeningKind } from './audit-events.js'
import { batchPerTick, oncePerDb } from './batch-per-tick.js'
import { endClaim } from './claimed-wallets.js'
import type { Db } from './connect.js'
import { type DeadlineRow, deadlineCte, requireInTime } from './deadline.js'
import { toHex } from './hex.js'
import type { AccountAge } from './links.js'
import { type CodeTry, redeemCodeCtes, subjectKey } from './one-time-codes.js'
import { userColumnsWith } from './users.js'

/** A session to open and its first refresh token. */
export interface NewSession {
  sessionId: string
  tokenHash: Uint8Array
  nowMs: number
  /** End of the session, however often it is refreshed. */
  expiresAtMs: number
  /** End of the refresh token unless it is used. */
  idleAtMs: number
  amr: readonly string[]
  device: DeviceRecord
  epoch: number
  /** See `authenticRows.session`; null where the statement decides what the session says: the caller adds it. */
  mac: Uint8Array | null
}

/** The wire fields of a proven account; a login of a known passkey has no more to tell than its id. */
export type SignInData = ProvenAccount['data'] | { credential_id: string }

/** What a login writes. */
export interface SignInInput {
  verdict: Verdict
  data: SignInData
  /** What proves the account from now on, beside its data; it never leaves the server. A login refreshes what it names. */
  credential?: object | undefined
  proof: Proof
  session: NewSession
}

/** How the proof of a login ended. */
export interface SignedIn {
  proven: boolean
  /** Undefined without a user of the account: then only the proof was completed. */
  user: UserRecord | undefined
  /** The row that the login found the user by, for its `mac`. */
  account: FoundAccount | undefined
  /** Of the user, as it is stored. */
  locale: string | null
}

/** What an account's row says of whose it is. */
export interface FoundAccount {
  data: object
  credential: object | null
  mac: Buffer | null
}

/**
 * Completes the proof and opens a session for the user of its account, whose profile and `latest_verified_at` are
 * refreshed: one statement, one commit. Embedded wallets open none and stay as they are. Logins by one-time codes that arrive at the same moment share the statement.
 */
export function openReturning(db: Db, login: SignInInput): Promise<SignedIn> {
  const { code } = login.proof
  return code === undefined ? openOne(db, login) : openInBatch(db)({ ...login, code })
}

type CodeLogin = SignInInput & { code: CodeTry }

const openInBatch = oncePerDb((db) =>
  batchPerTick(
    (logins: readonly CodeLogin[]) =>
      openAll(db, { logins, proofs: redeemCodeCtes(logins.map(({ code }) => code)) }),
    // Two tries with one code in one statement would count as one.
    ({ code }) => subjectKey(code),
  ),
)

async function openOne(db: Db, login: SignInInput): Promise<SignedIn> {
  const [opened] = await openAll(db, { logins: [login], proofs: login.proof.ctes })
  if (opened === undefined) throw new Error('The statement of a login returned no row')
  return opened
}

async function openAll(
  db: Db,
  { logins, proofs }: { logins: readonly SignInInput[]; proofs: RawBuilder<unknown> },
): Promise<SignedIn[]> {
  const fresh = sql`l.app_id = owner.app_id and l.id = owner.account_id`
  const verifiedAt = sql`greatest(l.latest_verified_at, owner.now_ms)`
  const columns = userColumnsWith({
    data: sql`case when ${fresh} then l.data || owner.data else l.data end`,
    latestVerifiedAt: sql`case when ${fresh} then ${verifiedAt} else l.latest_verified_at end`,
  })
  const account = sql`(select jsonb_build_object('type', l.type, 'data', l.data || owner.data,
      'first_verified_at', l.first_verified_at, 'latest_verified_at', ${verifiedAt})
    from linked_account l where ${fresh} and l.type <> 'guest')`
  // Rows are locked in the order of their ids, so that two statements cannot deadlock. An embedded wallet has the key of an
  // external one, but opens no session.
  const owner = sql`
    select asked.*, l.user_id, l.id as account_id, l.data as found_data,
      l.credential as found_credential, l.mac as found_mac from proof join asked on asked.place = proof.place
    join linked_account l on l.app_id = asked.app_id and l.type = asked.type and l.key = asked.key
    where proof.proven and (select in_time from deadline)
      and l.data ->> 'wallet_client' is distinct from ${embeddedWalletClientType}
    order by l.id for no key update of l`
  const { rows } = await sql<
    UserRecord & DeadlineRow & FoundColumns & { place: number; proven: boolean }
  >`
    with ${deadlineCte(db)}, ${proofs}, ${openSessionCtes(logins, { owner, kind: 'logged_in' })}, refreshed as (
      update linked_account l set data = l.data || owner.data, latest_verified_at = ${verifiedAt},
        credential = coalesce(l.credential || owner.credential, l.credential)
      from owner where l.app_id = owner.app_id and l.id = owner.account_id
    ), ${appEventCtes(loginEvents(sql`owner join user_account u on u.app_id = owner.app_id and u.id = owner.user_id`, { user: sql`(select to_jsonb(shown) from (select ${columns}) as shown)`, account }))}
    select deadline.*, proof.place, proof.proven, owner.found_data, owner.found_credential,
      owner.found_mac, u.locale as found_locale, ${columns}
    from deadline cross join proof left join owner on owner.place = proof.place
      left join user_account u on u.app_id = owner.app_id and u.id = owner.user_id
    order by proof.place`.execute(db)
  requireInTime(db, rows)
  return rows.map((row) => {
    const { in_time: _, db_now_ms: __, place: ___, proven, ...found } = row
    const { found_data: data, found_credential: credential, found_mac: mac, ...rest } = found
    const { found_locale: locale, ...user } = rest
    // Without a user every column of theirs is null.
    if ((user.id as string | null) === null) {
      return { proven, user: undefined, account: undefined, locale: null }
    }
    return { proven, user, account: { data, credential, mac }, locale }
  })
}

interface FoundColumns {
  found_data: object
  found_credential: object | null
  found_mac: Buffer | null
  found_locale: string | null
}

/** A user to create with their first account and session. */
interface SignUpInput extends Omit<SignInInput, 'proof'> {
  userId: string
  isGuest: boolean
  /** See `accountMacs`. */
  macs: { mac: Buffer; age: AccountAge }
  /** Of no factors: see `authenticRows.userFactors`. */
  factorsMac: Uint8Array
  /** The language of messages to the user, where the login says it. */
  locale: MessageLocale | undefined
}

/**
 * Creates a user with one account and opens their session, in one statement; `undefined` when another request added the
 * account first.
 */
export async function createAndOpen(db: Db, input: SignUpInput): Promise<UserRecord | undefined> {
  const { verdict, data, credential, session, userId, isGuest, macs, factorsMac, locale } = input
  const { app, account } = verdict
  const { nowMs } = session
  const owner = sql`select asked.*, created.user_id from asked cross join created`
  const user = newUser(input)
  const [first = null] = user.accounts
  const { rows } = await sql`
    with account as (
      insert into linked_account
        (app_id, user_id, type, key, data, credential, mac, first_verified_at, is_first, age_mac,
          latest_verified_at)
      values (${app.id}, ${userId}, ${account.type}, ${account.key}, ${JSON.stringify(data)}::jsonb,
        ${credential ? JSON.stringify(credential) : null}::jsonb, ${macs.mac},
        ${nowMs}, ${macs.age.isFirst}, ${macs.age.mac}, ${nowMs})
      on conflict (app_id, type, key) do nothing
      returning user_id
    ), created as (
      insert into user_account (app_id, id, is_guest, created_at, factors_mac, locale)
      select ${app.id}, user_id, ${isGuest}, ${nowMs}::bigint, ${Buffer.from(factorsMac)}::bytea,
        ${locale ?? null}::text from account
      returning id as user_id
    ), ended as (${endClaim(app.id, account)}
    ), ${openSessionCtes([input], { owner, kind: 'signed_up' })},
    ${appEventCtes(signUpEvents({ user, account: first }))}
    select user_id from owner`.execute(db)
  return rows.length === 0 ? undefined : user
}

/** The user whom a sign-up creates. */
function newUser({ verdict, data, session: { nowMs }, userId, isGuest }: SignUpInput): UserRecord {
  const { account } = verdict
  const times = { first_verified_at: nowMs, latest_verified_at: nowMs }
  return {
    id: userId,
    is_guest: isGuest,
    terms_accepted_at: null,
    custom_metadata: null,
    mfa_methods: [],
    created_at: nowMs,
    // The guest account is a credential and stays inside, as in `userColumns`.
    accounts: account.type === 'guest' ? [] : [{ type: account.type, data: { ...data }, ...times }],
  }
}

/** A session that the app's rules admit. */
type SessionToOpen = Pick<SignInInput, 'data' | 'credential' | 'session'> & {
  verdict: Verdict | Continuation
}

/**
 * Tables of a statement that open a session for each login that has a row in `owner`: a query over the table `asked` of the
 * logins that adds the `user_id`, and record it as `kind`. The only place that inserts sessions; the verdicts say that the app's rules admitted the
 * accounts.
 */
export function openSessionCtes(
  logins: readonly SessionToOpen[],
  { owner, kind }: { owner: RawBuilder<unknown>; kind: OpeningKind },
): RawBuilder<unknown> {
  const asked = logins.map(({ verdict: { app, account }, data, credential, session }, index) => ({
    place: index + 1,
    app_id: app.id,
    ...account,
    data,
    credential,
    session_id: session.sessionId,
    token_hash: toHex(session.tokenHash),
    now_ms: session.nowMs,
    auth_time: session.nowMs,
    expires_at: session.expiresAtMs,
    idle_at: session.idleAtMs,
    amr: session.amr,
    device: session.device,
    epoch: session.epoch,
    mac: session.mac === null ? null : toHex(session.mac),
  }))
  return sql`
    asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place integer,
        app_id text, type text, key text, data jsonb, credential jsonb, session_id text, token_hash text,
        now_ms bigint, auth_time bigint, expires_at bigint, idle_at bigint, amr text[], device jsonb,
        epoch integer, mac text)
    ), owner as materialized (${owner}), opened as (
      insert into session
        (app_id, id, user_id, created_at, expires_at, auth_time, amr, device, epoch, mac)
      select app_id, session_id, user_id, now_ms, expires_at, auth_time, amr, device, epoch,
        decode(mac, 'hex')
      from owner
    ), token as (
      insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
      select app_id, decode(token_hash, 'hex'), session_id, 1, now_ms, idle_at from owner
    ), ${loginEventCtes(kind)}`
}
