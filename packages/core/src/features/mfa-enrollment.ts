import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'
import type { MfaMethod } from '../mfa/verification.js'
import { askFrame } from '../wallet/ask-frame.js'

/** What an authenticator app is set up with. */
export interface TotpSecret {
  /** For typing, in base32. */
  secret: string
  /** `otpauth://…`, for a QR code and for a link on the phone itself. */
  authUrl: string
}

/** Sends a code to the number that is to become a factor. @throws FrameError */
export async function initSms(
  client: SallyportClient,
  { phoneNumber }: { phoneNumber: string },
): Promise<void> {
  await askFrame(client, 'privy:mfa:init-enrollment', { method: 'sms', phoneNumber })
}

/** Makes the number a factor. @throws FrameError `twilio_verification_failed` for a wrong code */
export async function submitSms(
  client: SallyportClient,
  input: { phoneNumber: string; code: string },
): Promise<void> {
  await change(client, () =>
    askFrame(client, 'privy:mfa:submit-enrollment', { method: 'sms', ...input }),
  )
}

/** A new secret for an authenticator app; it counts once a code of it was given. */
export async function initTotp(client: SallyportClient): Promise<TotpSecret> {
  const answer = await askFrame(client, 'privy:mfa:init-enrollment', { method: 'totp' })
  return { secret: answer.secret ?? '', authUrl: answer.authUrl ?? '' }
}

/** Makes the authenticator app a factor. @throws FrameError `invalid_credentials` for a wrong code */
export async function submitTotp(
  client: SallyportClient,
  { code }: { code: string },
): Promise<void> {
  await change(client, () =>
    askFrame(client, 'privy:mfa:submit-enrollment', { method: 'totp', code }),
  )
}

/**
 * Makes exactly these passkeys of the user factors; without any, passkeys stop being a factor. `removeForLogin` also unlinks
 * those that stop being one, but not the user's only account.
 */
export async function submitPasskeys(
  client: SallyportClient,
  {
    credentialIds,
    removeForLogin = false,
  }: { credentialIds: readonly string[]; removeForLogin?: boolean },
): Promise<void> {
  const data = { credentialIds: [...credentialIds], removeForLogin }
  await change(client, () =>
    askFrame(client, 'privy:mfa:submit-enrollment', { method: 'passkey', ...data }),
  )
}

/** Removes a factor; for `passkey` all of them. `removeForLogin` unlinks those passkeys as well. */
export async function unenroll(
  client: SallyportClient,
  method: MfaMethod,
  { removeForLogin = false }: { removeForLogin?: boolean } = {},
): Promise<void> {
  if (method === 'passkey') return submitPasskeys(client, { credentialIds: [], removeForLogin })
  await change(client, () => askFrame(client, 'privy:mfa:unenroll', { method }))
}

/** New codes that each replace a lost factor once. Those made before stop working. */
export async function newRecoveryCodes(client: SallyportClient): Promise<readonly string[]> {
  return (await askFrame(client, 'sallyport:mfa:recovery-codes', {})).codes
}

/** When the user's factors are removed because of a reset; null without one. */
export async function resetDue(client: SallyportClient): Promise<Date | null> {
  return dueOf(await call(client, pageApi.mfa.resetState, {}))
}

/**
 * Starts the reset of lost factors: after a delay they are removed, unless it is cancelled.
 *
 * @throws ApiError `invalid_credentials` when the login of this session is too long ago.
 */
export async function startReset(client: SallyportClient): Promise<Date | null> {
  return dueOf(await call(client, pageApi.mfa.resetInit, { body: {} }))
}

/** Cancels a reset. */
export async function cancelReset(client: SallyportClient): Promise<void> {
  await call(client, pageApi.mfa.resetCancel, { body: {} })
}

function dueOf({ due_at }: { due_at: number | null }): Date | null {
  return due_at === null ? null : new Date(due_at * 1000)
}

/** Changes the factors and reads the user anew, with the factors they have now (wire reference §14). */
async function change(client: SallyportClient, work: () => Promise<unknown>): Promise<void> {
  await work()
  await client.session.refresh()
}
