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
  /** Whether a message that the provider refused counts. Default: it does. */
  refundsRefused?: boolean
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
 * As `sendCode`, but only a user of the app is sent the message, and neither the answer nor its time tells whether there is one: that is
 * found out after it. So the caller learns of no failure.
 *
 * @returns the nonce for the browser's flow cookie.
 * @throws ApiError `too_many_requests`
 */
export async function sendCodeToUser(
  deps: Deps,
  input: CodeToSend,
  { account, afterAnswer }: { account: AccountKey } & Pick<RequestFacts, 'afterAnswer'>,
): Promise<string> {
  const { subject, spender } = input
  if (await isTestAddress(deps, subject)) return spender.flow ?? randomToken(deps.random)
  const issued = await issueCode(deps, subject, spender, input.askedFrom)
  afterAnswer(async () => {
    const userId = await findUserId(deps.db, { appId: subject.appId, ...account })
    await (userId === undefined ? withdrawIssued(deps, issued) : deliverIssued(deps, input, issued))
  })
  return issued.flow
}

async function deliverIssued(deps: Deps, input: CodeToSend, issued: IssuedCode): Promise<void> {
  const { subject, spender, texts, refundsRefused = false } = input
  try {
    await input.deliver(issued.code, issued.linkSecret)
  } catch (cause) {
    await withdrawIssued(deps, issued)
    const isOutage = !(cause instanceof RecipientRefused || cause instanceof ApiError)
    if (isOutage || refundsRefused) await refundSend(deps, subject, spender)
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
