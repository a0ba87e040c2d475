import type { SallyportClient } from '../client.js'
import { uuid } from '../environment.js'
import { walletIcon } from './icon.js'

/**
 * Announces one provider to this page by EIP-6963: now, and whenever a library asks. Gives the function that stops it.
 *
 * @param about  Its name, and its reverse domain name.
 */
export function announceProvider(
  client: SallyportClient,
  about: { name: string; rdns: string },
  provider: object,
): () => void {
  const info = Object.freeze({
    ...about,
    uuid: uuid(client.environment.randomBytes(16)),
    icon: walletIcon,
  })
  const detail = Object.freeze({ info, provider })
  const dispatch = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
  return () => window.removeEventListener('eip6963:requestProvider', dispatch)
}
