import * as z from 'zod/mini'
import {
  ckWebAuthToken,
  cloudRecoveryClientType,
  missingCkWebAuthToken,
} from '../entities/recovery.js'
import { authorizationCode, missingOAuthCode, redirectTo, stateCode } from '../primitives/oauth.js'
import { shortText } from '../primitives.js'
import { recoveryHeads } from '../recovery-api.js'
import { route } from '../route.js'

const { recovery: heads } = recoveryHeads

const clientType = z.object({ client_type: cloudRecoveryClientType })
const text = z.optional(z.nullable(shortText(1024, 'Must have at most 1024 characters')))

/** Access to the cloud storage that a user keeps a recovery key in (wire reference §15). */
export const recovery = {
  init: route({
    ...heads.init,
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
    ...heads.authenticate,
    summary: 'Exchange the code of a visit at Google for access to that folder',
    body: z.object({
      authorization_code: authorizationCode,
      state_code: stateCode,
      code_verifier: text,
      /** Newer clients name it. Of `icloud` the code is the token that Apple gave the page, which opens CloudKit as it is. */
      provider: z.optional(z.nullable(z.enum(['google-drive', 'icloud']))),
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
  initICloud: route({
    ...heads.initICloud,
    summary: 'Where the user signs in to iCloud',
    body: clientType,
    response: z.object({ url: z.string() }),
    errors: [
      'invalid_data',
      'disallowed_recovery_method',
      'not_supported',
      'internal_error',
      'too_many_requests',
    ],
  }),
  configurationICloud: route({
    method: 'POST',
    path: '/recovery/configuration_icloud',
    auth: 'user-or-frame',
    summary: "The app's container in iCloud, and its API token for a kind of client",
    body: clientType,
    response: z.object({
      api_token: z.string(),
      container_identifier: z.string(),
      environment: z.string(),
    }),
    errors: ['invalid_data', 'disallowed_recovery_method', 'not_supported', 'too_many_requests'],
  }),
  callbackICloud: route({
    method: 'GET',
    path: '/recovery/oauth/callback_icloud/{app_id}/expo_ios',
    auth: 'none',
    summary:
      'Where Apple sends a native client back to; the client reads the token from the address',
    params: z.object({ app_id: z.string() }),
    query: z.object({ ckWebAuthToken }),
    response: z.object({}),
    invalid: missingCkWebAuthToken,
    errors: [],
  }),
}
