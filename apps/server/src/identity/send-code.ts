import { ApiError } from '@sallyport/contract'
import { RecipientRefused } from '@sallyport/process/mail'
import type { AskedFrom, CodeSubject } from '../db/one-time-codes.js'
import { findUserId } from '../db/users.js'
import type { Deps } from '../deps.js'
import type { Spender } from '../http/budgets.js'
import type { RequestFacts } from '../http/implement.js'
import { randomToken } from '../ports/random.js'
import { type IssuedCode, issueCode, refundSend, withdrawIssued } from './one-time-codes.js'
import type { AccountKey } from './proven-account.js'

/** A code to make and send. */
interface CodeToSend {
  subject: CodeSubject
  spender: Spender
  /** Who asked, for a message with a link; undefined for one without. */
  askedFrom?: AskedFrom | undefined
  /** Sends the message. Throws RecipientRefused for an address that takes none; other errors are outages. */
  deliver(code: string, linkSecret: string | undefined): Promise<void>
  /** What the caller is told when the recipient is refused, and when the message could not be sent. */
  texts: { refused: string; failed: string }
  /** Which failures count for no budget: outages (default), also messages that the provider refused, or none. */
  refunds?: 'outages' | 'all' | 'never'
}

/**
 * Makes a code and sends it. A code that was not delivered is withdrawn. An address that refuses messages is the caller's to
 * correct. A provider that is down is an outage, which clients retry by themselves (wire reference §4): those attempts are
 * refunded.
 *
 * @returns the nonce for the browser's flow cookie.
 * @throws ApiError `invalid_data`, `internal_error` (503), `too_many_requests`, or the one that `deliver` throws.
 */
export async function sendCode(deps: Deps, input: CodeToSend): Promise<string> {
  const { subject, spender } = input
  if (await isTestAddress(deps, subject)) return spender.flow ?? randomToken(deps.random)
  const issued = await issueCode(deps, subject, spender, input.askedFrom)
  await deliverIssued(deps, input, issued)
  return issued.flow
}

/**
 * As `sendCode`, but only a user of the app is sent the message, and neither the answer, its time nor what it counts tells whether there is
 * one: that is found out after it. So the caller learns of no failure, and a message that was not sent counts as well.
 *
 * @param to.admit  Whether the account may log in; a refusal is as if it had no user.
 * @returns the nonce for the browser's flow cookie.
 * @throws ApiError `too_many_requests`
 */
export async function sendCodeToUser(
  deps: Deps,
  input: CodeToSend,
  to: { admit: () => Promise<{ account: AccountKey }> } & Pick<RequestFacts, 'afterAnswer'>,
): Promise<string> {
  const { subject, spender } = input
  if (await isTestAddress(deps, subject)) return spender.flow ?? randomToken(deps.random)
  const issued = await issueCode(deps, subject, spender, input.askedFrom)
  to.afterAnswer(async () => {
    const admitted = await to.admit().catch(unlessRefused)
    const isUser =
      admitted !== undefined &&
      (await findUserId(deps.db, { appId: subject.appId, ...admitted.account })) !== undefined
    if (isUser) await deliverIssued(deps, { ...input, refunds: 'never' }, issued)
    else await withdrawIssued(deps, issued)
  })
  return issued.flow
}

/** @throws other errors than refusals. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

async function deliverIssued(deps: Deps, input: CodeToSend, issued: IssuedCode): Promise<void> {
  const { subject, spender, texts, refunds = 'outages' } = input
  try {
    await input.deliver(issued.code, issued.linkSecret)
  } catch (cause) {
    await withdrawIssued(deps, issued)
    const isOutage = !(cause instanceof RecipientRefused || cause instanceof ApiError)
    if (refunds === 'all' || (refunds === 'outages' && isOutage))
      await refundSend(deps, subject, spender)
    if (cause instanceof ApiError) throw cause
    if (cause instanceof RecipientRefused && cause.isUnsubscribed)
      throw new ApiError('user_unsubscribed', { cause })
    if (!isOutage) throw new ApiError('invalid_data', { message: texts.refused, cause })
    throw new ApiError('internal_error', { status: 503, message: texts.failed, cause })
  }
}

/** A test account gets no message: its code stays the same, and its address belongs to no one. */
async function isTestAddress(deps: Deps, { appId, address }: CodeSubject): Promise<boolean> {
  const app = await deps.apps.find(appId)
  return app?.testCodeOf(address) !== undefined
}
