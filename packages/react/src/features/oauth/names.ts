import { oauthProviderNames, type VisitedProvider } from '@sallyport/contract'
import type { Settings } from '../../settings.js'

/** What a provider is called; one that the app has added has the app's name for it. Another app goes by its id. */
export function providerName(
  provider: VisitedProvider,
  { providers }: Pick<Settings, 'providers'>,
): string {
  const added = providers.find(({ id }) => id === provider)
  const names: Partial<Record<string, string>> = oauthProviderNames
  return added?.name ?? names[provider] ?? provider.replace(/^\w+:/, '')
}
