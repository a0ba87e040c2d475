import { createHash } from 'node:crypto'
import { ApiError, isCustomProvider, type User } from '@sallyport/contract'
import { accountMacs } from '../authority/account-macs.js'
import { authenticRows } from '../authority/authentic-rows.js'
import { rowMac } from '../authority/row-mac.js'
import { storeTransfer } from '../db/account-transfers.js'
import { lockApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import {
  type AccountToWrite,
  addAccount,
  completeProof,
  endGuest,
  findOwner,
  hasWallet,
  lockUsers,
  refreshAccount,
} from '../db/links.js'
import { countProvenUsers, readUser } from '../db/users.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { randomToken } from '../ports/random.js'
import { displayNameOf } from './account-types.js'
import { decideLink } from './decide-link.js'
import { keepVerifiedEmail } from './keep-verified-email.js'
import { notifyOfChange } from './notify-of-change.js'
import { confirmationRequired } from './pending-request.js'
import { type Proof, provenBefore } from './proof.js'
import type { ProvenAccount } from './proven-account.js'
import type { Verdict } from './sign-in.js'
import { toWireUser, type UserRecord } from './user.js'

/** How long a user may think about a transfer, in milliseconds. */
const transferLifeMs = 10 * 60_000

/** What a method hands over to link an account: as for a login, and the user who gets it. */
export interface Link {
  verdict: Verdict
  data: ProvenAccount['data']
  /** See `SignInInput.credential`. */
  credential?: object
  /** Default: the method has proven the account before. */
  proof?: Proof
  /** The signed-in user, without prefix. */
  userId: string
  /** What the answer has beside the user. */
  more?: object | undefined
  /** Wallets that the account's profile names, for the time after a confirmation. */
  addresses?: readonly string[]
  request: LinkingRequest
}

/** Who asks: a user whose client lets them confirm is asked to (`confirmsAs`). */
export type LinkingRequest = Pick<RequestFacts, 'device'> & {
  confirmsAs?: RequestFacts['confirmsAs']
  /** The user has confirmed it in the wallet frame. */
  confirmed?: true
}

/**
 * Links a proven account to the signed-in user: one commit with the completion of the proof. An account the user has
 * already is refreshed. A guest who links an account is a guest no longer.
 *
 * @throws ApiError what `proof.refuse` returns; `cannot_link_more_of_type`; `linked_to_another_user`;
 *   `account_transfer_required` with the data of wire reference §13 when the account may be moved here;
 *   `confirmation_required` where a user with a wallet can confirm it in the wallet frame (P8);
 *   `max_accounts_reached` for a guest of a full app.
 */
export async function link(deps: Deps, input: Link): Promise<User> {
  const { verdict, userId, proof = provenBefore } = input
  const { app } = verdict
  const outcome = await deps.db.transaction().execute(async (transaction) => {
    const before = await openForChange(transaction, { verdict, userId })
    if (!(await completeProof(deps.db, transaction, proof))) return 'refused'
    return changeAccounts(deps, transaction, { input, before })
  })
  if (outcome === 'refused') throw await proof.refuse()
  if (outcome instanceof ApiError) throw outcome
  return readWireUser(deps, { appId: app.id, userId })
}

/** A refusal is returned, not thrown: the proof stays completed. */
async function changeAccounts(
  deps: Deps,
  transaction: Db,
  { input, before }: { input: Link; before: UserRecord },
): Promise<ApiError | undefined> {
  const { verdict, userId, data, credential, request } = input
  const { app, account } = verdict
  const { settings } = app
  const nowMs = deps.clock.nowMs()
  const isFirst = before.is_guest && request.confirmed === true
  const added = { appId: app.id, userId, account, data, credential, nowMs }
  const write: AccountToWrite = {
    ...added,
    ...accountMacs(deps.keyEncryption, { ...added, isFirst }),
  }
  const decide = async () => {
    const owner = await findOwner(transaction, { appId: app.id, ...account })
    return decideLink({ account, userId, own: before.accounts, owner, settings })
  }
  let decision = await decide()
  if ('does' in decision && decision.does === 'add') {
    if (before.is_guest && (await isFull(transaction, verdict))) {
      return new ApiError('max_accounts_reached')
    }
    const { sessionId } = request.confirmsAs ?? {}
    if (sessionId !== undefined && (await hasWallet(transaction, write))) {
      const asking = { appId: app.id, userId, sessionId }
      return confirmationRequired(deps, asking, { ...pendingOf(input), kind: 'add' })
    }
    if (await addAccount(transaction, write)) {
      await keepVerifiedEmail(deps, transaction, { verdict, userId })
      if (before.is_guest) await endGuest(transaction, write)
      const change = { app, user: before, account, request, nowMs }
      await notifyOfChange(transaction, { ...change, kind: 'account_linked' })
      return undefined
    }
    // Another request added the account in the meantime.
    decision = await decide()
  }
  if ('refuses' in decision) return new ApiError(decision.refuses)
  if (decision.does === 'transfer') return offerTransfer(deps, transaction, { write, ...decision })
  await refreshAccount(transaction, write)
  await keepVerifiedEmail(deps, transaction, { verdict, userId })
  return undefined
}

/** What is kept of a proven account until the user has confirmed it. */
export function pendingOf({
  verdict,
  data,
  credential,
  more,
  addresses,
}: Omit<Link, 'userId' | 'request'>) {
  const { method, account, verifiedEmail } = verdict
  const { type, key } = account
  const { email }: { email?: unknown } = { email: undefined, ...data }
  return {
    claim: { method, key, email: typeof email === 'string' ? email : null, verifiedEmail },
    type,
    name: displayNameOf(type, { key, data }),
    data,
    credential,
    more,
    addresses,
  }
}

/** Stores the proven account until the user has consented. */
async function offerTransfer(
  deps: Deps,
  transaction: Db,
  { write, from }: { write: AccountToWrite; from: string },
): Promise<ApiError> {
  const { account, data, nowMs } = write
  const nonce = randomToken(deps.random)
  const pending = { ...write, nonceHash: hashNonce(nonce), sourceUserId: from }
  const expiresAtMs = nowMs + transferLifeMs
  const mac = rowMac(deps.keyEncryption, authenticRows.accountTransfer, {
    app_id: write.appId,
    nonce_hash: pending.nonceHash,
    user_id: write.userId,
    source_user_id: from,
    ...account,
    data,
    expires_at: expiresAtMs,
  })
  await storeTransfer(transaction, { ...pending, mac, expiresAtMs })
  return new ApiError('account_transfer_required', {
    data: {
      nonce,
      // The key of an account at another app names that app as well.
      subject: 'subject' in data ? data.subject : account.key,
      account: {
        type: account.type,
        displayName: displayNameOf(account.type, { key: account.key, data }),
      },
      // A user with a wallet is never offered (`decideLink`).
      otherUser: { embeddedWalletAddress: null, ...describeForClients(account.type, data) },
    },
  })
}

/** What clients send back with the transfer: they read it from here (wire reference §13). */
function describeForClients(type: ProvenAccount['type'], data: object): object {
  const fields: Record<string, unknown> = { ...data }
  if (type === 'cross_app') {
    const { subject, provider_app_id: providerAppId, embedded_wallets, smart_wallets } = fields
    const wallets = {
      embeddedWalletAddresses: addressesIn(embedded_wallets),
      smartWalletAddresses: addressesIn(smart_wallets),
    }
    return { oAuthUserInfo: { subject, meta: { providerAppId }, ...wallets } }
  }
  if (!type.endsWith('_oauth') && !isCustomProvider(type)) return {}
  const { subject, name, username, profile_picture_url, email, vanity_name } = fields
  const userInfo = { subject, name, username, email, profilePictureUrl: profile_picture_url }
  return { oAuthUserInfo: { ...userInfo, vanityName: vanity_name } }
}

/** The addresses of wallets at another app. */
function addressesIn(wallets: unknown): unknown[] {
  // Written by a login there: a list of objects with an address.
  return (wallets as { address: string }[]).map(({ address }) => address)
}

/** The hash of a transfer's nonce. */
export function hashNonce(nonce: string): Uint8Array {
  return createHash('sha256').update(nonce).digest()
}

/** Whether the app has no room for another user; exact after `openForChange`. */
export async function isFull(transaction: Db, { app }: Verdict): Promise<boolean> {
  const { id, maxUsers } = app
  return maxUsers !== undefined && (await countProvenUsers(transaction, id)) >= maxUsers
}

/**
 * Holds a user, and others, until the transaction ends.
 *
 * @returns the user as they are now.
 * @throws ApiError `missing_or_invalid_token` when they were deleted in the meantime.
 */
export async function openForChange(
  transaction: Db,
  input: { verdict: Verdict; userId: string; others?: readonly string[] },
): Promise<UserRecord> {
  const { verdict, userId, others = [] } = input
  const { id: appId, maxUsers } = verdict.app
  // Before the users, as `signIn` does: a guest may become a user that counts.
  if (maxUsers !== undefined) await lockApp(transaction, appId)
  return lockUser(transaction, { appId, userId, others })
}

/** `openForChange` where no user can be added. */
export async function lockUser(
  transaction: Db,
  input: { appId: string; userId: string; others?: readonly string[] },
): Promise<UserRecord> {
  const { appId, userId, others = [] } = input
  const locked = await lockUsers(transaction, { appId, userIds: [userId, ...others] })
  const user = locked.includes(userId) ? await readUser(transaction, { appId, userId }) : undefined
  if (user === undefined) throw new ApiError('missing_or_invalid_token')
  return user
}

/** The user after a change. */
export async function readWireUser(
  deps: Pick<Deps, 'db'>,
  where: { appId: string; userId: string },
): Promise<User> {
  return toWireUser(await readRecord(deps, where))
}

/** A user who had a session a moment ago. @throws ApiError `missing_or_invalid_token` when they were deleted since. */
export async function readRecord(
  { db }: Pick<Deps, 'db'>,
  where: { appId: string; userId: string },
): Promise<UserRecord> {
  const user = await readUser(db, where)
  if (user === undefined) throw new ApiError('missing_or_invalid_token')
  return user
}
