import { isCustomProvider, type LoginProvider, oauthProviderNames } from '@sallyport/contract'
import type { Settings } from '../../settings.js'

/** What a provider is called; one that the app has added has the app's name for it. */
export function providerName(
  provider: LoginProvider,
  { providers }: Pick<Settings, 'providers'>,
): string {
  if (!isCustomProvider(provider)) return oauthProviderNames[provider]
  return providers.find((each) => each.id === provider)?.name ?? provider.replace('custom:', '')
}
