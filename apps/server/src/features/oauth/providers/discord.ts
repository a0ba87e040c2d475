import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** Discord. @see https://discord.com/developers/docs/topics/oauth2 */
export const discord: Provider<'discord'> = {
  authorizeUrl: 'https://discord.com/oauth2/authorize',
  tokenUrl: 'https://discord.com/api/oauth2/token',
  scopes: ['identify', 'email'],
  pkce: true,
  authentication: 'basic',
  profile: async ({ get }) => {
    const user = fieldsOf(await get('https://discord.com/api/v10/users/@me'))
    return {
      subject: subjectOf(user.id),
      username: usernameOf(user),
      email: textOf(user.email),
    }
  },
}

/** The name; of accounts from before unique names with its number, `ada#1234`. */
function usernameOf(user: Readonly<Record<string, unknown>>): string | null {
  const [name, number] = [textOf(user.username), textOf(user.discriminator)]
  return name === null || number === null || number === '0' ? name : `${name}#${number}`
}
