import { ApiError, type CustomProvider, type CustomProviderSettings } from '@sallyport/contract'
import { fieldsOf } from '../../ports/fields-of.js'
import type { Provider } from './provider.js'
import { subjectOf, textOf } from './read-profile.js'

/** What the issuer's discovery document says. */
export interface IssuerEndpoints {
  authorize: string
  token: string
  keys: string
  userinfo: string | null
  authentication: 'basic' | 'body'
}

/** A provider that an app has added, as it is stored beside the app's credentials there. */
export type StoredProvider = Pick<CustomProviderSettings, 'issuer' | 'scopes' | 'claims'> & {
  endpoints: IssuerEndpoints
}

/** The claims that are read where the app names none (OpenID Connect Core 1.0, 5.1). */
const standardClaims = {
  name: 'name',
  username: 'preferred_username',
  email: 'email',
  profile_picture_url: 'picture',
} as const satisfies Record<keyof CustomProviderSettings['claims'], string>

/** How an OpenID Connect provider of an app is spoken to. Who logged in is `sub` of the verified ID token, always. */
export function createCustomProvider(stored: StoredProvider): Provider<CustomProvider> {
  const { issuer, scopes, endpoints } = stored
  return {
    authorizeUrl: endpoints.authorize,
    tokenUrl: endpoints.token,
    scopes,
    pkce: true,
    authentication: endpoints.authentication,
    idToken: { issuers: [issuer], keysUrl: endpoints.keys, hasNonce: true },
    profile: async ({ claims, getExtra }) => {
      const subject = subjectOf(claims.sub)
      const answer = endpoints.userinfo === null ? undefined : await getExtra(endpoints.userinfo)
      const info = fieldsOf(answer)
      // OpenID Connect Core 1.0, 5.3.2: an answer about another user must not be used.
      if (answer !== undefined && info.sub !== subject) {
        throw new ApiError('invalid_credentials', { message: 'The provider’s answer is not valid' })
      }
      return { subject, ...readClaims({ ...info, ...claims }, stored.claims) }
    },
  }
}

function readClaims(
  claims: Readonly<Record<string, unknown>>,
  chosen: CustomProviderSettings['claims'],
): Record<string, string> {
  const names: Readonly<Record<string, string | undefined>> = chosen
  const fields = Object.entries(standardClaims).map(
    ([field, standard]) => [field, textOf(claims[names[field] ?? standard])] as const,
  )
  return Object.fromEntries(fields.filter((field): field is [string, string] => field[1] !== null))
}
