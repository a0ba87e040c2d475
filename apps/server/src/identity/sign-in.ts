import { ApiError, type Session } from '@sallyport/contract'
import { lockApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import { createAndOpen, type NewSession, openReturning } from '../db/sign-in.js'
import { countProvenUsers, findUserId } from '../db/users.js'
import type { Deps } from '../deps.js'
import { randomId } from '../ports/random.js'
import type { DeviceRecord } from '../session/device.js'
import { draftSession, type SessionDraft, toSession } from '../session/open.js'
import type { Verdict } from './admission.js'
import { type Proof, provenBefore } from './proof.js'
import { loginMethods, type ProvenAccount } from './proven-account.js'
import type { UserRecord } from './user.js'

/** What a method hands over: the admitted account, its wire fields, and the proof if the statement completes it. */
export interface SignIn {
  verdict: Verdict
  data: ProvenAccount['data']
  /** Default: the method has proven the account before. */
  proof?: Proof
  /** `no-signup` refuses unknown accounts. */
  mode?: 'no-signup' | 'login-or-sign-up' | undefined
  device: DeviceRecord
}

/**
 * Signs in the user of a proven account and creates the user on first sight; the same for every method, and the only
 * caller that opens a session. Of many requests at once for a new account one creates the user.
 *
 * @throws ApiError what `proof.refuse` returns; `user_does_not_exist` in mode `no-signup`; `max_accounts_reached` when
 *   the app is full.
 */
export async function signIn(deps: Deps, input: SignIn): Promise<Session> {
  const { verdict, mode, proof = provenBefore } = input
  const draft = draftSession(deps, {
    amr: [loginMethods[verdict.method].amr],
    device: input.device,
  })
  const { proven, user } = await openReturning(deps.db, { ...input, proof, session: draft.row })
  if (!proven) throw await proof.refuse()
  if (user !== undefined) return answerSession(deps, { verdict, draft, user, isNewUser: false })
  if (mode === 'no-signup') throw new ApiError('user_does_not_exist')
  return signUp(deps, input, draft)
}

async function signUp(deps: Deps, input: SignIn, draft: SessionDraft): Promise<Session> {
  const { verdict, data } = input
  const created = await createUser(deps, input, draft.row)
  if (created) return answerSession(deps, { verdict, draft, user: created, isNewUser: true })
  // Another request created the user first.
  const existing = { verdict, data, proof: provenBefore, session: draft.row }
  const { user } = await openReturning(deps.db, existing)
  if (user === undefined) throw new Error('An account that could not be added does not exist')
  return answerSession(deps, { verdict, draft, user, isNewUser: false })
}

/** `undefined` when another request added the account first. */
async function createUser(
  deps: Deps,
  { verdict, data }: SignIn,
  session: NewSession,
): Promise<UserRecord | undefined> {
  const { app, account } = verdict
  const isGuest = account.type === 'guest'
  const create = (db: Db) =>
    createAndOpen(db, { verdict, data, session, userId: randomId(deps.random), isGuest })
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

function answerSession(
  deps: Pick<Deps, 'config' | 'clock'>,
  login: { verdict: Verdict; draft: SessionDraft; user: UserRecord; isNewUser: boolean },
): Session {
  const { verdict, draft, user, isNewUser } = login
  const { refreshToken, row } = draft
  const { app } = verdict
  const answer = toSession(deps, { app, user, sessionId: row.sessionId, refreshToken })
  return { ...answer, is_new_user: isNewUser }
}
