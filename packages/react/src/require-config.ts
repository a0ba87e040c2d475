import { ConfigError } from '@sallyport/core'
import type { SallyportConfig } from './config.js'

/**
 * Refuses a `config` that no page can work with (react-api §2, §3).
 *
 * @throws ConfigError for no login method, no chain, and a default chain that is not among the chains.
 */
export function requireConfig({
  loginMethods,
  loginMethodsAndOrder,
  supportedChains,
  defaultChain,
}: SallyportConfig): void {
  if (loginMethods?.length === 0 || loginMethodsAndOrder?.primary.length === 0)
    throw new ConfigError('config must name at least one login method')
  if (supportedChains?.length === 0) throw new ConfigError('supportedChains must not be empty')
  const isOffered = supportedChains?.some(({ id }) => id === defaultChain?.id) ?? true
  if (defaultChain && !isOffered)
    throw new ConfigError('defaultChain must be one of supportedChains')
}
