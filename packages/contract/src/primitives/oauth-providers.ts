import { crossAppProviderPrefix } from '../vendor.js'

/* Apart from the schemas (`oauth.ts`): a page shows the providers and checks nothing. */

/** The providers of the specification §5, and `twitch`, which clients of E3 name (wire reference §34.7). */
export const oauthProviders = [
  'google',
  'discord',
  'twitter',
  'github',
  'spotify',
  'instagram',
  'tiktok',
  'linkedin',
  'apple',
  'twitch',
] as const
/** A provider everyone can log in with. */
export type OAuthProvider = (typeof oauthProviders)[number]
/** Another app as the provider: the prefix and that app's id. */
export type CrossAppProvider = `${typeof crossAppProviderPrefix}${string}`

/** Whether `provider` names another app: the prefix and 25 letters or digits. */
export function isCrossAppProvider(provider: unknown): provider is CrossAppProvider {
  return (
    typeof provider === 'string' &&
    provider.startsWith(crossAppProviderPrefix) &&
    /^[a-zA-Z0-9]{25}$/.test(provider.slice(crossAppProviderPrefix.length))
  )
}
