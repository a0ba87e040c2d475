import * as z from 'zod/mini'
import { passkeyAssertion, passkeyRequestOptions } from '../entities/passkey.js'
import { user } from '../entities/user.js'
import { pageHeads } from '../page-heads.js'
import { phoneNumber } from '../primitives/phone-number.js'
import { readPhoneNumber } from '../primitives/phone-reader.js'
import { shortText, success, unixSeconds } from '../primitives.js'
import { type RouteError, route } from '../route.js'

/*
 * Second factors (wire reference §14), and two things of ours: recovery codes and the reset of a lost factor. The calls that
 * take a secret or a proof come from the wallet frame; the page asks for messages and challenges, and about resets.
 */

const codeText = 'code must be 6 digits'
const sixDigits = z.string(codeText).check(z.regex(/^[0-9]{6}$/, codeText))
const recoveryCodeText = 'code must be a recovery code such as ABCDE-23456'
/** Case, spaces and hyphens are the user's. */
const recoveryCode = z
  .string(recoveryCodeText)
  .check(
    z.maxLength(24, { error: recoveryCodeText, abort: true }),
    z.regex(/^(?:[ -]*[A-Za-z2-7]){10}[ -]*$/, recoveryCodeText),
  )
const number = phoneNumber(readPhoneNumber)
const relyingParty = z.optional(
  z.nullable(shortText(300, 'relying_party must be a URL such as https://example.com')),
)
const empty = z.strictObject({})
/**
 * What a proven factor answers: sent as `privy-mfa-token`, it opens the user's wallet in this session for 15 minutes. Clients
 * do not open it.
 */
const token = z.object({ token: z.string() })
/** A confirmed factor counts as proven: the frame need not ask for it again at once. */
const enrolled = z.object({ ...success.shape, token: z.string() })

const common = ['invalid_data', 'missing_or_invalid_token', 'too_many_requests'] as const
/** A login of the last seven days decides about no factor while the user has an older one (P8). */
const youngLoginErrors = ['older_login_required', 'login_too_old'] as const
/** A factor is changed by a user who has proven one, if there is one. */
const changeErrors = [
  ...common,
  'missing_or_invalid_mfa',
  'expired_or_invalid_mfa_token',
  ...youngLoginErrors,
] as const satisfies RouteError[]
const enrolErrors = [
  ...changeErrors,
  'invalid_credentials',
  'feature_not_enabled',
  'linked_account_not_found',
] as const satisfies RouteError[]
/**
 * `invalid_credentials` for a code that is wrong or used and a passkey that is not a factor, `missing_or_invalid_mfa` for a
 * signature that does not verify and a text message to the number of the login (SMS-07).
 */
const verifyErrors = [
  ...common,
  'missing_or_invalid_mfa',
  'invalid_credentials',
  'linked_account_not_found',
] as const satisfies RouteError[]
const sendErrors = [
  ...enrolErrors,
  'not_supported',
  'user_unsubscribed',
] as const satisfies RouteError[]

/** When the factors of a user are removed because of a reset; null without one. Unix seconds. */
const resetState = z.object({ due_at: z.nullable(unixSeconds) })

