import { ApiError, type User } from '@sallyport/contract'
import { accountMacs } from '../authority/account-macs.js'
import type { Db } from '../db/connect.js'
import {
  addAccount,
  completeProof,
  findOwner,
  hasWallet,
  removeAccount,
  revokeOtherSessions,
} from '../db/links.js'
import type { SessionFacts } from '../db/open-session.js'
import { readAccountKeys } from '../db/users.js'
import type { Deps } from '../deps.js'
import { keepForUndo, readUndoable } from './account-undo.js'
import { type Link, lockUser, pendingOf, readWireUser } from './link.js'
import { notifyOfChange } from './notify-of-change.js'
import { confirmationRequired } from './pending-request.js'
import { provenBefore } from './proof.js'
import { listSettledLogins, requireSettledForChange } from './settled-login.js'
import type { UserRecord } from './user.js'

/** A proven account that takes the place of another one of its type. */
interface Update extends Link {
  sessionId: string
  /** See `Unlink.facts`. */
  facts: SessionFacts | undefined
  /** Key of the account that is replaced. */
  oldKey: string
}

/**
 * Replaces an account of the signed-in user by a proven one of the same type and ends their other sessions: one commit with
 * the completion of the proof.
 *
 * @throws ApiError what `proof.refuse` returns; `linked_account_not_found` when the old account is not theirs (LNK-11);
 *   `linked_to_another_user`; `older_login_required` for a session whose own login opens no wallet by itself yet (P8). A transfer is not offered: the user already has an account of the type.
 */
export async function update(deps: Deps, input: Update): Promise<User> {
  const { verdict, userId, facts, oldKey, proof = provenBefore } = input
  const { app, account } = verdict
  const owner = { appId: app.id, userId }
  if (facts !== undefined && oldKey !== account.key) {
    const changed = { type: account.type, key: oldKey }
    await requireSettledForChange(deps, { app, userId, facts, changed })
  }
  const outcome = await deps.db.transaction().execute(async (transaction) => {
    const before = await lockUser(transaction, owner)
    if (!(await completeProof(deps.db, transaction, proof))) return 'refused'
    return replaceAccount(deps, transaction, { input, before })
  })
  if (outcome === 'refused') throw await proof.refuse()
  if (outcome instanceof ApiError) throw outcome
  return readWireUser(deps, owner)
}

/** A refusal is returned, not thrown: the proof stays completed. */
async function replaceAccount(
  deps: Deps,
  transaction: Db,
  { input, before }: { input: Update; before: UserRecord },
): Promise<ApiError | undefined> {
  const { verdict, userId, sessionId, data, oldKey, request } = input
  const { app, account } = verdict
  const owner = { appId: app.id, userId }
  const nowMs = deps.clock.nowMs()
  const old = { type: account.type, key: oldKey }
  const own = await readAccountKeys(transaction, owner)
  if (!own.some(({ type, key }) => type === old.type && key === old.key)) {
    return new ApiError('linked_account_not_found')
  }
  const isSame = oldKey === account.key
  // Said before the user is asked to confirm what can't be done.
  if (!isSame && (await findOwner(transaction, { appId: app.id, ...account }))) {
    return new ApiError('linked_to_another_user')
  }
  const isAsked = request.confirmsAs !== undefined && !isSame
  if (isAsked && (await hasWallet(transaction, owner))) {
    const pending = { ...pendingOf(input), kind: 'replace', oldKey } as const
    return confirmationRequired(deps, { ...owner, sessionId }, pending)
  }
  const added = { ...owner, account, data, nowMs }
  const macs = accountMacs(deps.keyEncryption, { ...added, isFirst: false })
  const settled = await listSettledLogins(deps, { app, userId, transaction })
  const undoable = isSame
    ? undefined
    : await readUndoable(deps, transaction, { app, userId, gone: old, settled })
  const isAdded = await addAccount(transaction, { ...added, ...macs })
  if (!isAdded && !isSame) return new ApiError('linked_to_another_user')
  if (!isSame) await removeAccount(transaction, { ...owner, account: old })
  await revokeOtherSessions(transaction, { ...owner, sessionId, nowMs })
  const change = { app, user: before, account, sessionId, request, nowMs }
  const event = await notifyOfChange(transaction, { ...change, kind: 'account_updated' })
  if (undoable) await keepForUndo(deps, transaction, { ...undoable, event })
  return undefined
}
