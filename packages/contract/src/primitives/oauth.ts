import * as z from 'zod/mini'
import type { Refusal } from '../errors.js'
import { codeVerifierMaxLength, codeVerifierMinLength } from '../limits.js'
import { requiredString } from '../primitives.js'
import {
  type CrossAppProvider,
  type CustomProvider,
  isCrossAppProvider,
  isCustomProvider,
  oauthProviders,
} from './oauth-providers.js'

const verifierText = 'Code verifier must have 43 to 128 characters.'

/** PKCE code verifier: 43 to 128 unreserved characters (specification §5, RFC 7636 §4.1). */
export const codeVerifier = z
  .string(verifierText)
  .check(
    z.minLength(codeVerifierMinLength, { error: verifierText, abort: true }),
    z.maxLength(codeVerifierMaxLength, { error: verifierText, abort: true }),
    z.regex(/^[A-Za-z0-9\-._~]*$/, verifierText),
  )

const providerText = 'Please specify a supported provider.'

/** A provider that users log in at: a supported one, or one that the app has added. */
export const loginProvider = z.union(
  [z.enum(oauthProviders), z.custom<CustomProvider>(isCustomProvider)],
  providerText,
)

/** A provider that users log in at, or another app (specification §5). */
export const oauthProvider = z.union(
  [loginProvider, z.custom<CrossAppProvider>(isCrossAppProvider)],
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
