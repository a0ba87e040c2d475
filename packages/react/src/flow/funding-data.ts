import type { CardOnRampSign } from '@sallyport/contract'
import type { SolanaCluster } from '@sallyport/core'
import type { LinkOptions } from './link-data.js'
import type { Screen } from './screens.js'

type Nothing = Record<never, never>

/** A network that money is sent to or from. Plain data: an order is kept across reloads. */
export type FundingNetwork =
  | { type: 'ethereum'; chainId: number }
  | { type: 'solana'; cluster: SolanaCluster['name'] }

/** What arrives in the wallet. */
export interface FundingAsset {
  symbol: string
  decimals: number
  /** Contract or mint; null for the network's coin. */
  token: string | null
}

/** How users can pay (react-api §5). */
export type FundingMethod = 'card' | 'exchange' | 'wallet' | 'manual'

/** A service that sells coins. */
export type OnRampProvider = 'moonpay' | 'coinbase'

/** How the window of MoonPay looks, and how the user pays there. */
export type MoonpayLook = Pick<CardOnRampSign['config'], 'paymentMethod' | 'uiConfig'>

/** What is to arrive in which wallet, and how it may be paid. */
export interface Funding {
  address: string
  network: FundingNetwork
  asset: FundingAsset
  /** In the asset, as people write it; empty when none is recommended. */
  amount: string
  methods: readonly FundingMethod[]
  /** Who sells by card, the preferred one first. */
  cardProviders: readonly OnRampProvider[]
  moonpay: MoonpayLook & { useSandbox: boolean }
}

/** An external wallet that pays. */
export interface FundingSource {
  connectorId: string
  name: string
  address: string
  type: FundingNetwork['type']
}

/** Who is paid, or what pays. */
export type FundingWay =
  | { kind: OnRampProvider; method: 'card' | 'exchange' }
  | { kind: 'wallet'; source: FundingSource }

/** A payment that was begun. It is kept in the browser until the user has seen how it ended. */
export interface FundingOrder {
  id: string
  kind: OnRampProvider | 'transfer' | 'bridge' | 'manual'
  funding: Funding
  /** What the provider, the bridge or the network knows it by; null until it is known. */
  reference: string | null
  /** The provider's page, which can be opened again; null where it works once. */
  pageUrl: string | null
  source: FundingSource | null
  /** The network that a bridge is paid on; left out until its price was accepted. */
  from?: FundingNetwork
  /** Units of the asset in the wallet before; null when the network did not say. */
  before: string | null
  /** The user chose another way to pay before the end of this one was known: it is listed, and no longer shown first. */
  isAside?: boolean
  /** Milliseconds since 1970. */
  startedAtMs: number
}

/** How the screen of a payment ends. */
interface OrderEnds {
  finished: Nothing
  again: { funding: Funding }
}

interface Order {
  order: FundingOrder
}

/** The screens that add money to a wallet (react-api §12). */
export interface FundingScreens {
  FUNDING_METHOD_SELECTION_SCREEN: Screen<
    { funding: Funding },
    {
      paysProvider: { way: FundingWay }
      wallets: Nothing
      address: Nothing
      resumes: { order: FundingOrder }
    }
  >
  FUNDING_TRANSFER_FROM_WALLET_SCREEN: Screen<
    { funding: Funding },
    { pays: { source: FundingSource }; connects: Pick<LinkOptions, 'walletChainType'> }
  >
  FUNDING_EDIT_AMOUNT_SCREEN: Screen<
    { funding: Funding; way: FundingWay },
    { ordered: { order: FundingOrder }; otherWay: { funding: Funding } }
  >
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN: Screen<Order, OrderEnds>
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN: Screen<Order, OrderEnds>
  FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN: Screen<Order, OrderEnds>
  FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN: Screen<Order, OrderEnds>
  FUNDING_MANUAL_TRANSFER_SCREEN: Screen<
    { funding: Funding; order: FundingOrder | null },
    OrderEnds
  >
  MOONPAY_STATUS_SCREEN: Screen<Order, OrderEnds>
  COINBASE_ONRAMP_STATUS_SCREEN: Screen<Order, OrderEnds>
}
