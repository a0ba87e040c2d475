import { fieldsOf } from '../../../ports/fields-of.js'
import type { Provider } from '../provider.js'
import { subjectOf, textOf } from '../read-profile.js'

/** GitHub. @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github: Provider<'github'> = {
  authorizeUrl: 'https://github.com/login/oauth/authorize',
  tokenUrl: 'https://github.com/login/oauth/access_token',
  scopes: ['read:user', 'user:email'],
  pkce: true,
  authentication: 'body',
  profile: async ({ get, getExtra }) => {
    const user = fieldsOf(await get('https://api.github.com/user'))
    return {
      subject: subjectOf(user.id, { allowNumber: true }),
      username: textOf(user.login),
      name: textOf(user.name),
      // The address of the profile is the public one, which most users have not set. The list needs a permission.
      email: primaryOf(await getExtra('https://api.github.com/user/emails')) ?? textOf(user.email),
    }
  },
}

function primaryOf(emails: unknown): string | null {
  const list = Array.isArray(emails) ? emails.map(fieldsOf) : []
  const primary = list.find((entry) => entry.primary === true && entry.verified === true)
  return textOf(primary?.email)
}
