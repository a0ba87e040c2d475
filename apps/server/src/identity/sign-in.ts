import { ApiError, type Session } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { lockApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import { countUsers, createUser, findUserId, type ProvenAccount } from '../db/users.js'
import type { Deps } from '../deps.js'
import { randomId } from '../ports/random.js'
import { openLogin } from '../session/open.js'

/** What a method hands over once the caller has proven an account. */
export interface SignIn {
  app: App
  account: ProvenAccount
  /** The account's user, if the method's own query has found it already. */
  userId: string | undefined
  /** `no-signup` refuses unknown accounts. */
  mode?: 'no-signup' | 'login-or-sign-up' | undefined
  isGuest?: boolean
}

/**
 * Signs in the user of a proven account, making the user on first sight; the same for every method. Many at once for
 * one new account make one user.
 *
 * @throws ApiError `user_does_not_exist` in mode `no-signup`, `max_accounts_reached` when the app is full.
 */
export async function signIn(deps: Deps, input: SignIn): Promise<Session> {
  const { app, account } = input
  if (input.userId !== undefined) {
    return openLogin(deps, { app, account, userId: input.userId, isNewUser: false })
  }
  if (input.mode === 'no-signup') throw new ApiError('user_does_not_exist')
  const userId = randomId(deps.random)
  const isNewUser = await signUp(deps, input, userId)
  const owner = isNewUser ? userId : await findOwner(deps.db, app.id, account)
  return openLogin(deps, { app, account, userId: owner, isNewUser })
}

/** `false` when another request made the user first. */
async function signUp(deps: Deps, input: SignIn, id: string): Promise<boolean> {
  const { app, account, isGuest = false } = input
  const user = { appId: app.id, id, isGuest, account, nowMs: deps.clock.nowMs() }
  const { maxUsers } = app
  if (maxUsers === undefined) return createUser(deps.db, user)
  return deps.db.transaction().execute(async (transaction) => {
    await lockApp(transaction, app.id)
    if (await findUserId(transaction, { appId: app.id, ...account })) return false
    if ((await countUsers(transaction, app.id)) >= maxUsers) {
      throw new ApiError('max_accounts_reached')
    }
    return createUser(transaction, user)
  })
}

async function findOwner(db: Db, appId: string, account: ProvenAccount): Promise<string> {
  const owner = await findUserId(db, { appId, type: account.type, key: account.key })
  if (owner === undefined) throw new Error('An account that could not be added does not exist')
  return owner
}
