import { pageApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { ClientError } from '../errors.js'
import { call } from '../http.js'
import { runningVerification } from '../mfa/retry-with-factor.js'
import type { MfaMethod, MfaVerification } from '../mfa/verification.js'
import { getCredential } from '../passkeys/browser.js'

export type { MfaMethod, MfaPhase, MfaVerification } from '../mfa/verification.js'

/** What proves a factor: an enrolled one, or a recovery code in its place. */
export type MfaProofMethod = MfaMethod | 'recovery_code'

/** The operation that waits for a second factor; null when none does. */
export function current(client: SallyportClient): MfaVerification | null {
  return runningVerification(client)?.verification ?? null
}

export { proveFactor as prompt } from '../mfa/prove-factor.js'

/** What the browser needs to ask for a passkey. */
export type MfaPasskeyOptions = Parameters<typeof getCredential>[0]

/**
 * Begins to prove a factor: sends the code of `sms`, and gives the options of `passkey`. The other methods need nothing.
 *
 * @throws ApiError `too_many_requests` with the seconds to wait.
 */
export async function init(
  client: SallyportClient,
  method: MfaProofMethod,
): Promise<MfaPasskeyOptions | undefined> {
  if (method === 'sms') {
    await call(client, pageApi.mfa.smsInit, { body: { action: 'verify' } })
  }
  if (method !== 'passkey') return undefined
  const body = { relying_party: pageOrigin() }
  const { options } = await call(client, pageApi.mfa.passkeysInit, { body })
  return options
}

/**
 * Proves a factor for the operation that waits, which then goes on.
 *
 * @param proof  A code; for `passkey` the options that `init` gave, by which the browser asks the user.
 * @throws FrameError `missing_or_invalid_mfa` for a wrong one, `mfa_verification_max_attempts_reached`; ClientError
 *   `not_supported` when no operation waits, `passkey_not_allowed` when the user closed the browser's dialog.
 */
export async function submit(
  client: SallyportClient,
  method: MfaProofMethod,
  proof: string | MfaPasskeyOptions,
): Promise<void> {
  const verification = current(client)
  if (verification === null)
    throw new ClientError('not_supported', { message: 'No operation waits for a factor' })
  await prove(verification, method, proof)
}

/** As `submit`, for an operation that is at hand. */
export async function prove(
  verification: MfaVerification,
  method: MfaProofMethod,
  proof: string | MfaPasskeyOptions,
): Promise<void> {
  const mfaCode =
    typeof proof === 'string'
      ? proof
      : await getCredential(proof, { suggest: false, credentialIds: [] })
  await verification.submit({ mfaMethod: method, mfaCode, relyingParty: pageOrigin() })
}

/** Gives up the operation that waits for a factor: it rejects with `mfa_cancelled`. */
export function cancel(client: SallyportClient): void {
  current(client)?.cancel()
}

/** Outside of a page there is none; passkeys need one. */
function pageOrigin(): string {
  return globalThis.location?.origin ?? ''
}
