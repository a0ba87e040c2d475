import type { LoginProvider } from '@sallyport/contract'
import type { ServerConfig } from '../../config.js'

/** The redirect URI of a provider: one for each, so that an answer of one is never taken for another's (RFC 9700, 4.4). */
export function callbackUrl(
  { publicOrigin }: Pick<ServerConfig, 'publicOrigin'>,
  provider: LoginProvider,
): string {
  return `${publicOrigin}/api/v1/oauth/callback/${provider}`
}
