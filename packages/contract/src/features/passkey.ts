import * as z from 'zod/mini'
import {
  passkeyAssertion,
  passkeyCreationOptions,
  passkeyRegistration,
  passkeyRequestOptions,
} from '../entities/passkey.js'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { passkeyNameLength } from '../limits.js'
import { linkErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import { accountId, missingAppId } from '../primitives/account-id.js'
import { shortText } from '../primitives.js'
import { type RouteError, route } from '../route.js'

const message = 'relying_party must be a URL such as https://example.com'
/** Origin whose domain the passkey belongs to; without it the caller's own. */
const relyingParty = z.optional(shortText(300, message))
const nameText = `name must have 1 to ${passkeyNameLength} characters`
/** What a user calls a passkey: text without control characters or marks that change its direction. */
const passkeyName = z
  .string(nameText)
  .check(
    z.trim(),
    z.minLength(1, nameText),
    z.maxLength(passkeyNameLength, nameText),
    z.regex(
      /^[^\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u,
      'name must be plain text',
    ),
  )
const initBody = z.strictObject({
  relying_party: relyingParty,
  token: z.optional(z.nullable(z.string())),
})
const creation = z.object({
  relying_party: z.optional(z.string()),
  options: passkeyCreationOptions,
})
const request = z.object({ relying_party: z.optional(z.string()), options: passkeyRequestOptions })

const initErrors = [
  'invalid_data',
  'invalid_captcha',
  'disallowed_login_method',
  'too_many_requests',
] as const satisfies RouteError[]
/** Login by passkey (wire reference §11.6). */
export const passkey = {
  registerInit: route({
    ...pageHeads.passkey.registerInit,
    summary: 'Options for a passkey that signs up',
    body: initBody,
    response: creation,
    errors: [...initErrors, 'max_accounts_reached'],
  }),
  register: route({
    ...pageHeads.passkey.register,
    summary: 'Sign up with a new passkey',
    body: z.strictObject({
      relying_party: relyingParty,
      authenticator_response: passkeyRegistration,
    }),
    response: session,
    opensSession: true,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
  authenticateInit: route({
    ...pageHeads.passkey.authenticateInit,
    summary: 'Options for logging in with a passkey',
    body: initBody,
    response: request,
    errors: initErrors,
  }),
  authenticate: route({
    ...pageHeads.passkey.authenticate,
    summary: 'Log in with a passkey',
    body: z.strictObject({
      relying_party: relyingParty,
      challenge: z.string().check(z.maxLength(128)),
      authenticator_response: passkeyAssertion,
    }),
    response: session,
    opensSession: true,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'user_does_not_exist',
      'allowlist_rejected',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
  linkInit: route({
    ...pageHeads.passkey.linkInit,
    summary: 'Options for a passkey that is added to the signed-in user',
    body: initBody,
    response: creation,
    errors: [
      ...initErrors,
      'missing_or_invalid_wallet_grant',
      'login_too_old',
      'missing_or_invalid_mfa',
      'cannot_link_more_of_type',
    ],
  }),
  link: route({
    ...pageHeads.passkey.link,
    summary: 'Add a passkey to the signed-in user',
    body: z.strictObject({
      relying_party: relyingParty,
      authenticator_response: passkeyRegistration,
    }),
    response: user,
    errors: [...linkErrors, 'invalid_credentials'],
  }),
  unlink: route({
    ...pageHeads.passkey.unlink,
    summary: 'Remove a passkey from the signed-in user',
    body: z.object({
      credential_id: z.string().check(z.maxLength(1364)),
      /** Clients of E2 send it; a removed passkey stops being a second factor either way. */
      remove_as_mfa: z.optional(z.boolean()),
    }),
    response: user,
    errors: unlinkErrors,
  }),
  rename: route({
    ...pageHeads.passkey.rename,
    summary: 'Give a passkey of the signed-in user another name',
    body: z.strictObject({
      credential_id: z.string().check(z.maxLength(1364)),
      name: passkeyName,
    }),
    response: user,
    errors: [
      'invalid_data',
      'missing_or_invalid_token',
      'linked_account_not_found',
      'too_many_requests',
    ],
  }),
  relatedOrigins: route({
    method: 'GET',
    path: '/apps/{app_id}/webauthn.json',
    auth: 'none',
    summary: 'Origins that use the passkeys of the app (WebAuthn §5.11, `/.well-known/webauthn`)',
    params: z.object({ app_id: accountId }),
    invalid: missingAppId,
    response: z.object({ origins: z.array(z.string()) }),
    errors: ['missing_or_invalid_privy_app_id'],
  }),
}
