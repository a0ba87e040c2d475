import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '@sallyport/contract'
import type { App } from '../apps/app.js'
import type { RecordedEvent } from '../audit/record-event.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { isRowMac, rowMac } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import {
  findUndo,
  type KeptAccount,
  listUndosOf,
  readWholeAccounts,
  removeAccountsOf,
  restoreAccount,
  storeUndo,
  takeUndo,
  type UndoRow,
} from '../db/account-undo.js'
import { endClaim } from '../db/claimed-wallets.js'
import type { Db } from '../db/connect.js'
import { lockUsers, revokeOtherSessions } from '../db/links.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { randomId } from '../ports/random.js'
import { mostOf } from './account-types.js'
import { readRecord } from './link.js'
import { addressOfLink, linkToken, subjectHashOf } from './mailed-links.js'
import { notifyOfChange } from './notify-of-change.js'
import type { AccountKey, ProvenAccount } from './proven-account.js'

/** How long a removal can be undone, in milliseconds: as long as a login that took the place of another opens no wallet. */
const lifeMs = 7 * 86_400_000

/** An account that is about to be removed, and who may put it back. */
export interface Undoable {
  account: KeptAccount
  addresses: string[]
}

/** What reading it needs, and reporting a row that is refused. */
type UndoDeps = Parameters<typeof refuseRow>[0] & Pick<Deps, 'keyEncryption'>

/**
 * What is kept of an account that a session removes or replaces. A login of less than seven days is not kept, and addresses of such logins are not
 * told the link: a thief who has added one could undo what the user does against it.
 *
 * @param input.settled  `listSettledLogins` before the change.
 * @throws RowRefused for an address that this server did not write (P5): it would be told the link.
 */
export async function readUndoable(
  deps: UndoDeps,
  transaction: Db,
  input: { app: App; userId: string; gone: AccountKey; settled: readonly AccountKey[] },
): Promise<Undoable | undefined> {
  const { app, userId, gone, settled } = input
  const accounts = await readWholeAccounts(transaction, { appId: app.id, userId })
  const own = accounts.filter((each) => settled.some((other) => isSame(each, other)))
  const isAuthentic = (each: KeptAccount) =>
    each.verified_email === null ||
    isRowMac(each.email_mac, {
      key: deps.keyEncryption,
      of: authenticRows.verifiedEmail,
      row: { ...each, app_id: app.id, user_id: userId },
    })
  if (!own.every(isAuthentic)) {
    throw refuseRow(deps, { table: 'linked_account', appId: app.id, userId })
  }
  const account = own.find((each) => isSame(each, gone))
  return account && { account, addresses: [...new Set(own.flatMap(addressesOf))] }
}

function isSame(one: { type: string; key: string }, other: { type: string; key: string }) {
  return one.type === other.type && one.key === other.key
}

function addressesOf({
  type,
  key,
  verified_email,
}: Pick<KeptAccount, 'type' | 'key' | 'verified_email'>): string[] {
  if (type === 'email' || type === 'phone') return [key]
  return verified_email === null ? [] : [verified_email]
}

/** Keeps the account for its undo; the notice of the event carries the link (`undoLinks`). */
export async function keepForUndo(
  deps: Pick<Deps, 'random' | 'keyEncryption'>,
  transaction: Db,
  { account, addresses, event }: Undoable & { event: RecordedEvent },
): Promise<void> {
  const { appId, userId, nowMs } = event
  if (userId === undefined) throw new Error('Accounts are removed from users')
  const id = randomId(deps.random)
  const row = {
    ...account,
    id,
    token_hash: subjectHashOf(linkTokenOf(deps.keyEncryption, { id, address: '' })),
    app_id: appId,
    user_id: userId,
    event_id: event.id,
    addresses,
    expires_at: nowMs + lifeMs,
  }
  const mac = rowMac(deps.keyEncryption, authenticRows.accountUndo, row)
  await storeUndo(transaction, { ...row, mac })
}

