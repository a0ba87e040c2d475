import * as z from 'zod/mini'
import { loginProvider } from '../primitives/oauth.js'
import { requiredString, shortText, success } from '../primitives.js'
import { route } from '../route.js'

const shortId = z.optional(z.nullable(shortText(100, 'Must have at most 100 characters')))
const claimName = z.optional(shortText(100, 'A claim must have at most 100 characters'))
/** What only a provider that the app adds has: an OpenID Connect issuer, and how it is shown. */
const customProviderSettings = z.strictObject({
  /** Offered at logins. */
  enabled: z.boolean(),
  display_name: requiredString('display_name must not be empty').check(z.maxLength(60)),
  /** An https image. */
  icon_url: z.nullable(shortText(500, 'icon_url must have at most 500 characters')),
  /** As the provider's discovery document names it. It stays while users have accounts there. */
  issuer: requiredString('issuer must not be empty').check(z.maxLength(500)),
  scopes: z
    .array(shortText(100, 'A scope must have at most 100 characters'))
    .check(z.maxLength(30)),
  /** Claims that the fields of an account are read from, where they are not the standard ones. */
  claims: z.strictObject({
    name: claimName,
    username: claimName,
    email: claimName,
    profile_picture_url: claimName,
  }),
})
export type CustomProviderSettings = z.output<typeof customProviderSettings>
const settings = {
  /** Apple: the team that the service id belongs to. */
  team_id: shortId,
  /** Apple: the id of the private key. */
  key_id: shortId,
  /** Hands the provider's tokens to the app's page after a login. */
  return_tokens: z.optional(z.boolean()),
  custom: z.optional(customProviderSettings),
}

/** What an app is at a provider, without the secret. */
export const oauthCredentials = z.object({
  provider: loginProvider,
  ...settings,
  /** Null while the app has no credentials there. */
  client_id: z.nullable(z.string()),
  has_secret: z.boolean(),
  /** The redirect URI to register at the provider. */
  callback_url: z.string(),
})
export type OAuthCredentials = z.output<typeof oauthCredentials>

const params = z.object({ provider: loginProvider })
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
