import { accountTypeOf, type OAuthProvider, oauthProviders } from './primitives/oauth-providers.js'

/** What the providers call themselves, in every language. */
export const oauthProviderNames: Record<OAuthProvider, string> = {
  google: 'Google',
  discord: 'Discord',
  twitter: 'X',
  github: 'GitHub',
  spotify: 'Spotify',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  apple: 'Apple',
  twitch: 'Twitch',
  line: 'LINE',
}

/** One entry for each provider, under the type of its accounts, which is also its switch. */
export function byOAuthType<T>(
  make: (provider: OAuthProvider) => T,
): Record<`${OAuthProvider}_oauth`, T> {
  const entries = oauthProviders.map((provider) => [accountTypeOf(provider), make(provider)])
  // One entry for each of the providers.
  return Object.fromEntries(entries) as Record<`${OAuthProvider}_oauth`, T>
}
