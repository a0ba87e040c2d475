import * as z from 'zod/mini'
import { farcasterConnectStatus } from '../entities/farcaster.js'
import { session } from '../entities/session.js'
import { user } from '../entities/user.js'
import { linkErrors, transferErrors, unlinkErrors } from '../link-errors.js'
import { pageHeads } from '../page-heads.js'
import { authenticateMode, shortText, transferNonce } from '../primitives.js'
import { route } from '../route.js'

const token = z.optional(z.nullable(z.string()))
const url = z.optional(z.nullable(shortText(2048, 'Invalid URL')))

/** The message that a Farcaster account signed. */
const signed = {
  message: shortText(8192, 'Invalid message'),
  signature: z
    .string('Invalid signature')
    .check(
      z.maxLength(8192, 'Invalid signature'),
      z.regex(/^0x(?:[0-9a-f]{2})+$/i, 'Invalid signature'),
    ),
  // Any number: one that is not an id is answered as a wrong proof (FAR-01).
  fid: z.number('fid must be a number'),
}
const channelToken = shortText(512, 'Invalid channel_token')
const mode = z.optional(authenticateMode)
const loginErrors = [
  'invalid_data',
  'invalid_credentials',
  'user_does_not_exist',
  'max_accounts_reached',
  'allowlist_rejected',
  'disallowed_login_method',
  'not_supported',
  'too_many_requests',
] as const

/** Login by Farcaster through a relay's channel (wire reference §11.7). */
export const farcaster = {
  init: route({
    ...pageHeads.farcaster.init,
    summary: 'Open a channel to the Farcaster app',
    body: z.object({ token, relying_party: url, redirect_url: url }),
    response: z.object({ channel_token: z.string(), connect_uri: z.string() }),
    errors: [
      'invalid_data',
      'invalid_captcha',
      'disallowed_login_method',
      'not_supported',
      'too_many_requests',
    ],
  }),
  status: route({
    ...pageHeads.farcaster.status,
    summary: 'How far the login of the channel in the header has come',
    response: farcasterConnectStatus,
    errors: ['invalid_credentials', 'disallowed_login_method', 'too_many_requests'],
  }),
  authenticate: route({
    ...pageHeads.farcaster.authenticate,
    summary: 'Exchange the message that came through a channel for a session',
    body: z.object({ channel_token: channelToken, ...signed, mode }),
    response: session,
    opensSession: true,
    errors: loginErrors,
  }),
  link: route({
    ...pageHeads.farcaster.link,
    summary: 'Link a Farcaster account to the signed-in user',
    body: z.object({ channel_token: channelToken, ...signed }),
    response: user,
    errors: ['invalid_credentials', 'not_supported', ...linkErrors],
  }),
  unlink: route({
    ...pageHeads.farcaster.unlink,
    summary: 'Unlink a Farcaster account from the signed-in user',
    body: z.object({ fid: z.number('fid must be a number') }),
    response: user,
    errors: unlinkErrors,
  }),
  transfer: route({
    ...pageHeads.farcaster.transfer,
    summary: 'Move a Farcaster account to the signed-in user and delete the user it belonged to',
    body: z.object({
      nonce: transferNonce,
      farcaster_id: z.string('farcaster_id must be text'),
      farcaster_embedded_address: z.optional(z.nullable(z.string())),
    }),
    response: user,
    errors: transferErrors,
  }),
}

/** Login by Farcaster inside a mini app, which signs by itself (wire reference §11.7). */
export const farcasterV2 = {
  init: route({
    ...pageHeads.farcasterV2.init,
    summary: 'A nonce for a Farcaster message',
    body: z.object({}),
    response: z.object({ nonce: z.string(), expires_at: z.string() }),
    errors: ['disallowed_login_method', 'too_many_requests'],
  }),
  authenticate: route({
    ...pageHeads.farcasterV2.authenticate,
    summary: 'Exchange a signed Farcaster message for a session',
    body: z.object({ ...signed, mode }),
    response: session,
    opensSession: true,
    errors: loginErrors,
  }),
}
