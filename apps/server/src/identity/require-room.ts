import { ApiError } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { countProvenUsers, findUserId } from '../db/users.js'
import type { Deps } from '../deps.js'
import type { Verdict } from './sign-in.js'

/**
 * Returns when a login may end in a session: the account has a user, or the app takes another one. It is asked before a code is sent
 * or a passkey made, which would be for nothing. A full app so tells who has an account, as many addresses as the budgets
 * allow (wire reference §11.1); sign-up asks again, since the last place may be taken meanwhile.
 *
 * @param account  Undefined for one that is yet to be made.
 * @throws ApiError `max_accounts_reached`
 */
export async function requireRoom(
  { db }: Pick<Deps, 'db'>,
  { app, account }: { app: App; account?: Verdict['account'] },
): Promise<void> {
  const { id: appId, maxUsers } = app
  if (maxUsers === undefined || (await countProvenUsers(db, appId)) < maxUsers) return
  if (account && (await findUserId(db, { appId, ...account }))) return
  throw new ApiError('max_accounts_reached')
}
