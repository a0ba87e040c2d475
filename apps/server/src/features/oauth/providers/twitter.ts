import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** X, formerly Twitter: OAuth 2.0 with PKCE. @see https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code */
export const twitter: Provider<'twitter'> = {
  authorizeUrl: 'https://x.com/i/oauth2/authorize',
  tokenUrl: 'https://api.x.com/2/oauth2/token',
  // Reading the own profile needs tweet.read as well.
  scopes: ['users.read', 'tweet.read', 'offline.access'],
  pkce: true,
  authentication: 'basic',
  profile: async ({ get }) => {
    const answer = fieldsOf(await get('https://api.x.com/2/users/me?user.fields=profile_image_url'))
    const user = fieldsOf(answer.data)
    return {
      subject: subjectOf(user.id),
      username: textOf(user.username),
      name: textOf(user.name),
      profile_picture_url: textOf(user.profile_image_url),
    }
  },
}
