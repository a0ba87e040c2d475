import { ApiError } from '@sallyport/contract'
import type { AppSettings } from './app.js'
import { isLocalOrigin } from './origins.js'

/**
 * Checks the URLs that the app's pages send operations to: https without a user name, and on this machine for development apps
 * (SMW-08). The server calls none of them.
 *
 * @throws ApiError `invalid_data` that names the field.
 */
export function checkSmartWalletUrls(
  config: AppSettings['smart_wallet_config'],
  environment: 'development' | 'production',
): void {
  if (!config?.enabled) return
  for (const { chain_id, bundler_url, paymaster_url, rpc_url } of config.configured_networks)
    for (const [name, url] of Object.entries({ bundler_url, paymaster_url, rpc_url })) {
      if (url === undefined || isAllowed(url, environment)) continue
      throw new ApiError('invalid_data', {
        message: `${name} of ${chain_id} must be an https URL of a public host, without a user name`,
      })
    }
}

function isAllowed(url: string, environment: 'development' | 'production'): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password, origin } = new URL(url)
  if (username !== '' || password !== '') return false
  if (environment === 'development' && isLocalOrigin(origin)) return true
  return protocol === 'https:' && isPublicHost(hostname)
}

/** Names of a public suffix, and addresses outside of private ranges. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return false
  const isAddress = /^[\d.]+$/.test(hostname)
  if (!isAddress)
    return hostname.includes('.') && !/\.(localhost|local|internal|test)$/.test(hostname)
  const [first = 0, second = 0] = hostname.split('.').map(Number)
  const isPrivate =
    [0, 10, 127].includes(first) ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second <= 127)
  return !isPrivate
}
