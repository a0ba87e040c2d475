import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

const fields = 'open_id,display_name,username'

/** TikTok. @see https://developers.tiktok.com/doc/login-kit-web and /doc/oauth-user-access-token-management */
export const tiktok: Provider<'tiktok'> = {
  authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
  tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
  scopes: ['user.info.basic', 'user.info.profile'],
  scopeSeparator: ',',
  // Desktop apps only, with a challenge in hex.
  pkce: false,
  authentication: 'body',
  clientIdName: 'client_key',
  profile: async ({ get }) => {
    const answer = fieldsOf(await get(`https://open.tiktokapis.com/v2/user/info/?fields=${fields}`))
    const user = fieldsOf(fieldsOf(answer.data).user)
    return {
      subject: subjectOf(user.open_id),
      username: textOf(user.username),
      name: textOf(user.display_name),
    }
  },
}
