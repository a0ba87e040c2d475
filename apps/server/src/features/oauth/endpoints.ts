import type { LoginProvider } from '@sallyport/contract'
import type { ServerConfig } from '../../config.js'

/** The redirect URI of a provider: one for each, so that an answer of one is never taken for another's (RFC 9700, 4.4). */
export function callbackUrl(
  { publicOrigin }: Pick<ServerConfig, 'publicOrigin'>,
  provider: LoginProvider,
): string {
  return `${publicOrigin}/api/v1/oauth/callback/${provider}`
}

/**
 * Where a provider's URL is called: there, or in development below the simulator, which has a folder for each host:
 * `https://api.github.com/user` is `http://localhost:4409/api.github.com/user`.
 */
export function placeOf(
  { oauthSimulator }: Pick<ServerConfig, 'oauthSimulator'>,
  url: string,
): string {
  return oauthSimulator === undefined ? url : url.replace('https:/', oauthSimulator)
}
