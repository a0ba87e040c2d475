import * as z from 'zod/mini'
import { crossAppRequester } from '../entities/cross-app-connection.js'
import { type RouteError, route } from '../route.js'

const body = z.strictObject({ request: z.string().check(z.minLength(1), z.maxLength(16_384)) })
/** 422: the request is of another session, was confirmed before, or is older than ten minutes. */
const errors = [
  'invalid_data',
  'missing_or_invalid_token',
  'missing_or_invalid_mfa',
  { code: 'invalid_credentials', status: 422 },
  'too_many_requests',
] as const satisfies readonly RouteError[]

/** What a user is asked to confirm on a page of the auth origin. */
const confirmationAsks = z.union([
  z.object({
    /** An account that logs in is added, takes the place of another one, is moved here from another user, or is removed. */
    kind: z.enum(['add', 'replace', 'move', 'remove']),
    account: z.object({
      /** As of linked accounts. */
      type: z.string(),
      /** What the user recognises it by: an address, a number, a name at the provider. */
      name: z.string(),
    }),
  }),
  z.object({
    /** Another app, or a site, is logged in to or connected with the user's wallets. */
    kind: z.literal('share'),
    requester: crossAppRequester,
  }),
])
export type ConfirmationAsks = z.output<typeof confirmationAsks>

/**
 * Calls of a page that the user confirms by a press on the auth origin, which no script of the page can make: they are answered with
 * `confirmation_required` and a sealed request, which the wallet frame shows and carries out (P8).
 */
export const confirmation = {
  describe: route({
    method: 'POST',
    path: '/confirmations/describe',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'What the user is asked to confirm',
    body,
    response: z.object({ asks: confirmationAsks }),
    errors: [...errors, 'cross_app_connection_not_allowed', 'oauth_state_mismatch'],
  }),
  confirm: route({
    method: 'POST',
    path: '/confirmations/confirm',
    prefixes: ['/api/v1'],
    auth: 'frame',
    summary: 'Carry out what the user has confirmed, once',
    body,
    /** What the call that was to be confirmed answers. */
    response: z.object({ answer: z.record(z.string(), z.unknown()) }),
    errors: [
      ...errors,
      // Another app may be logged in to for 15 minutes of the user's own login.
      'login_too_old',
      'disallowed_login_method',
      'disallowed_plus_email',
      'allowlist_rejected',
      'linked_to_another_user',
      'linked_account_not_found',
      'cannot_link_more_of_type',
      'account_transfer_required',
      'max_accounts_reached',
      'cannot_unlink_sole_account',
      'cross_app_connection_not_allowed',
      'oauth_state_mismatch',
    ],
  }),
}
