/* Loaded with the first call about second factors: what the functions of `mfa-actions` do. */
import {
  ClientError,
  type MfaMethod,
  type MfaPasskeyOptions,
  type MfaProofMethod,
  mfa,
  mfaEnrollment,
} from '@sallyport/core'
import type { Kit } from './kit.js'

// Loaded with these, so that it costs `useSallyport` no more than its name.
export { setWalletPassword, setWalletRecovery } from './recovery-calls.js'
export { exportWallet } from './wallet-page-calls.js'

/** Has the user prove a factor now. */
export const promptMfa = ({ client }: Kit): Promise<void> => mfa.prompt(client)

/** Begins to prove a factor: sends the code of `sms`, gives the options of `passkey`. */
export const init = ({ client }: Kit, method: MfaProofMethod) => mfa.init(client, method)

/** Proves a factor for the operation that waits: a code, or the options that `init('passkey')` gave. */
export const submit = (
  { client }: Kit,
  method: MfaProofMethod,
  proof: string | MfaPasskeyOptions,
): Promise<void> => mfa.submit(client, method, proof)

/** Gives up the operation that waits. */
export const cancel = ({ client }: Kit): void => mfa.cancel(client)

/** Sends a code to the number. */
export const initEnrollmentWithSms = ({ client }: Kit, input: { phoneNumber: string }) =>
  mfaEnrollment.initSms(client, input)

/** Makes the number a factor. */
export const submitEnrollmentWithSms = (
  { client }: Kit,
  { phoneNumber, mfaCode: code }: { phoneNumber: string; mfaCode: string },
) => mfaEnrollment.submitSms(client, { phoneNumber, code })

/** A new secret for an authenticator app. */
export const initEnrollmentWithTotp = ({ client }: Kit) => mfaEnrollment.initTotp(client)

/** Makes the authenticator app a factor. */
export const submitEnrollmentWithTotp = ({ client }: Kit, { mfaCode: code }: { mfaCode: string }) =>
  mfaEnrollment.submitTotp(client, { code })

/** Nothing has to be prepared for a passkey; it is there for symmetry. */
export const initEnrollmentWithPasskey = (_: Kit): void => undefined

/** Makes exactly these passkeys factors. */
export const submitEnrollmentWithPasskey = ({ client }: Kit, input: { credentialIds: string[] }) =>
  mfaEnrollment.submitPasskeys(client, input)

/** Removes a factor; passkeys stay ways to log in unless the app's config says otherwise. */
export const unenroll = (kit: Kit, method: MfaMethod): Promise<void> => {
  const removeForLogin = kit.config().passkeys?.shouldUnlinkOnUnenrollMfa ?? false
  return mfaEnrollment.unenroll(kit.client, method, { removeForLogin })
}

/**
 * Opens the screens of two-step verification; `false` closes them.
 *
 * @throws ClientError `must_be_authenticated` without a user.
 */
export function enrollInMfa({ client, modal }: Kit, shows?: boolean): void {
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const open = modal.runs().filter((run) => run.goal.goal === 'mfa-enroll')
  if (shows === false) for (const run of open) run.onGone()
  if (shows === false || open.length > 0) return
  modal.open(
    { goal: 'mfa-enroll' },
    {
      place: 'next',
      onEnd: () => undefined,
      // Closed again by itself; the developer reads why in the console.
      fail: (error) => console.error('[Sallyport]', error.message),
    },
  )
}
