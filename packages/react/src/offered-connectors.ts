import { externalWallet } from '@sallyport/core'
import type { SallyportConfig } from './config.js'
import type { Kit } from './kit.js'

/** What the app and the provider say about wallets that are not found on the page. */
interface OfferedConnectors {
  walletConnect: { projectId: string; relayUrl?: string } | null
  coinbase: { connectionOptions?: externalWallet.CoinbaseConnectionOptions } | null
}

/** Which wallets are offered beside those of the page: the provider's `config` wins (react-api §2). */
export function offeredConnectors(
  appProjectId: string | null | undefined,
  { walletConnectCloudProjectId, externalWallets = {} }: SallyportConfig,
): OfferedConnectors {
  const { coinbaseWallet: coinbase = null, walletConnect = {} } = externalWallets
  const { enabled = true, relayUrl } = walletConnect
  const projectId = walletConnectCloudProjectId ?? appProjectId
  const isOn = enabled && Boolean(projectId)
  return {
    walletConnect:
      isOn && projectId ? { projectId, ...(relayUrl === undefined ? {} : { relayUrl }) } : null,
    coinbase,
  }
}

const offered = new WeakSet<Kit>()

/** Offers WalletConnect and Coinbase Wallet as the app has them, once, as soon as the app's settings are known. */
export function offerConnectors(kit: Kit): void {
  if (offered.has(kit)) return
  offered.add(kit)
  const { client } = kit
  const stop = client.subscribe(() => offer())
  const offer = () => {
    const { config } = client.state
    if (config === null) return
    stop()
    const settings = offeredConnectors(config.wallet_connect_cloud_project_id, kit.config())
    const wallets = externalWallet.externalWalletsOf(client)
    if (settings.walletConnect !== null)
      wallets.offer(externalWallet.createWalletConnectConnector(client, settings.walletConnect))
    if (settings.coinbase !== null)
      wallets.offer(externalWallet.createCoinbaseConnector(client, settings.coinbase))
  }
  offer()
}
