import { ApiError, type User } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { claimedKey } from '../db/claimed-wallets.js'
import { removeAccount, revokeOtherSessions } from '../db/links.js'
import { readAccountKeys } from '../db/users.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { decideUnlink } from './decide-link.js'
import { lockUser, readWireUser } from './link.js'
import { notifyOfChange } from './notify-of-change.js'
import type { AccountKey } from './proven-account.js'

/** An account to unlink; `app`, `userId` and `sessionId` are the caller's. A back end has no session of the user. */
export interface Unlink {
  app: App
  userId: string
  sessionId: string | undefined
  account: AccountKey
  request: Pick<RequestFacts, 'device'>
}

/**
 * Unlinks an account from a user and ends their sessions but the caller's: an attacker with access to the removed account
 * may have opened one of them (LNK-09).
 *
 * @throws ApiError `linked_account_not_found`, `cannot_unlink_embedded_wallet`, `cannot_unlink_sole_account`.
 */
export async function unlink(deps: Deps, input: Unlink): Promise<User> {
  const { app, userId, sessionId, account, request } = input
  const owner = { appId: app.id, userId }
  await deps.db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, owner)
    const all = await readAccountKeys(transaction, owner)
    const claim = claimedKey(account.key)
    const found = all.find(
      ({ type, key }) => type === account.type && (key === account.key || key === claim),
    )
    const isAsked = (each: object) => each === found
    const refusal = decideUnlink({
      account: found,
      rest: all.filter((each) => !isAsked(each)),
      settings: app.settings,
    })
    if (refusal !== undefined) throw new ApiError(refusal)
    const stored = { ...account, key: found?.key ?? account.key }
    await removeAccount(transaction, { ...owner, account: stored })
    const nowMs = deps.clock.nowMs()
    await revokeOtherSessions(transaction, { ...owner, sessionId, nowMs })
    const change = { app, user, account, sessionId, request, nowMs }
    const by = sessionId === undefined ? 'app' : undefined
    await notifyOfChange(transaction, { ...change, kind: 'account_unlinked', by })
  })
  return readWireUser(deps, owner)
}
