import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/**
 * Apple. With a scope the answer comes as a form post, and the name only in the first one, which is not kept: the account
 * has no name on the wire.
 *
 * @see https://developer.apple.com/documentation/signinwithapplerestapi
 */
export const apple: Provider<'apple'> = {
  authorizeUrl: 'https://appleid.apple.com/auth/authorize',
  tokenUrl: 'https://appleid.apple.com/auth/token',
  scopes: ['email'],
  pkce: false,
  authentication: 'assertion',
  parameters: { response_mode: 'form_post' },
  hasNativeTokens: true,
  idToken: {
    issuers: ['https://appleid.apple.com'],
    keysUrl: 'https://appleid.apple.com/auth/keys',
    hasNonce: true,
  },
  // Apple documents both forms.
  hasVerifiedEmail: ({ email_verified }) => email_verified === true || email_verified === 'true',
  profile: async ({ claims }) => ({
    subject: subjectOf(claims.sub),
    email: textOf(claims.email),
  }),
}
