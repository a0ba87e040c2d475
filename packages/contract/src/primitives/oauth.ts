import * as z from 'zod/mini'
import type { Refusal } from '../errors.js'
import { codeVerifierMaxLength, codeVerifierMinLength } from '../limits.js'
import { requiredString } from '../primitives.js'
import { crossAppProviderPrefix } from '../vendor.js'

const verifierText = 'Code verifier must have 43 to 128 characters.'

/** PKCE code verifier: 43 to 128 unreserved characters (specification §5, RFC 7636 §4.1). */
export const codeVerifier = z
  .string(verifierText)
  .check(
    z.minLength(codeVerifierMinLength, { error: verifierText, abort: true }),
    z.maxLength(codeVerifierMaxLength, { error: verifierText, abort: true }),
    z.regex(/^[A-Za-z0-9\-._~]*$/, verifierText),
  )

/** The providers of the specification §5, and `twitch`, which clients of E3 name (wire reference §34.7). */
export const oauthProviders = [
  'google',
  'discord',
  'twitter',
  'github',
  'spotify',
  'instagram',
  'tiktok',
  'linkedin',
  'apple',
  'twitch',
] as const
/** A provider everyone can log in with. */
export type OAuthProvider = (typeof oauthProviders)[number]
/** Another app as the provider: the prefix and that app's id. */
export type CrossAppProvider = `${typeof crossAppProviderPrefix}${string}`

const providerText = 'Please specify a supported provider.'

/** Whether `provider` names another app: the prefix and 25 letters or digits. */
export function isCrossAppProvider(provider: unknown): provider is CrossAppProvider {
  return (
    typeof provider === 'string' &&
    provider.startsWith(crossAppProviderPrefix) &&
    /^[a-zA-Z0-9]{25}$/.test(provider.slice(crossAppProviderPrefix.length))
  )
}

/** A supported OAuth provider, or another app (specification §5). */
export const oauthProvider = z.union(
  [z.enum(oauthProviders), z.custom<CrossAppProvider>(isCrossAppProvider)],
  providerText,
)

/** Where an OAuth login comes back to. Which targets an app allows is the server's decision. */
export const redirectTo = requiredString('Please provide a redirect_to value.')

/** Answer to an OAuth login without code or state (specification §5). */
export const missingOAuthCode = {
  code: 'invalid_credentials',
  status: 401,
  message: 'Please specify authorization_code and state_code.',
} as const satisfies Refusal
/** The provider's authorization code. */
export const authorizationCode = requiredString(missingOAuthCode.message)
/** The state the login was started with. */
export const stateCode = requiredString(missingOAuthCode.message)