/** The links by which the user of an address undoes these events. */
export async function undoLinks(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'keyEncryption'>,
  { eventIds, address }: { eventIds: readonly number[]; address: string },
): Promise<string[]> {
  const rows = await listUndosOf(deps.db, { eventIds, nowMs: deps.clock.nowMs() })
  const key = deps.keyEncryption
  return rows
    .filter((row) => isRowMac(row.mac, { key, of: authenticRows.accountUndo, row }))
    .filter(({ addresses }) => addresses.includes(address))
    .flatMap(({ id, token_hash }) => {
      const keys = key.deriveEach('account-undo').map((_, atKey) => atKey)
      const tokens = keys.map((atKey) => linkTokenOf(key, { id, address, atKey }))
      const token = tokens.find((each) => timingSafeEqual(subjectHashOf(each), token_hash))
      return token === undefined ? [] : [`${deps.config.publicOrigin}/account/undo#token=${token}`]
    })
}

/**
 * Puts an account back that was removed or replaced, by the link of the notice: once, within seven days, and only by a link to the account itself or to an
 * address that is still the user's. What has taken its place is removed, and all sessions of the user end, with their wallet grants.
 *
 * @throws ApiError `invalid_credentials` (422) for a link that is over, also for a deleted user; `linked_to_another_user`, after which the link
 *   works again once that user has removed it.
 */
export async function undoChange(
  deps: Deps,
  { token, request }: { token: string; request: Pick<RequestFacts, 'device'> },
): Promise<void> {
  const found = await findUndo(deps.db, subjectHashOf(token))
  const app = found && (await deps.apps.find(found.app_id))
  if (found === undefined || app === undefined) throw over()
  const { app_id: appId, user_id: userId } = found
  if (
    !isRowMac(found.mac, { key: deps.keyEncryption, of: authenticRows.accountUndo, row: found })
  ) {
    throw refuseRow(deps, { table: 'account_undo', appId, userId })
  }
  const address = addressOfLink({
    ...linkOf(deps.keyEncryption, found),
    token,
    addresses: found.addresses,
  })
  if (address === undefined) throw over()
  await deps.db.transaction().execute(async (transaction) => {
    // The user first, as every change of accounts does.
    const [locked] = await lockUsers(transaction, { appId, userIds: [userId] })
    const nowMs = deps.clock.nowMs()
    if (!(await isStillTheirs(transaction, { row: found, address }))) throw over()
    if (!locked || !(await takeUndo(transaction, { id: found.id, nowMs }))) throw over()
    await putBack(transaction, { app, row: found })
    const user = await readRecord({ db: transaction }, { appId, userId })
    await revokeOtherSessions(transaction, { appId, userId, sessionId: undefined, nowMs })
    const account = accountOf(found)
    const change = { app, user, account, request, nowMs, kind: 'account_restored' } as const
    await notifyOfChange(transaction, change)
  })
}

async function putBack(transaction: Db, { app, row }: { app: App; row: UndoRow }): Promise<void> {
  const owner = { appId: row.app_id, userId: row.user_id }
  const { type, key } = accountOf(row)
  // Where there is one of a type, the user's present one came after this one.
  const isOne = mostOf(type, app.settings) === 1
  await removeAccountsOf(transaction, { ...owner, type, key: isOne ? undefined : key })
  if (type === 'wallet') await endClaim(app.id, { type, key }).execute(transaction)
  if (!(await restoreAccount(transaction, row))) throw new ApiError('linked_to_another_user')
}

/** The account of a row: only proven ones are kept. */
function accountOf({ type, key }: Pick<UndoRow, 'type' | 'key'>): AccountKey {
  return { type: type as ProvenAccount['type'], key }
}

/** Whether an address is of the account that goes back, or of one that the user has. The reader of an earlier mailbox decides nothing. */
async function isStillTheirs(
  transaction: Db,
  { row, address }: { row: UndoRow; address: string },
): Promise<boolean> {
  const owner = { appId: row.app_id, userId: row.user_id }
  const accounts = await readWholeAccounts(transaction, owner)
  return [row, ...accounts].flatMap(addressesOf).includes(address)
}

function linkOf(key: Deps['keyEncryption'], { id }: { id: string }) {
  return { key, purpose: 'account-undo', subject: id } as const
}

function linkTokenOf(
  key: Deps['keyEncryption'],
  { id, address, atKey = 0 }: { id: string; address: string; atKey?: number },
): string {
  return linkToken({ ...linkOf(key, { id }), address, atKey })
}

function over(): ApiError {
  const message =
    'This link does not work any more: it was used, is older than seven days, or was sent to an address that is no longer yours'
  return new ApiError('invalid_credentials', { status: 422, message })
}
