import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** LinkedIn. @see https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const linkedin: Provider<'linkedin'> = {
  authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
  scopes: ['openid', 'profile', 'email'],
  pkce: false,
  authentication: 'body',
  idToken: {
    // Its discovery document and its documentation name different ones.
    issuers: ['https://www.linkedin.com/oauth', 'https://www.linkedin.com'],
    keysUrl: 'https://www.linkedin.com/oauth/openid/jwks',
    hasNonce: false,
  },
  profile: async ({ claims }) => {
    const name = textOf(claims.name)
    return {
      subject: subjectOf(claims.sub),
      email: textOf(claims.email),
      ...(name !== null && { name }),
    }
  },
}
