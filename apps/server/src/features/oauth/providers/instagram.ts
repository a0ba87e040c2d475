import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/**
 * Instagram, for professional accounts: the login of personal ones was shut down in 2024.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 */
export const instagram: Provider<'instagram'> = {
  authorizeUrl: 'https://www.instagram.com/oauth/authorize',
  tokenUrl: 'https://api.instagram.com/oauth/access_token',
  scopes: ['instagram_business_basic'],
  scopeSeparator: ',',
  pkce: false,
  authentication: 'body',
  // The documentation shows `{ data: [tokens] }`; the endpoint answers the tokens themselves as well.
  tokensIn: (answer) => (Array.isArray(answer.data) ? answer.data[0] : answer),
  profile: async ({ get }) => {
    const user = fieldsOf(await get('https://graph.instagram.com/me?fields=user_id,username'))
    return { subject: subjectOf(user.user_id), username: textOf(user.username) }
  },
}
