import { walletRdns } from '../providers/announce.js'
import type { Chain } from '../types.js'
import type { Eip1193Provider, EthereumConnector } from './connector.js'
import { createEthereumConnector } from './ethereum-connector.js'
import { clientTypeOf, knownWalletOf } from './known-wallets.js'
import { cleanIcon, cleanName } from './wallet-facts.js'

/** Id of the wallet at `window.ethereum` that does not announce itself. */
const legacyWalletId = 'window.ethereum'

/**
 * Reports the Ethereum wallets of this page: each that announces itself (EIP-6963), or the one at `window.ethereum` while
 * none does. Gives the function that stops it.
 */
export function discoverEthereumWallets(
  chains: readonly Chain[],
  onChange: (connectors: readonly EthereumConnector[]) => void,
): () => void {
  const announced = new Map<string, EthereumConnector>()
  const report = () => {
    const legacy = announced.size === 0 ? legacyConnector(chains) : null
    onChange(legacy === null ? [...announced.values()] : [legacy])
  }
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement(event)
    if (wallet === null || announced.has(wallet.rdns)) return
    announced.set(wallet.rdns, connectorOf(wallet, chains))
    report()
  }
  window.addEventListener('eip6963:announceProvider', onAnnounce)
  // MetaMask's mobile browser sets `window.ethereum` late and tells so by this event.
  window.addEventListener('ethereum#initialized', report)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  report()
  return () => {
    window.removeEventListener('eip6963:announceProvider', onAnnounce)
    window.removeEventListener('ethereum#initialized', report)
  }
}

interface AnnouncedWallet {
  rdns: string
  name: string
  icon: string | null
  provider: Eip1193Provider
}

/** The wallet of an announcement; null for one that is not well-formed, and for the page's own embedded wallet. */
function readAnnouncement(event: Event): AnnouncedWallet | null {
  const { info, provider } = ((event as CustomEvent<unknown>).detail ?? {}) as {
    info?: { rdns?: unknown; name?: unknown; icon?: unknown }
    provider?: unknown
  } // each field is checked below
  if (typeof info?.rdns !== 'string' || typeof info.name !== 'string') return null
  if (info.rdns === '' || info.rdns === walletRdns || !isProvider(provider)) return null
  return {
    rdns: info.rdns,
    name: cleanName(info.name),
    icon: cleanIcon(info.icon),
    provider,
  }
}

function connectorOf(wallet: AnnouncedWallet, chains: readonly Chain[]): EthereumConnector {
  const { rdns, name, icon, provider } = wallet
  return createEthereumConnector({
    id: rdns,
    name,
    icon,
    walletClientType: clientTypeOf(wallet),
    connectorType: 'injected',
    entry: knownWalletOf(wallet),
    chains,
    open: async () => provider,
    reopen: async () => provider,
  })
}

function legacyConnector(chains: readonly Chain[]): EthereumConnector | null {
  const provider = (window as { ethereum?: unknown }).ethereum // set by the wallet, checked below
  if (!isProvider(provider)) return null
  const known = 'isMetaMask' in provider && provider.isMetaMask === true ? 'metamask' : null
  return createEthereumConnector({
    id: legacyWalletId,
    name: known === null ? 'Browser wallet' : 'MetaMask',
    icon: null,
    walletClientType: known ?? 'unknown',
    connectorType: 'injected',
    entry: known,
    chains,
    open: async () => provider,
    reopen: async () => provider,
  })
}

function isProvider(given: unknown): given is Eip1193Provider {
  if (typeof given !== 'object' || given === null) return false
  const { request, on, removeListener } = given as Record<string, unknown> // compared only
  return [request, on, removeListener].every((each) => typeof each === 'function')
}
