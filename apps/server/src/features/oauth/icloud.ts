import { ApiError } from '@sallyport/contract'
import type { App } from '../../apps/app.js'
import type { Deps } from '../../deps.js'
import { fieldsOf } from '../../ports/fields-of.js'
import { placeOf } from '../../ports/place-of.js'

/** The kinds of clients that sign in to iCloud; each has an API token, which says where Apple sends it back to. */
const tokenOf = {
  web: 'icloud_web_api_token',
  'expo-ios': 'icloud_ios_api_token',
} as const
type ClientType = keyof typeof tokenOf

/** The app's container in iCloud, with the API token for a kind of client. */
interface Configuration {
  api_token: string
  container_identifier: string
  environment: string
}

/** Apple may take this long. */
const timeoutMs = 8_000

/** @throws ApiError `not_supported` when the app has no container, or no token for these clients. */
export function configurationOf(app: App, clientType: ClientType): Configuration {
  const { icloud_container: container } = app.privateSettings
  const token = container === null ? undefined : app.openSecret(tokenOf[clientType])
  if (container === null || token === undefined) {
    throw new ApiError('not_supported', {
      message: 'This app has no container in iCloud: set it in the app’s settings',
    })
  }
  return { api_token: token, ...container }
}

/**
 * Where a user signs in: CloudKit says so to a caller that it does not know.
 *
 * @throws ApiError `not_supported` as `configurationOf`, `internal_error` when CloudKit gives no usable answer.
 */
export async function signInUrl(
  { outbound, config }: Pick<Deps, 'outbound' | 'config'>,
  app: App,
  clientType: ClientType,
): Promise<string> {
  const { api_token, container_identifier, environment } = configurationOf(app, clientType)
  const path = `database/1/${encodeURIComponent(container_identifier)}/${environment}/public/users/caller`
  const url = `https://api.apple-cloudkit.com/${path}?ckAPIToken=${api_token}`
  const signal = AbortSignal.timeout(timeoutMs)
  const answer = await outbound({ url: placeOf(config, url), signal }).catch(() => undefined)
  const { redirectURL: target } = fieldsOf(answer?.json)
  if (typeof target === 'string' && isAppleUrl(target, config.oauthSimulator)) return target
  throw new ApiError('internal_error', { status: 503, message: 'iCloud did not answer. Try again' })
}

/** A user is sent nowhere else. */
function isAppleUrl(text: string, simulator: string | undefined): boolean {
  if (!URL.canParse(text)) return false
  if (simulator !== undefined && new URL(text).origin === new URL(simulator).origin) return true
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' && /(^|\.)(apple|icloud)\.com$/.test(hostname)
}
