import * as z from 'zod/mini'
import { authorizationCode, missingOAuthCode, redirectTo, stateCode } from '../primitives/oauth.js'
import { shortText } from '../primitives.js'
import { route } from '../route.js'

const text = z.optional(z.nullable(shortText(1024, 'Must have at most 1024 characters')))

/** Access to the cloud storage that a user keeps a recovery key in (wire reference §15). */
export const recovery = {
  init: route({
    method: 'POST',
    path: '/recovery/oauth/init',
    auth: 'user',
    summary: "Start asking for access to the folder of the app's data in the user's Google Drive",
    // `token` is sent by clients; a signed-in user passes no captcha.
    body: z.object({
      redirect_to: redirectTo,
      token: text,
      state_code: text,
      code_challenge: text,
    }),
    response: z.object({ url: z.string() }),
    errors: [
      'invalid_data',
      'invalid_pkce_parameters',
      'invalid_app_url_scheme_configuration',
      'disallowed_recovery_method',
      'not_supported',
      'too_many_requests',
    ],
  }),
  authenticate: route({
    method: 'POST',
    path: '/recovery/oauth/authenticate',
    auth: 'user',
    summary: 'Exchange the code of a visit at Google for access to that folder',
    body: z.object({
      authorization_code: authorizationCode,
      state_code: stateCode,
      code_verifier: text,
      /** Newer clients name it. */
      provider: z.optional(z.nullable(z.literal('google-drive'))),
    }),
    response: z.object({ access_token: z.string() }),
    invalid: missingOAuthCode,
    errors: [
      'invalid_credentials',
      'invalid_pkce_parameters',
      'oauth_state_mismatch',
      'oauth_account_suspended',
      'token_already_used',
      'disallowed_recovery_method',
      'not_supported',
      'too_many_requests',
    ],
  }),
}
