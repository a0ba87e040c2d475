import { isCustomProvider, type LoginProvider, type OAuthProvider } from '@sallyport/contract'
import type { Settings } from '../../settings.js'

/** What the providers call themselves, in every language. */
const providerNames: Record<OAuthProvider, string> = {
  google: 'Google',
  twitter: 'X',
  discord: 'Discord',
  github: 'GitHub',
  spotify: 'Spotify',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  apple: 'Apple',
  twitch: 'Twitch',
}

/** What a provider is called; one that the app has added has the app's name for it. */
export function providerName(
  provider: LoginProvider,
  { providers }: Pick<Settings, 'providers'>,
): string {
  if (!isCustomProvider(provider)) return providerNames[provider]
  return providers.find((each) => each.id === provider)?.name ?? provider.replace('custom:', '')
}
