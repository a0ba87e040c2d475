import { type OAuthProvider, oauthProviders } from './primitives/oauth-providers.js'

/** How the functions of the React kit name a provider, as in `linkTiktok` (react-api §4). */
type NameOf<P extends OAuthProvider> = P extends 'linkedin' ? 'LinkedIn' : Capitalize<P>

/** A function for each provider, such as `linkGoogle` for the verb `link`. */
export function oauthFunctions<Verb extends 'link' | 'unlink', F>(
  verb: Verb,
  make: (provider: OAuthProvider) => F,
): { [P in OAuthProvider as `${Verb}${NameOf<P>}`]: F } {
  const entries = oauthProviders.map((provider) => [verb + nameOf(provider), make(provider)])
  // One entry for each of the providers.
  return Object.fromEntries(entries) as { [P in OAuthProvider as `${Verb}${NameOf<P>}`]: F }
}

function nameOf(provider: OAuthProvider): string {
  if (provider === 'linkedin') return 'LinkedIn'
  return provider.charAt(0).toUpperCase() + provider.slice(1)
}
