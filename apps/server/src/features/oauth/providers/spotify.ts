import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** Spotify. @see https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export const spotify: Provider<'spotify'> = {
  authorizeUrl: 'https://accounts.spotify.com/authorize',
  tokenUrl: 'https://accounts.spotify.com/api/token',
  scopes: ['user-read-email'],
  pkce: true,
  authentication: 'basic',
  profile: async ({ get }) => {
    const user = fieldsOf(await get('https://api.spotify.com/v1/me'))
    return {
      subject: subjectOf(user.id),
      email: textOf(user.email),
      name: textOf(user.display_name),
    }
  },
}
