import { ApiError } from '@sallyport/contract'
import { RecipientRefused } from '@sallyport/process/mail'
import type { Deps } from '../../deps.js'
import type { UserCaller } from '../../http/implement.js'
import { spendSend } from '../../identity/code-budgets.js'
import { askVault, claimOf, requireMethod, tokenOf } from '../../identity/factors.js'

/** Longest part of an app's name in a message, so that it stays one segment. */
const maxNameLength = 60

/**
 * Sends the code that the vault made: to the number that is the factor, or to a new one.
 *
 * @throws ApiError `missing_or_invalid_mfa` when the session logged in by the same number (SMS-07); `invalid_data` for a new
 *   number that the user logs in with; `feature_not_enabled`, `linked_account_not_found`, `too_many_requests`.
 */
export async function sendFactorCode(
  deps: Deps,
  caller: UserCaller,
  newNumber: string | null,
): Promise<void> {
  const { app } = caller
  if (newNumber !== null) {
    requireMethod(app, 'sms')
    refuseLoginNumber(caller, newNumber)
  }
  const start = { method: 'sms', phoneNumber: newNumber } as const
  const input = { ...claimOf(caller), ...tokenOf(caller), start }
  const started = await askVault(deps, { app, call: 'startFactor', input })
  if (started.method !== 'sms') throw new Error('The vault started another factor')
  const { phoneNumber, code } = started
  if (newNumber === null) refuseSameChannel(caller, phoneNumber)
  await spendSend(deps, { appId: app.id, channel: 'sms', address: phoneNumber })
  const name = app.settings.name.slice(0, maxNameLength)
  await deliver(deps, {
    to: phoneNumber,
    text: `${code} confirms it’s you at ${name}. Never share it.`,
  })
}

function refuseLoginNumber(caller: UserCaller, phoneNumber: string): void {
  if (!numbersOf(caller).includes(phoneNumber)) return
  throw new ApiError('invalid_data', {
    message: 'Choose a phone number that you do not log in with',
  })
}

/** A text message to the number that the session logged in by proves nothing further. */
function refuseSameChannel(caller: UserCaller, phoneNumber: string): void {
  if (!caller.facts.amr.includes('sms') || !numbersOf(caller).includes(phoneNumber)) return
  throw new ApiError('missing_or_invalid_mfa', {
    message: 'You logged in with this phone number. Use another second factor',
  })
}

function numbersOf({ user }: UserCaller): unknown[] {
  return user.accounts.filter(({ type }) => type === 'phone').map(({ data }) => data.phoneNumber)
}

async function deliver({ channels }: Deps, message: { to: string; text: string }): Promise<void> {
  try {
    await channels.sms.send(message)
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    if (cause instanceof RecipientRefused) {
      const text = 'This phone number does not take text messages'
      throw new ApiError('invalid_data', { message: text, cause })
    }
    const text = 'The text message could not be sent. Try again'
    throw new ApiError('internal_error', { status: 503, message: text, cause })
  }
}
