import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import {
  authorizationCode,
  codeVerifier,
  loginProvider,
  missingOAuthCode,
  redirectTo,
  stateCode,
} from '../primitives/oauth.js'
import {
  invalidSmsCode,
  invalidSmsInitNumber,
  invalidSmsNumber,
  phoneNumber,
  smsCode,
} from '../primitives/phone-number.js'
import { readPhoneNumber } from '../primitives/phone-reader.js'
import { emailAddress, oneTimeCode, shortText, success } from '../primitives.js'
import { route } from '../route.js'

const refusals = [
  'max_accounts_reached',
  'allowlist_rejected',
  'disallowed_login_method',
  'too_many_requests',
] as const
const page = { method: 'POST', prefixes: ['/api/v1'], auth: 'wallet-page' } as const
const opened = { response: session, opensSession: true } as const
const text = shortText(1024, 'Must have at most 1024 characters')

/**
 * How users log in on the pages of the auth origin that stand alone: the approval page and the page of programs. Only users of the app, and
 * no account is made. Ours.
 */
export const pageLogins = {
  emailInit: route({
    ...page,
    path: '/approvals/login/init',
    summary: 'Send a code by email to a user who opens a page of the auth origin',
    body: z.strictObject({ email: emailAddress }),
    response: success,
    errors: ['invalid_data', 'disallowed_plus_email', 'user_unsubscribed', ...refusals],
  }),
  email: route({
    ...page,
    path: '/approvals/login',
    summary: 'Log in on a page of the auth origin by the code of a mail',
    body: z.strictObject({ email: emailAddress, code: oneTimeCode }),
    ...opened,
    errors: [
      { code: 'invalid_credentials', status: 422 },
      'user_does_not_exist',
      'disallowed_plus_email',
      ...refusals,
    ],
  }),
  smsInit: route({
    ...page,
    path: '/approvals/login/sms/init',
    summary: 'Send a code by text message to a user who opens a page of the auth origin',
    body: z.strictObject({
      phoneNumber: phoneNumber(readPhoneNumber, invalidSmsInitNumber.message),
    }),
    response: success,
    invalid: invalidSmsInitNumber,
    errors: ['invalid_data', 'not_supported', 'user_unsubscribed', ...refusals],
  }),
  sms: route({
    ...page,
    path: '/approvals/login/sms',
    summary: 'Log in on a page of the auth origin by the code of a text message',
    body: z.strictObject({
      phoneNumber: phoneNumber(readPhoneNumber, invalidSmsNumber.message),
      code: smsCode,
    }),
    ...opened,
    invalid: invalidSmsCode,
    errors: [invalidSmsCode, 'user_does_not_exist', ...refusals],
  }),
  oauthInit: route({
    ...page,
    path: '/approvals/login/oauth/init',
    summary: 'Start a login at a provider on a page of the auth origin, to which it returns',
    body: z.strictObject({
      provider: loginProvider,
      redirect_to: redirectTo,
      state_code: text,
      code_challenge: text,
    }),
    response: z.object({ url: z.string() }),
    errors: [
      'invalid_data',
      'invalid_pkce_parameters',
      'invalid_origin',
      'disallowed_login_method',
      'not_supported',
      'too_many_requests',
    ],
  }),
  oauth: route({
    ...page,
    path: '/approvals/login/oauth',
    summary: 'Log in on a page of the auth origin by the code of a login at a provider',
    body: z.strictObject({
      authorization_code: authorizationCode,
      state_code: stateCode,
      code_verifier: codeVerifier,
    }),
    ...opened,
    invalid: missingOAuthCode,
    errors: [
      'invalid_credentials',
      'invalid_pkce_parameters',
      'oauth_state_mismatch',
      'oauth_account_suspended',
      'token_already_used',
      'not_supported',
      'user_does_not_exist',
      ...refusals,
    ],
  }),
  logOut: route({
    method: 'POST',
    path: '/approvals/logout',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'End the session that was made on a page of the auth origin',
    body: z.strictObject({}),
    response: success,
    errors: ['invalid_data', 'missing_or_invalid_token', 'already_logged_out'],
  }),
}
