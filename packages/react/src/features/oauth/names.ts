import type { OAuthProvider } from '@sallyport/contract'

/** What the providers call themselves, in every language. */
export const providerNames: Record<OAuthProvider, string> = {
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
