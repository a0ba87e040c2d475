import { ApiError } from '@sallyport/contract'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** Google. @see https://developers.google.com/identity/openid-connect/openid-connect */
export const google: Provider<'google'> = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  authentication: 'body',
  // Lets the user pick an account instead of taking the one that is logged in.
  parameters: { prompt: 'select_account', access_type: 'offline' },
  hasNativeTokens: true,
  idToken: {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    hasNonce: true,
  },
  hasVerifiedEmail: ({ email_verified }) => email_verified === true,
  profile: async ({ claims }) => {
    const email = textOf(claims.email)
    if (email === null) {
      throw new ApiError('invalid_credentials', {
        message: 'Google did not share an email address. Allow it, and try again',
      })
    }
    return { subject: subjectOf(claims.sub), email, name: textOf(claims.name) }
  },
}