/** Second factors (wire reference §14). */
export const mfa = {
  smsInit: route({
    ...pageHeads.mfa.smsInit,
    summary: 'Send a code to the phone number that is a second factor, or to one that becomes one',
    body: z.union([
      z.strictObject({ action: z.literal('verify') }),
      z.strictObject({ action: z.literal('enroll'), phoneNumber: number }),
    ]),
    response: success,
    errors: sendErrors,
  }),
  smsEnroll: route({
    method: 'POST',
    path: '/mfa/passwordless_sms/enroll',
    auth: 'frame',
    summary: 'Make a phone number a second factor',
    body: z.strictObject({ code: sixDigits, phoneNumber: number }),
    response: enrolled,
    errors: enrolErrors,
  }),
  smsVerify: route({
    method: 'POST',
    path: '/mfa/passwordless_sms/verify',
    auth: 'frame',
    summary: 'Prove the second factor by a code from a text message',
    body: z.strictObject({ code: sixDigits }),
    response: token,
    errors: verifyErrors,
  }),
  smsUnenroll: route({
    method: 'POST',
    path: '/mfa/passwordless_sms/unenroll',
    auth: 'frame',
    summary: 'Remove the phone number as a second factor',
    body: empty,
    response: success,
    errors: [...changeErrors, 'linked_account_not_found'],
  }),
  totpInit: route({
    method: 'POST',
    path: '/mfa/totp/init',
    auth: 'frame',
    summary:
      'A new secret for an authenticator app; the old one stays until the new one is confirmed',
    body: empty,
    response: z.object({ totpSecret: z.string(), totpAuthUrl: z.string() }),
    errors: enrolErrors,
  }),
  totpEnroll: route({
    method: 'POST',
    path: '/mfa/totp/enroll',
    auth: 'frame',
    summary: 'Confirm the new secret by a code of the authenticator app',
    body: z.strictObject({ code: sixDigits }),
    response: enrolled,
    errors: enrolErrors,
  }),
  totpVerify: route({
    method: 'POST',
    path: '/mfa/totp/verify',
    auth: 'frame',
    summary: 'Prove the second factor by a code of the authenticator app',
    body: z.strictObject({ code: sixDigits }),
    response: token,
    errors: verifyErrors,
  }),
  totpUnenroll: route({
    method: 'POST',
    path: '/mfa/totp/unenroll',
    auth: 'frame',
    summary: 'Remove the authenticator app as a second factor',
    body: empty,
    response: success,
    errors: [...changeErrors, 'linked_account_not_found'],
  }),
  passkeysInit: route({
    ...pageHeads.mfa.passkeysInit,
    summary: 'Options for proving a passkey that is a second factor',
    body: z.strictObject({ relying_party: relyingParty }),
    response: z.object({
      relying_party: z.optional(z.string()),
      options: passkeyRequestOptions,
    }),
    errors: verifyErrors,
  }),
  passkeysVerify: route({
    method: 'POST',
    path: '/mfa/passkeys/verify',
    auth: 'frame',
    summary: 'Prove the second factor by a passkey',
    body: z.strictObject({
      authenticator_response: passkeyAssertion,
      relying_party: relyingParty,
    }),
    response: token,
    errors: verifyErrors,
  }),
  passkeysEnrollment: route({
    method: 'POST',
    path: '/mfa/passkeys/enrollment',
    auth: 'frame',
    summary: 'Which of the linked passkeys are second factors; an empty list removes them all',
    body: z.strictObject({
      credential_ids: z.array(z.string().check(z.maxLength(1364))).check(z.maxLength(20)),
      /** Of E2: passkeys that stop being second factors are unlinked as well, unless they are the last account. Default: true. */
      remove_for_login: z.optional(z.boolean()),
    }),
    response: user,
    errors: enrolErrors,
  }),
  recoveryCodesInit: route({
    method: 'POST',
    path: '/mfa/recovery_codes/init',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'Ten new recovery codes, answered once; the old ones stop working',
    body: empty,
    response: z.object({ codes: z.array(z.string()) }),
    errors: [...changeErrors, 'linked_account_not_found'],
  }),
  recoveryCodesVerify: route({
    method: 'POST',
    path: '/mfa/recovery_codes/verify',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'Prove the second factor by a recovery code, which is used up',
    body: z.strictObject({ code: recoveryCode }),
    response: token,
    errors: verifyErrors,
  }),
  resetState: route({
    ...pageHeads.mfa.resetState,
    summary: 'Whether a reset of the second factors was started, and when it takes effect',
    response: resetState,
    errors: [],
  }),
  resetInit: route({
    ...pageHeads.mfa.resetInit,
    summary:
      'Start the reset of lost factors: they are removed after a delay unless it is cancelled',
    body: empty,
    response: resetState,
    // `invalid_credentials`: the session's login is too long ago. `linked_account_not_found`: the user has none.
    errors: [
      ...common,
      ...youngLoginErrors,
      'missing_or_invalid_wallet_grant',
      'invalid_credentials',
      'linked_account_not_found',
    ],
  }),
  resetCancelByLink: route({
    method: 'POST',
    path: '/mfa/reset/cancel_by_link',
    prefixes: ['/api/v1'],
    auth: 'none',
    summary: 'Cancel a reset by the link of a notice',
    body: z.strictObject({ token: z.string().check(z.maxLength(128)) }),
    response: success,
    // `invalid_credentials`: no reset has this link, or it was cancelled or carried out.
    errors: ['invalid_data', { code: 'invalid_credentials', status: 422 }, 'too_many_requests'],
  }),
  resetCancel: route({
    ...pageHeads.mfa.resetCancel,
    summary: 'Cancel a reset; any browser that the user has logged in with may',
    body: empty,
    response: resetState,
    errors: [...common, ...youngLoginErrors, 'missing_or_invalid_wallet_grant'],
  }),
}
