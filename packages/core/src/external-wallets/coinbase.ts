import { importCoinbaseSdk } from '@sallyport/core/peers'
import type { SallyportClient } from '../client.js'
import { ConfigError } from '../errors.js'
import { chainsOf } from '../providers/chains.js'
import type { Eip1193Provider, EthereumConnector } from './connector.js'
import { createEthereumConnector } from './ethereum-connector.js'

/** Which wallets of Coinbase are offered (react-api §2). */
export type CoinbaseConnectionOptions = 'all' | 'eoaOnly' | 'smartWalletOnly'

/** The part of Coinbase's SDK that is used here. */
export interface CoinbaseSdk {
  getProvider(): Eip1193Provider & { disconnect(): Promise<void> }
}

/** Creates the SDK. */
export type CreateCoinbaseSdk = (options: {
  appName: string
  appLogoUrl: string | null
  appChainIds: number[]
  preference: { options: CoinbaseConnectionOptions; telemetry: false }
}) => CoinbaseSdk | Promise<CoinbaseSdk>

/** How an app uses Coinbase Wallet. */
export interface CoinbaseOptions {
  connectionOptions?: CoinbaseConnectionOptions
  /** Default: Coinbase's own SDK, which is loaded on first use. */
  create?: CreateCoinbaseSdk
}

/**
 * A connector for Coinbase Wallet: its extension, its app by a QR code, and its smart wallet in a popup, as far as
 * `connectionOptions` allows. Its SDK, an optional peer dependency, is loaded on first use and shows its own screens.
 */
export function createCoinbaseConnector(
  client: SallyportClient,
  { connectionOptions = 'all', create = createSdk }: CoinbaseOptions = {},
): EthereumConnector {
  const chains = chainsOf(client.options)
  let opening: Promise<ReturnType<CoinbaseSdk['getProvider']>> | undefined

  const open = () => {
    const { config } = client.state
    opening ??= Promise.resolve(
      create({
        appName: config?.name ?? 'App',
        appLogoUrl: config?.logo_url ?? null,
        appChainIds: chains.map(({ id }) => id),
        preference: { options: connectionOptions, telemetry: false },
      }),
    ).then(
      (sdk) => sdk.getProvider(),
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const isSmart = connectionOptions === 'smartWalletOnly'
  return createEthereumConnector({
    id: isSmart ? 'coinbase_smart_wallet' : 'coinbase_wallet',
    name: isSmart ? 'Coinbase Smart Wallet' : 'Coinbase Wallet',
    icon: null,
    walletClientType: isSmart ? 'coinbase_smart_wallet' : 'coinbase_wallet',
    connectorType: 'coinbase_wallet',
    entry: 'coinbase_wallet',
    chains,
    open,
    // Its provider keeps the connection itself and answers `eth_accounts` with it.
    reopen: open,
    close: async () => (await opening)?.disconnect(),
  })
}

const createSdk: CreateCoinbaseSdk = async (options) => {
  const sdk: unknown = (await loadSdk())(options)
  // `CoinbaseSdk` has the part of its type that is used.
  return sdk as CoinbaseSdk
}

async function loadSdk() {
  try {
    return await importCoinbaseSdk()
  } catch (cause) {
    const message = 'Coinbase Wallet needs its SDK: npm install @coinbase/wallet-sdk'
    throw new ConfigError(message, { cause })
  }
}
