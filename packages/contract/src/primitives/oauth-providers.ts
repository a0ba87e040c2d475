import { crossAppProviderPrefix } from '../vendor.js'

/* Apart from the schemas (`oauth.ts`): a page shows the providers and checks nothing. */

/** The providers of the specification §5, and `twitch` and `line`, which newer clients name (wire reference §9, §34.7). */
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
  'line',
] as const
/** A provider everyone can log in with. */
export type OAuthProvider = (typeof oauthProviders)[number]
/** A provider that an app has added: the prefix and the app's own name for it. */
export type CustomProvider = `custom:${string}`
/** A provider that users log in at. */
export type LoginProvider = OAuthProvider | CustomProvider
/** The type of the linked accounts of a provider. */
export type AccountTypeOf<P extends LoginProvider> = P extends OAuthProvider ? `${P}_oauth` : P
/** Another app as the provider: the prefix and that app's id. */
export type CrossAppProvider = `${typeof crossAppProviderPrefix}${string}`

/** A place that users log in at: a provider, or another app. */
export type VisitedProvider = LoginProvider | CrossAppProvider

/** The id of the app that `provider` names. */
export function appIdOf(provider: CrossAppProvider): string {
  return provider.slice(crossAppProviderPrefix.length)
}

/** The app with an id as a provider. */
export function crossAppProvider(appId: string): CrossAppProvider {
  return `${crossAppProviderPrefix}${appId}`
}

/** Whether `provider` names another app: the prefix and 25 letters or digits. */
export function isCrossAppProvider(provider: unknown): provider is CrossAppProvider {
  return (
    typeof provider === 'string' &&
    provider.startsWith(crossAppProviderPrefix) &&
    /^[a-zA-Z0-9]{25}$/.test(provider.slice(crossAppProviderPrefix.length))
  )
}

/** Whether `provider` names one that an app has added: 1 to 40 lower-case letters, digits, dashes and underscores. */
export function isCustomProvider(provider: unknown): provider is CustomProvider {
  return typeof provider === 'string' && /^custom:[a-z0-9][a-z0-9_-]{0,39}$/.test(provider)
}

/** The type of the linked accounts of a provider. */
export function accountTypeOf<P extends LoginProvider>(provider: P): AccountTypeOf<P> {
  const type = isCustomProvider(provider) ? provider : `${provider}_oauth`
  // By the definition of the type.
  return type as AccountTypeOf<P>
}
