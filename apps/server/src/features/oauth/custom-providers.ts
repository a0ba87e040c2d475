import {
  ApiError,
  type CustomOAuthProvider,
  type CustomProvider,
  type CustomProviderSettings,
  isCustomProvider,
  type LoginProvider,
} from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import { updateCustomProviders } from '../../db/custom-providers.js'
import { hasAccounts, readCredentials, retireCredentials } from '../../db/oauth-credentials.js'
import type { Deps } from '../../deps.js'
import type { StoredProvider } from './custom-provider.js'
import { discover } from './discover.js'

/** Most providers that an app adds: clients read the list with the app's configuration. */
const most = 20

/**
 * Saves how a provider that the app adds is shown, and reads its issuer's endpoints.
 *
 * @returns what is stored with the credentials; null for the providers that the server knows.
 * @throws ApiError `invalid_data` when the settings are missing or not allowed, the issuer cannot be read, or it is another
 *   one while users have accounts of the provider: their subjects are those of the issuer before (OAU-17).
 */
export async function saveCustomProvider(
  deps: Pick<Deps, 'db' | 'apps' | 'outbound' | 'config' | 'clock' | 'keyEncryption'>,
  input: { app: App; provider: LoginProvider; custom: CustomProviderSettings | undefined },
): Promise<StoredProvider | null> {
  const { app, provider, custom } = input
  if (!isCustomProvider(provider)) {
    if (custom === undefined) return null
    throw invalid(`custom is for providers that the app adds, not for ${provider}`)
  }
  if (custom === undefined) throw invalid('Please specify custom: the issuer of the provider')
  const { issuer, scopes, claims } = custom
  if (!scopes.includes('openid')) throw invalid('custom.scopes must contain openid')
  checkIcon(custom.icon_url)
  const endpoints = await discover(deps, { issuer, environment: app.environment })
  const owner = { appId: app.id, provider }
  const before = await readCredentials(deps.db, owner)
  if (before?.custom && before.custom.issuer !== issuer && (await hasAccounts(deps.db, owner))) {
    throw invalid('Users have accounts of the issuer before. Add the other issuer by another name')
  }
  const shown: CustomOAuthProvider = {
    provider,
    enabled: custom.enabled,
    provider_display_name: custom.display_name,
    provider_icon_url: custom.icon_url,
  }
  await change(deps, app, (list) => {
    const isAdded = list.some((each) => each.provider === provider)
    if (!isAdded && list.length >= most) throw invalid(`An app has at most ${most} own providers`)
    return isAdded
      ? list.map((each) => (each.provider === provider ? shown : each))
      : [...list, shown]
  })
  return { issuer, scopes, claims, endpoints }
}

/** Removes a provider that the app has added. Its issuer is kept: the same name must not lead to another one's accounts. */
export async function removeCustomProvider(
  deps: Pick<Deps, 'db' | 'apps' | 'clock' | 'keyEncryption'>,
  { app, provider }: { app: App; provider: CustomProvider },
): Promise<void> {
  await change(deps, app, (list) => list.filter((each) => each.provider !== provider))
  await retireCredentials(deps.db, { appId: app.id, provider })
}

async function change(
  deps: Pick<Deps, 'db' | 'apps' | 'clock' | 'keyEncryption'>,
  { id: appId }: App,
  edit: (list: readonly CustomOAuthProvider[]) => CustomOAuthProvider[],
): Promise<void> {
  await updateCustomProviders(deps, { appId, edit, nowMs: deps.clock.nowMs() })
  deps.apps.forget(appId)
}

function checkIcon(url: string | null): void {
  if (url === null || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return
  throw invalid('custom.icon_url must be a web address')
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_data', { message })
}
