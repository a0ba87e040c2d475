import * as z from 'zod/mini'
import { oauthProviders } from '../primitives/oauth-providers.js'
import { requiredString, shortText, success } from '../primitives.js'
import { route } from '../route.js'

const provider = z.enum(oauthProviders, 'Please specify a supported provider.')
const shortId = z.optional(z.nullable(shortText(100, 'Must have at most 100 characters')))
const settings = {
  /** Apple: the team that the service id belongs to. */
  team_id: shortId,
  /** Apple: the id of the private key. */
  key_id: shortId,
  /** Hands the provider's tokens to the app's page after a login. */
  return_tokens: z.optional(z.boolean()),
}

/** What an app is at a provider, without the secret. */
export const oauthCredentials = z.object({
  provider,
  ...settings,
  /** Null while the app has no credentials there. */
  client_id: z.nullable(z.string()),
  has_secret: z.boolean(),
  /** The redirect URI to register at the provider. */
  callback_url: z.string(),
})
export type OAuthCredentials = z.output<typeof oauthCredentials>

const params = z.object({ provider })
const errors = ['missing_or_invalid_privy_app_id', 'invalid_credentials', 'invalid_data'] as const

/** The app's credentials at OAuth providers, for its back end and the dashboard (ours, not the specification's). */
export const adminOAuth = {
  list: route({
    method: 'GET',
    path: '/oauth_providers',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "The calling app's credentials at OAuth providers, without secrets",
    response: z.object({ providers: z.array(oauthCredentials) }),
    errors,
  }),
  set: route({
    method: 'PUT',
    path: '/oauth_providers/{provider}',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "Set the calling app's credentials at a provider; a secret that is left out stays",
    params,
    body: z.strictObject({
      ...settings,
      client_id: requiredString('client_id must not be empty').check(z.maxLength(500)),
      client_secret: z.optional(
        z.nullable(shortText(10_000, 'client_secret must have at most 10000 characters')),
      ),
    }),
    response: oauthCredentials,
    errors,
  }),
  remove: route({
    method: 'DELETE',
    path: '/oauth_providers/{provider}',
    prefixes: ['/admin/v1'],
    auth: 'secret',
    summary: "Delete the calling app's credentials at a provider",
    params,
    response: success,
    errors,
  }),
}
