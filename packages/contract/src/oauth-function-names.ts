import { type OAuthProvider, oauthProviders } from './primitives/oauth-providers.js'

/** How the functions of the React kit name the providers, as in `linkTiktok` (react-api §4). */
const inFunctionNames = {
  google: 'Google',
  discord: 'Discord',
  twitter: 'Twitter',
  github: 'Github',
  spotify: 'Spotify',
  instagram: 'Instagram',
  tiktok: 'Tiktok',
  linkedin: 'LinkedIn',
  apple: 'Apple',
  twitch: 'Twitch',
} as const satisfies Record<OAuthProvider, string>
type NameOf<P extends OAuthProvider> = (typeof inFunctionNames)[P]

/** A function for each provider, such as `linkGoogle` for the verb `link`. */
export function oauthFunctions<Verb extends 'link' | 'unlink', F>(
  verb: Verb,
  make: (provider: OAuthProvider) => F,
): { [P in OAuthProvider as `${Verb}${NameOf<P>}`]: F } {
  const entries = oauthProviders.map((provider) => [
    verb + inFunctionNames[provider],
    make(provider),
  ])
  // One entry for each of the providers.
  return Object.fromEntries(entries) as { [P in OAuthProvider as `${Verb}${NameOf<P>}`]: F }
}
