import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'

/**
 * The app that a program names. What users have allowed before goes on when the app switches programs off.
 *
 * @throws ApiError `missing_or_invalid_privy_app_id`.
 */
export async function requireApp(
  { apps }: Pick<Deps, 'apps'>,
  { appId, ip }: { appId: string; ip: string },
): Promise<App> {
  const app = await apps.find(appId, ip)
  if (app === undefined) throw new ApiError('missing_or_invalid_privy_app_id')
  return app
}

/** @throws ApiError `feature_not_enabled` where the app has not switched programs on, or there is no signer. */
export function requirePrograms({ signer }: Pick<Deps, 'signer'>, app: App): void {
  if (app.privateSettings.programs && signer !== undefined) return
  throw new ApiError('feature_not_enabled', { message: 'Programs are not enabled for this app' })
}
