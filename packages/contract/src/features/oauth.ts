import * as z from 'zod/mini'
import { oauthTokens, session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import {
  authorizationCode,
  missingOAuthCode,
  oauthProvider,
  redirectTo,
  stateCode,
} from '../primitives/oauth.js'
import { authenticateMode, requiredString, shortText, transferNonce } from '../primitives.js'
import { route } from '../route.js'

/** Longest text of a state, a challenge or a code that is read at all; those of clients have 48 characters. */
const maxText = 1024
const text = z.optional(z.nullable(shortText(maxText, 'Must have at most 1024 characters')))
/** What a client hands over after the redirect. The verifier is checked by the handler, which has a code for it. */
const redeemed = {
  authorization_code: authorizationCode,
  state_code: stateCode,
  code_verifier: text,
  /** `raw`: the code is an identity token of a native SDK. */
  code_type: z.optional(z.nullable(z.literal('raw'))),
  provider: z.optional(z.nullable(oauthProvider)),
}
/** The user, and the provider's tokens when the app asked for them. */
const linkedUser = z.intersection(user, z.object({ oauth_tokens: z.optional(oauthTokens) }))
const redeemErrors = [
  'invalid_credentials',
  'invalid_pkce_parameters',
  'oauth_state_mismatch',
  'oauth_account_suspended',
  'token_already_used',
  'cross_app_connection_not_allowed',
  'allowlist_rejected',
  'disallowed_login_method',
  'not_supported',
  'too_many_requests',
] as const

/** Login by OAuth 2.0 and OpenID Connect providers (wire reference §11.5, §18.1). */
export const oauth = {
  init: route({
    ...pageHeads.oauth.init,
    summary: 'Start a login at a provider; with an access token, start linking to its user',
    body: z.object({
      redirect_to: redirectTo,
      provider: oauthProvider,
      token: text,
      state_code: text,
      code_challenge: text,
      /** Only S256 is accepted, which is also what a missing one means. */
      code_challenge_method: text,
    }),
    response: z.object({ url: z.string() }),
    errors: [
      'invalid_data',
      'invalid_pkce_parameters',
      'invalid_app_url_scheme_configuration',
      'invalid_captcha',
      'disallowed_login_method',
      'cross_app_connection_not_allowed',
      'not_supported',
      'too_many_requests',
    ],
  }),
  authenticate: route({
    ...pageHeads.oauth.authenticate,
    summary: 'Exchange the code of a login at a provider for a session',
    body: z.object({ ...redeemed, mode: z.optional(authenticateMode) }),
    response: session,
    opensSession: true,
    invalid: missingOAuthCode,
    errors: [...redeemErrors, 'user_does_not_exist', 'max_accounts_reached'],
  }),
  link: route({
    ...pageHeads.oauth.link,
    summary: 'Link the account of a login at a provider to the signed-in user',
    body: z.object(redeemed),
    response: linkedUser,
    invalid: missingOAuthCode,
    errors: [...redeemErrors, ...linkErrors],
  }),
  unlink: route({
    ...pageHeads.oauth.unlink,
    summary: 'Unlink an account of a provider',
    body: z.object({
      subject: requiredString('Please specify a subject.'),
      provider: oauthProvider,
    }),
    response: user,
    errors: [...unlinkErrors, 'not_supported'],
  }),
  transfer: route({
    ...pageHeads.oauth.transfer,
    summary:
      'Move an account of a provider to the signed-in user and delete the user it belonged to',
    // The provider and the profile are those of the proof; clients repeat the profile.
    body: z.object({
      nonce: transferNonce,
      userInfo: z.object({ subject: requiredString('Please specify a subject.') }),
    }),
    response: user,
    errors: transferErrors,
  }),
}
