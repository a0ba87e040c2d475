import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import {
  invalidSmsCode,
  invalidSmsInitNumber,
  invalidSmsNumber,
  phoneNumber,
  smsCode,
} from '../primitives/phone-number.js'
import { readPhoneNumber } from '../primitives/phone-reader.js'
import { authenticateMode, success, transferNonce } from '../primitives.js'
import { route } from '../route.js'

const number = phoneNumber(readPhoneNumber, invalidSmsNumber.message)

/** Login and linking by a code sent by text message (wire reference §11.2, 13). */
export const sms = {
  init: route({
    ...pageHeads.sms.init,
    summary: 'Send a sign-in code to a phone number',
    body: z.object({
      phoneNumber: phoneNumber(readPhoneNumber, invalidSmsInitNumber.message),
      token: z.optional(z.nullable(z.string())),
    }),
    response: success,
    invalid: invalidSmsInitNumber,
    errors: [
      'invalid_data',
      'invalid_captcha',
      'max_accounts_reached',
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
      phoneNumber: number,
      code: smsCode,
      mode: z.optional(authenticateMode),
    }),
    response: session,
    opensSession: true,
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
  link: route({
    ...pageHeads.sms.link,
    summary: 'Link a phone number to the signed-in user',
    body: z.object({ phoneNumber: number, code: smsCode }),
    response: user,
    invalid: invalidSmsCode,
    errors: [invalidSmsCode, ...linkErrors],
  }),
  unlink: route({
    ...pageHeads.sms.unlink,
    summary: 'Unlink a phone number from the signed-in user',
    body: z.object({ phoneNumber: number }),
    response: user,
    errors: unlinkErrors,
  }),
  update: route({
    ...pageHeads.sms.update,
    summary: 'Replace a phone number of the signed-in user',
    body: z.object({ old_phone_number: number, new_phone_number: number, code: smsCode }),
    response: user,
    invalid: invalidSmsCode,
    errors: [invalidSmsCode, 'linked_account_not_found', ...linkErrors, 'older_login_required'],
  }),
  transfer: route({
    ...pageHeads.sms.transfer,
    summary: 'Move a phone number to the signed-in user and delete the user it belonged to',
    body: z.object({ nonce: transferNonce, phoneNumber: number }),
    response: user,
    errors: transferErrors,
  }),
}
