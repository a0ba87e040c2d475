import { ApiError, type User, userIdPrefix } from '@sallyport/contract'
import { accountMacs } from '../authority/account-macs.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { isRowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import { moveAccount, readTransferAccount, takeTransfer } from '../db/account-transfers.js'
import { recordUserEvent } from '../db/app-events.js'
import type { Db } from '../db/connect.js'
import { addAccount, endGuest, findOwner, hasWallet, revokeOtherSessions } from '../db/links.js'
import { readUser } from '../db/users.js'
import type { Deps } from '../deps.js'
import { displayNameOf } from './account-types.js'
import { decideLink } from './decide-link.js'
import { hashNonce, isFull, type LinkingRequest, openForChange, readWireUser } from './link.js'
import { notifyOfChange } from './notify-of-change.js'
import { confirmationRequired } from './pending-request.js'
import type { ProvenAccount } from './proven-account.js'
import type { Verdict } from './sign-in.js'

/** A transfer the user has consented to; `userId` and `sessionId` are the caller's. */
export interface Transfer {
  /** Of the account as the caller names it. */
  verdict: Verdict
  userId: string
  sessionId: string
  /** From `account_transfer_required`. */
  nonce: string
  request: LinkingRequest
}

/**
 * Moves an account that the signed-in user has proven to them, and deletes the user it belonged to. The nonce works once,
 * for this user and account. What would be lost by the deletion is checked again.
 *
 * @throws ApiError `invalid_credentials` (422) for a wrong, used or expired nonce; `linked_to_another_user` when another
 *   user has the account by now, or its user has a wallet or another account; `cannot_link_more_of_type`;
 *   `max_accounts_reached` for a guest of a full app.
 */
export async function transfer(deps: Deps, input: Transfer): Promise<User> {
  const { verdict, userId } = input
  await requireConfirmed(deps, input)
  const outcome = await deps.db
    .transaction()
    .execute((transaction) => take(deps, transaction, input))
  if (outcome instanceof ApiError) throw outcome
  return readWireUser(deps, { appId: verdict.app.id, userId })
}

/** @throws ApiError `confirmation_required`; the nonce stays good. */
async function requireConfirmed(
  deps: Deps,
  { verdict, userId, sessionId, nonce, request }: Transfer,
): Promise<void> {
  const { app, method, account, verifiedEmail } = verdict
  const owner = { appId: app.id, userId }
  if (request.confirmsAs === undefined || !(await hasWallet(deps.db, owner))) return
  const found = await readTransferAccount(deps.db, { ...owner, nonceHash: hashNonce(nonce) })
  const { type, key } = account
  const { data = {} } = found ?? {}
  const { email }: { email?: unknown } = data
  const claim = { method, key, email: typeof email === 'string' ? email : null, verifiedEmail }
  const name = displayNameOf(type, { key, data })
  const pending = { kind: 'move', claim, type, name, nonce } as const
  throw confirmationRequired(deps, { ...owner, sessionId }, pending)
}

/** A refusal is returned, not thrown: the nonce stays used. */
async function take(deps: Deps, transaction: Db, input: Transfer): Promise<ApiError | undefined> {
  const { verdict, userId, nonce, request, sessionId } = input
  const { app, account } = verdict
  const { id: appId, settings } = app
  const nowMs = deps.clock.nowMs()
  const asked = { appId, userId, nonceHash: hashNonce(nonce), account, nowMs }
  const pending = await takeTransfer(transaction, asked)
  if (pending === undefined) {
    const message = 'The transfer has expired. Link the account again'
    return new ApiError('invalid_credentials', { status: 422, message })
  }
  const key = deps.keyEncryption
  if (!isRowMac(pending.mac, { key, of: authenticRows.accountTransfer, row: pending })) {
    throw refuseRow(deps, { table: 'account_transfer', appId, userId })
  }
  const { source_user_id: sourceUserId } = pending
  // The column's type is any JSON. `storeTransfer` wrote this one.
  const data = pending.data as unknown as ProvenAccount['data']
  const receiver = await openForChange(transaction, { verdict, userId, others: [sourceUserId] })
  const owner = await findOwner(transaction, { appId, ...account })
  const decision = decideLink({ account, userId, own: receiver.accounts, owner, settings })
  if ('refuses' in decision) return new ApiError(decision.refuses)
  const source = await readUser(transaction, { appId, userId: sourceUserId })
  const isFirst = receiver.is_guest && request.confirmed === true
  const moved = { appId, userId, account, data, nowMs }
  const write = { ...moved, ...accountMacs(key, { ...moved, isFirst }) }
  if (decision.does === 'transfer') {
    // The user was asked about another owner.
    if (decision.from !== sourceUserId) return new ApiError('linked_to_another_user')
    await moveAccount(transaction, { ...write, sourceUserId })
  } else if (decision.does === 'add') {
    if (receiver.is_guest && (await isFull(transaction, verdict))) {
      return new ApiError('max_accounts_reached')
    }
    if (!(await addAccount(transaction, write))) return new ApiError('linked_to_another_user')
  }
  if (receiver.is_guest) await endGuest(transaction, write)
  await revokeOtherSessions(transaction, { appId, userId, sessionId, nowMs })
  const change = { app, account, sessionId, request, nowMs }
  const isTransfer = decision.does === 'transfer'
  const linking = { ...change, user: receiver, kind: 'account_linked', isTransfer } as const
  await notifyOfChange(transaction, linking)
  // Without a transfer the account had no owner any more.
  if (isTransfer && source) {
    const type = 'user.transferred_account'
    const told = { fromUser: { id: userIdPrefix + sourceUserId }, deletedUser: true }
    await recordUserEvent(transaction, { appId, userId, type, account, data: told, nowMs })
    await notifyOfChange(transaction, { ...change, user: source, kind: 'account_transferred' })
  }
  return undefined
}
