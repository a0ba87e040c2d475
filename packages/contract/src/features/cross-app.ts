import * as z from 'zod/mini'
import { crossAppHeads } from '../cross-app-api.js'
import { crossAppConnections, crossAppRequester } from '../entities/cross-app-connection.js'
import { accountId, missingAppId } from '../primitives/account-id.js'
import { redirectTo } from '../primitives/oauth.js'
import { requiredString, shortText } from '../primitives.js'
import { route } from '../route.js'

const { crossApp: heads } = crossAppHeads
const params = z.object({ app_id: accountId })
const state = requiredString('state must be provided').check(z.maxLength(200))
const token = requiredString('token must be provided').check(z.maxLength(4096))
const requesterOrigin = requiredString('requester_origin must be provided').check(z.maxLength(300))
/** A compressed point on secp256k1, in base64 (wire reference §18.5). */
const requesterKey = z
  .string('requester_public_key must be provided')
  .check(z.regex(/^[A-Za-z0-9+/]{44}$/, 'requester_public_key must be a compressed public key'))
const text = z.optional(z.nullable(shortText(1024, 'Must have at most 1024 characters')))
const refused = ['invalid_data', 'cross_app_connection_not_allowed', 'too_many_requests'] as const
/** A user lets another app know a wallet in the browser that has just logged in (P1, P2). */
const sharing = [
  ...refused,
  'missing_or_invalid_wallet_grant',
  'login_too_old',
  'older_login_required',
  'confirmation_required',
  'missing_or_invalid_mfa',
] as const

/** One permission that a user has given, as the user sees it. */
const grant = z.object({
  id: z.string(),
  requester: crossAppRequester,
  addresses: z.array(z.string()),
  /** Unix seconds. */
  created_at: z.number(),
  expires_at: z.number(),
  last_used_at: z.nullable(z.number()),
})
export type CrossAppGrant = z.output<typeof grant>
const grants = z.object({ grants: z.array(grant) })

/**
 * One account in many apps: an app, the provider, lets its users bring their wallets to another one, the requester
 * (wire reference §10, §18). The calls of a signed-in user are those of the provider's own page.
 */
export const crossApp = {
  connections: route({
    ...heads.connections,
    summary: 'The apps whose wallets the users of this app may bring along',
    params,
    invalid: missingAppId,
    response: crossAppConnections,
    errors: ['missing_or_invalid_privy_app_id'],
  }),
  details: route({
    method: 'GET',
    path: '/apps/{app_id}/cross-app/details',
    auth: 'none',
    summary: 'What other sites show of an app whose wallets they ask for; any site may read it',
    params,
    invalid: missingAppId,
    response: z.object({
      name: z.string(),
      icon_url: z.nullable(z.string()),
      /** Where the pages `/cross-app/connect`, `/cross-app/transact` and `/oauth/transact` are. */
      custom_api_url: z.string(),
    }),
    errors: ['missing_or_invalid_privy_app_id', 'too_many_requests'],
  }),
  verify: route({
    method: 'POST',
    path: '/verify',
    prefixes: ['/oauth'],
    auth: 'app',
    summary: 'Whether a token that this app gave another one is still good',
    body: z.object({ prat: token }),
    response: z.object({ verified: z.boolean() }),
    errors: ['invalid_data', 'too_many_requests'],
  }),
  describeLogin: route({
    ...heads.describeLogin,
    summary: 'The app that a login with this app’s account is for',
    body: z.object({ state }),
    response: z.object({ requester: crossAppRequester }),
    errors: [...refused, 'oauth_state_mismatch'],
  }),
  authorize: route({
    ...heads.authorize,
    summary: 'Let the app of a login know the user’s wallets; the answer says where to return to',
    body: z.object({ state, redirect_to: z.optional(redirectTo), code_challenge: text }),
    response: z.object({ code: z.string(), redirect_to: z.string() }),
    errors: [...sharing, 'oauth_state_mismatch'],
  }),
  refuse: route({
    ...heads.refuse,
    summary: 'End a login of another app without an account; the answer says where to return to',
    body: z.object({ state }),
    response: z.object({ redirect_to: z.string() }),
    errors: [...refused, 'oauth_state_mismatch'],
  }),
  describeSite: route({
    ...heads.describeSite,
    summary: 'The site that asks for a wallet of this app by the wagmi connector',
    body: z.object({ requester_origin: requesterOrigin }),
    response: z.object({ requester: crossAppRequester }),
    errors: refused,
  }),
  connectSite: route({
    ...heads.connectSite,
    summary: 'Let a site know one wallet of the user',
    body: z.object({
      requester_origin: requesterOrigin,
      requester_public_key: requesterKey,
      address: requiredString('address must be provided').check(z.maxLength(64)),
    }),
    /** Unix milliseconds. */
    response: z.object({ expires_at: z.number() }),
    errors: sharing,
  }),
  openRequest: route({
    ...heads.openRequest,
    summary: 'Check that an app or site may ask the signed-in user for a signature',
    body: z.union([
      z.strictObject({ token, callback_url: requiredString('callback_url must be provided') }),
      z.strictObject({
        requester_origin: requesterOrigin,
        requester_public_key: requesterKey,
      }),
    ]),
    /** `addresses`: the wallets that the request may use. */
    response: z.object({ requester: crossAppRequester, addresses: z.array(z.string()) }),
    errors: refused,
  }),
  grants: route({
    ...heads.grants,
    summary: 'The apps and sites that the signed-in user has connected, the newest first',
    response: grants,
    errors: ['missing_or_invalid_token', 'too_many_requests'],
  }),
  revoke: route({
    ...heads.revoke,
    summary: 'Disconnect an app or site; its next request is refused',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    response: grants,
    errors: ['invalid_data', 'missing_or_invalid_token', 'too_many_requests'],
  }),
}
