import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { pageHeads } from '../page-heads.js'
import { parsePhoneNumber } from '../primitives/parse-phone-number.js'
import {
  invalidSmsCode,
  invalidSmsInitNumber,
  invalidSmsNumber,
  phoneNumber,
  smsCode,
} from '../primitives/phone-number.js'
import { authenticateMode, success } from '../primitives.js'
import { route } from '../route.js'

/** Login by a code sent by text message (wire reference §11.2). */
export const sms = {
  init: route({
    ...pageHeads.sms.init,
    summary: 'Send a sign-in code to a phone number',
    body: z.object({
      phoneNumber: phoneNumber(parsePhoneNumber, invalidSmsInitNumber.message),
      token: z.optional(z.nullable(z.string())),
    }),
    response: success,
    invalid: invalidSmsInitNumber,
    errors: [
      'invalid_data',
      'invalid_captcha',
      'allowlist_rejected',
      'disallowed_login_method',
      'not_supported',
      'too_many_requests',
      'user_unsubscribed',
    ],
  }),
  authenticate: route({
    ...pageHeads.sms.authenticate,
    summary: 'Exchange a code from a text message for a session',
    body: z.object({
      phoneNumber: phoneNumber(parsePhoneNumber, invalidSmsNumber.message),
      code: smsCode,
      mode: z.optional(authenticateMode),
    }),
    response: session,
    invalid: invalidSmsCode,
    errors: [
      invalidSmsCode,
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_login_method',
      'too_many_requests',
    ],
  }),
}
