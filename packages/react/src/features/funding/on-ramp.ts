import type {
  CoinbaseOnRampInit,
  OnRampCurrency,
  onRampEthereumAssets,
  onRampSolanaAssets,
} from '@sallyport/contract'
import type { SallyportClient } from '@sallyport/core'
import type {
  Funding,
  FundingAsset,
  FundingNetwork,
  OnRampProvider,
} from '../../flow/funding-data.js'
import { networkId } from './networks.js'

/** A chain that Coinbase delivers on, and an asset, as its calls name them. */
type CoinbaseChain = CoinbaseOnRampInit['addresses'][number]['blockchains'][number]
type CoinbaseAsset = (typeof onRampEthereumAssets | typeof onRampSolanaAssets)[number]

/** What each provider calls a network, and the code of its coin at MoonPay (specification §5). */
interface SoldNetwork {
  moonpay: { coin: OnRampCurrency; usdc: OnRampCurrency | null }
  /** Null where Coinbase does not deliver; `coin` is null where it delivers USDC only. */
  coinbase: { chain: CoinbaseChain; coin: CoinbaseAsset | null } | null
}

const sold: Readonly<Record<string, SoldNetwork>> = {
  'eip155:1': {
    moonpay: { coin: 'ETH_ETHEREUM', usdc: 'USDC_ETHEREUM' },
    coinbase: { chain: 'ethereum', coin: 'eth' },
  },
  'eip155:10': {
    moonpay: { coin: 'ETH_OPTIMISM', usdc: 'USDC_OPTIMISM' },
    coinbase: { chain: 'optimism', coin: 'eth' },
  },
  'eip155:56': { moonpay: { coin: 'BNB_BSC', usdc: null }, coinbase: null },
  'eip155:137': {
    moonpay: { coin: 'POL_POLYGON', usdc: 'USDC_POLYGON' },
    coinbase: { chain: 'polygon', coin: null },
  },
  'eip155:8453': {
    moonpay: { coin: 'ETH_BASE', usdc: 'USDC_BASE' },
    coinbase: { chain: 'base', coin: 'eth' },
  },
  'eip155:42161': {
    moonpay: { coin: 'ETH_ARBITRUM', usdc: 'USDC_ARBITRUM' },
    coinbase: { chain: 'arbitrum', coin: 'eth' },
  },
  'eip155:42220': { moonpay: { coin: 'CELO_CELO', usdc: null }, coinbase: null },
  'eip155:43114': {
    moonpay: { coin: 'AVAX_CCHAIN', usdc: 'USDC_CCHAIN' },
    coinbase: { chain: 'avacchain', coin: null },
  },
  'solana:mainnet-beta': {
    moonpay: { coin: 'SOL', usdc: 'USDC_SOL' },
    coinbase: { chain: 'solana', coin: 'SOL' },
  },
}

/** Test networks have nothing to buy: where simulators stand in for the providers, they are sold as these. */
const stoodInFor = { ethereum: 'eip155:1', solana: 'solana:mainnet-beta' } as const

function idOf(client: SallyportClient, network: FundingNetwork): string {
  const id = networkId(network)
  const isSimulated = client.state.config?.funding_urls !== undefined
  return sold[id] === undefined && isSimulated ? stoodInFor[network.type] : id
}

type Bought = { network: FundingNetwork; asset: Pick<FundingAsset, 'token' | 'symbol'> }

/** MoonPay's currency code of an asset; null when it does not sell it. */
export function moonpayCode(
  client: SallyportClient,
  { network, asset }: Bought,
): OnRampCurrency | null {
  const entry = sold[idOf(client, network)]?.moonpay
  if (!entry) return null
  if (asset.token === null) return entry.coin
  return asset.symbol === 'USDC' ? entry.usdc : null
}

/** Codes of MoonPay without a network, which mean the asset's first one (specification §5). */
const shortCodes: Readonly<Record<string, OnRampCurrency>> = {
  ETH: 'ETH_ETHEREUM',
  USDC: 'USDC_ETHEREUM',
  AVAX: 'AVAX_CCHAIN',
  BNB: 'BNB_BSC',
  CELO: 'CELO_CELO',
}

/**
 * The network of Ethereum and the asset that a code of MoonPay stands for.
 *
 * @throws Error "Invalid currency code" (specification §8) for one that these screens do not sell to an Ethereum wallet.
 */
export function soldAs(code: string): { chainId: number; asset: 'native-currency' | 'USDC' } {
  const whole = shortCodes[code] ?? code
  for (const [id, { moonpay }] of Object.entries(sold)) {
    if (!id.startsWith('eip155:') || (moonpay.coin !== whole && moonpay.usdc !== whole)) continue
    const asset = moonpay.coin === whole ? 'native-currency' : 'USDC'
    return { chainId: Number(id.slice('eip155:'.length)), asset }
  }
  throw new Error(`Invalid currency code: ${code}`)
}

/** What Coinbase calls network and asset; null when it does not sell it there. */
export function coinbaseCodes(
  client: SallyportClient,
  { network, asset }: Bought,
): { chain: CoinbaseChain; asset: CoinbaseAsset } | null {
  const { chain, coin } = sold[idOf(client, network)]?.coinbase ?? {}
  if (chain === undefined) return null
  if (asset.token === null) return coin ? { chain, asset: coin } : null
  return asset.symbol === 'USDC' ? { chain, asset: 'USDC' } : null
}

const sells = {
  moonpay: (client, bought) => moonpayCode(client, bought) !== null,
  coinbase: (client, bought) => coinbaseCodes(client, bought) !== null,
} satisfies Record<OnRampProvider, (client: SallyportClient, bought: Bought) => boolean>

/** Whether a provider sells what is to arrive. */
export function isSoldBy(
  client: SallyportClient,
  provider: OnRampProvider,
  funding: Funding,
): boolean {
  return sells[provider](client, funding)
}
