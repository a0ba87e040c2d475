import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** Twitch. @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ */
export const twitch: Provider<'twitch'> = {
  authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
  tokenUrl: 'https://id.twitch.tv/oauth2/token',
  scopes: ['openid'],
  pkce: false,
  authentication: 'body',
  idToken: {
    issuers: ['https://id.twitch.tv/oauth2'],
    keysUrl: 'https://id.twitch.tv/oauth2/keys',
    hasNonce: true,
  },
  profile: async ({ claims, clientId, getExtra }) => {
    const answer = fieldsOf(
      await getExtra('https://api.twitch.tv/helix/users', { 'client-id': clientId }),
    )
    const subject = subjectOf(claims.sub)
    const users = Array.isArray(answer.data) ? answer.data.map(fieldsOf) : []
    const user = users.find(({ id }) => id === subject)
    return { subject, username: textOf(user?.login) }
  },
}
