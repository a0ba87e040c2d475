import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** LINE. @see https://developers.line.biz/en/docs/line-login/integrate-line-login/ */
export const line: Provider<'line'> = {
  authorizeUrl: 'https://access.line.me/oauth2/v2.1/authorize',
  tokenUrl: 'https://api.line.me/oauth2/v2.1/token',
  // An app needs a permission of its own for `email`; without it LINE leaves the address out.
  scopes: ['openid', 'profile', 'email'],
  pkce: true,
  authentication: 'body',
  idToken: {
    issuers: ['https://access.line.me'],
    // Web logins are signed with the channel's secret.
    isSignedBySecret: true,
    hasNonce: true,
  },
  profile: async ({ claims }) => ({
    subject: subjectOf(claims.sub),
    name: textOf(claims.name),
    email: textOf(claims.email),
    profile_picture_url: textOf(claims.picture),
  }),
}
