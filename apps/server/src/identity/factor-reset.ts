import { ApiError, userIdPrefix } from '@sallyport/contract'
import {
  dropReset,
  findResetByLink,
  listDueResets,
  readReset,
  storeReset,
  takeResetsToAnnounce,
} from '../db/factor-resets.js'
import type { UserKey } from '../db/links.js'
import { readUserLocale } from '../db/user-locale.js'
import { readUser } from '../db/users.js'
import type { Deps } from '../deps.js'
import { storedLocale } from '../http/message-locale.js'
import { announceReset } from './announce-reset.js'
import { recordFactorEvent } from './factor-events.js'
import { askVault, claimOf, type FactorCaller } from './factors.js'
import { addressOfLink, linkToken, subjectHashOf } from './mailed-links.js'
import { noteFactors } from './note-factors.js'
import { listSettledAddresses } from './settled-login.js'

/** A login this old no longer starts a reset, in milliseconds. */
const freshLoginMs = 15 * 60_000
const dayMs = 86_400_000

/**
 * Starts the reset of lost factors: every channel of the user is told now and each day, and the vault removes the factors when
 * its delay is over (MFA-16). Until then they are demanded as before.
 *
 * @returns when it takes effect, Unix milliseconds.
 * @throws ApiError `invalid_credentials` when the login is too long ago, `linked_account_not_found` without a factor.
 */
export async function startReset(
  deps: Deps,
  caller: FactorCaller & { facts: { auth_time: number } },
): Promise<number> {
  const { app, userId, facts } = caller
  const nowMs = deps.clock.nowMs()
  if (nowMs - facts.auth_time > freshLoginMs) {
    throw new ApiError('invalid_credentials', {
      message: 'Log in again, then start the reset within 15 minutes',
    })
  }
  const input = claimOf(caller)
  const { dueAtMs } = await askVault(deps, { app, call: 'startFactorReset', input })
  const owner = { appId: app.id, userId }
  const isNew = (await readReset(deps.db, owner)) === undefined
  const cancelHash = subjectHashOf(cancelToken(deps, { ...owner, dueAtMs, address: '' }))
  const { sessionId, device } = caller
  await deps.db.transaction().execute(async (transaction) => {
    await storeReset(transaction, { ...owner, dueAtMs, nowMs, cancelHash })
    if (!isNew) return
    const kind = 'factor_reset_started'
    await recordFactorEvent(transaction, { ...owner, sessionId, device, kind, nowMs })
  })
  if (isNew) await announce(deps, { ...owner, dueAtMs, state: 'started' })
  return dueAtMs
}

/** Cancels a reset of a user. Nothing happens without one. */
export async function cancelReset(deps: Deps, owner: UserKey): Promise<void> {
  const { appId, userId } = owner
  const app = await deps.apps.find(appId)
  if (app === undefined) return
  const input = { appId, userId: userIdPrefix + userId }
  await askVault(deps, { app, call: 'cancelFactorReset', input })
  const nowMs = deps.clock.nowMs()
  await deps.db.transaction().execute(async (transaction) => {
    if (!(await dropReset(transaction, owner))) return
    await recordFactorEvent(transaction, { ...owner, kind: 'factor_reset_cancelled', nowMs })
  })
}

/**
 * Cancels the reset that a notice's link is of, if it was mailed to an address that is still the user's and was not added in the last seven days.
 *
 * @throws ApiError `invalid_credentials` (422) when there is none.
 */
export async function cancelResetByLink(deps: Deps, token: string): Promise<void> {
  const reset = await findResetByLink(deps.db, subjectHashOf(token))
  if (reset === undefined) throw over()
  const { appId, userId } = reset
  const addresses = [...(await listSettledAddresses(deps, { appId, userId }))]
  const link = {
    key: deps.keyEncryption,
    purpose: 'factor-reset',
    subject: subjectOf(reset),
  } as const
  if (addressOfLink({ ...link, token, addresses }) === undefined) throw over()
  await cancelReset(deps, { appId, userId })
}

function over(): ApiError {
  return new ApiError('invalid_credentials', {
    status: 422,
    message:
      'This link does not work any more: the reset was cancelled or carried out, or the link was sent to an address that is no longer yours',
  })
}

/** Carries out the resets whose time has come, by the vault's clock, and reminds the users of the others each day. */
export async function runResets(deps: Deps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  for (const reset of await listDueResets(deps.db, nowMs)) await completeReset(deps, reset)
  const waiting = await takeResetsToAnnounce(deps.db, { nowMs, beforeMs: nowMs - dayMs })
  for (const reset of waiting) await announce(deps, { ...reset, state: 'pending' })
}

async function completeReset(deps: Deps, owner: UserKey): Promise<void> {
  const { appId, userId } = owner
  const app = await deps.apps.find(appId)
  if (app === undefined) return
  const input = { appId, userId: userIdPrefix + userId }
  const { factors } = await askVault(deps, { app, call: 'completeFactorReset', input })
  // The vault's delay is not over: the next run asks again.
  if (factors.length > 0) return
  const change = {
    sessionId: undefined,
    factors,
    event: { kind: 'factor_reset_completed' },
  } as const
  const nowMs = deps.clock.nowMs()
  // Together: a reset that is dropped and not noted would leave factors listed that the vault does not have.
  await deps.db.transaction().execute(async (transaction) => {
    if (!(await dropReset(transaction, owner))) return
    await noteFactors(deps, transaction, { appId, userId, ...change, nowMs })
  })
}

async function announce(
  deps: Deps,
  { state, dueAtMs, ...owner }: UserKey & { dueAtMs: number; state: 'started' | 'pending' },
): Promise<void> {
  const app = await deps.apps.find(owner.appId)
  const user = await readUser(deps.db, owner)
  if (app === undefined || user === undefined) return
  const urlFor = (address: string) =>
    `${deps.config.publicOrigin}/mfa/reset#token=${cancelToken(deps, { ...owner, dueAtMs, address })}`
  // Who has added an address of their own a moment ago must not decide.
  const settled = await listSettledAddresses(deps, owner)
  const linkTo = (address: string) => (settled.has(address) ? urlFor(address) : undefined)
  const locale = storedLocale(await readUserLocale(deps.db, owner))
  announceReset(deps, { app, user, state, dueAtMs, locale, linkTo })
}

/** The secret of the link to one address: the same in each notice of one reset. */
function cancelToken(
  { keyEncryption: key }: Pick<Deps, 'keyEncryption'>,
  { address, ...reset }: Reset & { address: string },
): string {
  return linkToken({ key, purpose: 'factor-reset', subject: subjectOf(reset), address })
}

type Reset = UserKey & { dueAtMs: number }

function subjectOf({ appId, userId, dueAtMs }: Reset): string {
  return JSON.stringify([appId, userId, dueAtMs])
}
