import type { ServerConfig } from '../config.js'

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
