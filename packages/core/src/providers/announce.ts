import type { SallyportClient } from '../client.js'
import { uuid } from '../environment.js'
import { embeddedWallets } from '../wallet/accounts.js'
import { primaryOf } from '../wallet/entropy.js'
import { type EthereumProvider, getProvider } from './ethereum.js'
import { walletIcon } from './icon.js'

/** What EIP-6963 tells an app about a wallet. */
export interface Announcement {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: EthereumProvider
}

/** Reverse domain name of the embedded wallet in EIP-6963. */
export const walletRdns = 'org.sallyport.wallet'

/**
 * Announces the user's first embedded Ethereum wallet to this page (EIP-6963): now or once there is one, and whenever a
 * library asks. Gives the function that stops it.
 */
export function announce(client: SallyportClient, { name = 'Sallyport' } = {}): () => void {
  const id = uuid(client.environment.randomBytes(16))
  let announced: string | null = null
  const dispatch = () => {
    const wallet = primaryOf(embeddedWallets(client), 'ethereum')
    announced = wallet?.address ?? null
    if (!wallet) return
    const info = Object.freeze({ uuid: id, name, icon: walletIcon, rdns: walletRdns })
    const detail: Announcement = { info, provider: getProvider(client, wallet.address) }
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }),
    )
  }
  const onChange = () => {
    const address = primaryOf(embeddedWallets(client), 'ethereum')?.address ?? null
    if (address !== announced) dispatch()
  }
  const unsubscribe = client.subscribe(onChange)
  window.addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
  return () => {
    unsubscribe()
    window.removeEventListener('eip6963:requestProvider', dispatch)
  }
}
