import { ApiError, type User } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import { claimedKey } from '../db/claimed-wallets.js'
import type { Db } from '../db/connect.js'
import { hasWallet, readAccount, removeAccount, revokeOtherSessions } from '../db/links.js'
import type { SessionFacts } from '../db/open-session.js'
import { readAccountKeys } from '../db/users.js'
import type { Deps } from '../deps.js'
import { canLogInBy, displayNameOf, type StoredAccount } from './account-types.js'
import { keepForUndo, readUndoable, type Undoable } from './account-undo.js'
import { decideUnlink } from './decide-link.js'
import { type LinkingRequest, lockUser, readWireUser } from './link.js'
import { notifyOfChange } from './notify-of-change.js'
import { confirmationRequired } from './pending-request.js'
import type { AccountKey } from './proven-account.js'
import { listSettledLogins, requireSettledForChange } from './settled-login.js'

/** An account to unlink; `app`, `userId` and `sessionId` are the caller's. A back end has no session of the user. */
export interface Unlink {
  app: App
  userId: string
  sessionId: string | undefined
  /** Of the session; undefined for a back end, or where the session was found old enough before. */
  facts: SessionFacts | undefined
  account: AccountKey
  /** Who asks: a user whose client lets them confirm is asked to, unless `confirmsAs` is left out. */
  request: LinkingRequest
}

/**
 * Unlinks an account from a user and ends their sessions but the caller's: an attacker with access to the removed account
 * may have opened one of them (LNK-09).
 *
 * @throws ApiError `linked_account_not_found`, `cannot_unlink_embedded_wallet`, `cannot_unlink_sole_account`, also for the last account that opens
 *   the user's wallet on a new device by itself; `confirmation_required` where a user with a wallet can confirm it in the wallet frame; `older_login_required` for a session whose own login does not (P8).
 */
export async function unlink(deps: Deps, input: Unlink): Promise<User> {
  const { app, userId, sessionId, account, facts, request } = input
  const owner = { appId: app.id, userId }
  if (facts !== undefined) {
    await requireSettledForChange(deps, { app, userId, facts, changed: account })
  }
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
    const gone = { ...account, key: found?.key ?? account.key }
    const undoable =
      sessionId === undefined
        ? undefined
        : await prepareRemoval(deps, transaction, { app, userId, found, gone, request })
    const before = await readAccount(transaction, { ...owner, account: gone })
    await removeAccount(transaction, { ...owner, account: gone })
    const nowMs = deps.clock.nowMs()
    await revokeOtherSessions(transaction, { ...owner, sessionId, nowMs })
    const change = { app, user, account, before, sessionId, request, nowMs }
    const by = sessionId === undefined ? 'app' : undefined
    const event = await notifyOfChange(transaction, { ...change, kind: 'account_unlinked', by })
    if (undoable) await keepForUndo(deps, transaction, { ...undoable, event })
  })
  return readWireUser(deps, owner)
}

/**
 * Asks for the user's press where their client shows it, and gives what is kept of the account.
 *
 * @throws ApiError `confirmation_required`, `cannot_unlink_sole_account`
 */
async function prepareRemoval(
  deps: Deps,
  transaction: Db,
  {
    app,
    userId,
    found,
    gone,
    request,
  }: Pick<Unlink, 'app' | 'userId' | 'request'> & {
    found: StoredAccount | undefined
    gone: AccountKey
  },
): Promise<Undoable | undefined> {
  const owner = { appId: app.id, userId }
  const settled = await listSettledLogins(deps, { app, userId, transaction })
  if (await hasWallet(transaction, owner)) {
    requireOneLeft(settled, gone)
    const { sessionId } = request.confirmsAs ?? {}
    const isLogin =
      found !== undefined && (found.type === 'cross_app' || canLogInBy(found, app.settings))
    if (sessionId !== undefined && isLogin) {
      const name = displayNameOf(gone.type, { key: gone.key, data: found.data })
      const pending = { kind: 'remove', ...gone, name } as const
      throw confirmationRequired(deps, { ...owner, sessionId }, pending)
    }
  }
  return readUndoable(deps, transaction, { app, userId, gone, settled })
}

/** A thief's login would otherwise be the only one left, for the seven days in which its owner can remove it. */
function requireOneLeft(settled: readonly AccountKey[], gone: AccountKey): void {
  const isGone = ({ type, key }: AccountKey) => type === gone.type && key === gone.key
  if (settled.some(isGone) && settled.every(isGone)) {
    throw new ApiError('cannot_unlink_sole_account', {
      message: 'The other ways to log in were added less than seven days ago',
    })
  }
}
