import { ApiError, smartWalletVersions } from '@sallyport/contract'
import type { AppSettings } from './app.js'

/** The settings that are checked here. */
type Bounded = {
  [K in 'max_linked_wallets_per_user' | 'smart_wallet_config' | 'allowlist_config']?:
    | AppSettings[K]
    | undefined
}

/** @throws ApiError `invalid_data` for values that no app can mean. The message names the setting. */
export function checkBounds(settings: Bounded): void {
  const { max_linked_wallets_per_user: most, smart_wallet_config: smart } = settings
  if (
    most !== undefined &&
    most !== null &&
    !(Number.isInteger(most) && most >= 0 && most < 2 ** 31)
  ) {
    throw invalid(
      'max_linked_wallets_per_user',
      'must be a whole number from 0, or null for no limit',
    )
  }
  if (smart?.enabled) checkVersion(smart)
  const link = settings.allowlist_config?.cta_link
  // Another scheme would run in the page that shows the link.
  if (link && !/^(?:https?:\/\/|mailto:)/i.test(link)) {
    throw invalid('allowlist_config.cta_link', 'must begin with https:// or mailto:')
  }
}

function checkVersion(
  config: Extract<AppSettings['smart_wallet_config'], { enabled: true }>,
): void {
  const { smart_wallet_type: type, smart_wallet_version: version } = config
  const known: readonly string[] = smartWalletVersions[type]
  if (version === undefined || known.includes(version)) return
  throw invalid('smart_wallet_version', `must be one of ${known.join(', ')} for ${type}`)
}

function invalid(field: string, fault: string): ApiError {
  return new ApiError('invalid_data', { message: `${field} ${fault}`, data: { field } })
}
