import * as z from 'zod/mini'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import { authenticateMode, requiredString, shortText, transferNonce } from '../primitives.js'
import { route } from '../route.js'

const maxText = 4096
const text = shortText(maxText, 'Invalid Telegram data')
const optionalText = z.optional(z.nullable(text))
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'hash must be 64 hex digits'))
/** Fields that Telegram may add: it signs all that it sends, so that none may be dropped. */
const added = z.union([text, z.number(), z.boolean(), z.null(), z.undefined()])
const time = z.int('auth_date must be Unix time in seconds').check(z.minimum(0))

/** What Telegram's login widget gives the page (wire reference §11.8). */
export const telegramAuthResult = z.catchall(
  z.object({
    id: z.int('id must be a number').check(z.minimum(1)),
    first_name: text,
    last_name: optionalText,
    username: optionalText,
    photo_url: optionalText,
    auth_date: time,
    hash,
  }),
  added,
)
export type TelegramAuthResult = z.output<typeof telegramAuthResult>

/** What Telegram gives a mini app at its launch; `user` is JSON (wire reference §11.8). */
export const telegramWebAppData = z.catchall(
  z.object({
    user: text,
    auth_date: time,
    hash,
    query_id: optionalText,
    chat: optionalText,
    receiver: optionalText,
    chat_instance: optionalText,
    chat_type: optionalText,
    start_param: optionalText,
    can_send_after: z.optional(z.nullable(z.int())),
    signature: optionalText,
  }),
  added,
)
export type TelegramWebAppData = z.output<typeof telegramWebAppData>

/** One of the two proofs of a Telegram account. */
const proof = {
  telegram_auth_result: z.optional(z.nullable(telegramAuthResult)),
  telegram_web_app_data: z.optional(z.nullable(telegramWebAppData)),
}

/** Login by Telegram's widget, and inside its mini apps (wire reference §11.8). */
export const telegram = {
  authenticate: route({
    ...pageHeads.telegram.authenticate,
    summary: "Exchange what Telegram's widget or a mini app's launch signed for a session",
    body: z.object({
      captcha_token: z.optional(z.nullable(z.string())),
      ...proof,
      mode: z.optional(authenticateMode),
    }),
    response: session,
    opensSession: true,
    errors: [
      'invalid_data',
      'invalid_credentials',
      'invalid_captcha',
      'token_already_used',
      'user_does_not_exist',
      'max_accounts_reached',
      'allowlist_rejected',
      'disallowed_login_method',
      'not_supported',
      'too_many_requests',
    ],
  }),
  link: route({
    ...pageHeads.telegram.link,
    summary: 'Link a Telegram account to the signed-in user',
    body: z.object(proof),
    response: user,
    errors: ['invalid_credentials', 'token_already_used', 'not_supported', ...linkErrors],
  }),
  unlink: route({
    ...pageHeads.telegram.unlink,
    summary: 'Unlink a Telegram account from the signed-in user',
    body: z.object({ telegram_user_id: requiredString('telegram_user_id must be provided') }),
    response: user,
    errors: unlinkErrors,
  }),
  transfer: route({
    ...pageHeads.telegram.transfer,
    summary: 'Move a Telegram account to the signed-in user and delete the user it belonged to',
    body: z.object({ nonce: transferNonce, ...proof }),
    response: user,
    errors: ['invalid_credentials', 'not_supported', ...transferErrors],
  }),
}
