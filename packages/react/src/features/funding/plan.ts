import type { AppConfig } from '@sallyport/contract'
import type {
  Funding,
  FundingAsset,
  FundingMethod,
  FundingNetwork,
  FundingWay,
  MoonpayLook,
  OnRampProvider,
} from '../../flow/funding-data.js'
import type { FundGoal } from '../../flow/funding-steps.js'

interface Wanted {
  address: string
  network: FundingNetwork
  asset: FundingAsset
  options: {
    amount?: string
    defaultFundingMethod?: FundingMethod
    card?: { preferredProvider?: OnRampProvider }
    config?: MoonpayLook & { quoteCurrencyAmount?: number; useSandbox?: boolean }
    provider?: 'moonpay'
  }
}

/** What is to arrive and how it may be paid, from the app's settings and what the page asks for. */
export function planFunding(
  config: AppConfig | null,
  { address, network, asset, options }: Wanted,
): Pick<FundGoal, 'funding' | 'first'> {
  const { config: look = {}, provider, card } = options
  const { quoteCurrencyAmount, useSandbox = false, paymentMethod, uiConfig } = look
  const settings = config?.funding_config
  const sellers = sellersOf(config)
  const cards = chosenOf(config, 'card', sellers)
  const preferred = provider ?? card?.preferredProvider
  const isMainAsset =
    settings?.default_recommended_currency.asset === 'USDC'
      ? asset.symbol === 'USDC'
      : asset.token === null
  const recommended = isMainAsset ? settings?.default_recommended_amount : undefined
  const funding: Funding = {
    address,
    network,
    asset,
    amount: options.amount ?? quoteCurrencyAmount?.toString() ?? recommended ?? '',
    methods: methodsOf(config, { sellers, cards }),
    cardProviders: [...cards].sort((one) => (one === preferred ? -1 : 0)),
    moonpay: {
      useSandbox,
      ...(paymentMethod !== undefined && { paymentMethod }),
      ...(uiConfig !== undefined && { uiConfig }),
    },
  }
  const asked = options.defaultFundingMethod ?? (provider ? 'card' : null)
  return { funding, first: asked && firstOf(funding, asked) }
}

/** Who sells coins to users of the app. */
function sellersOf(config: AppConfig | null): readonly OnRampProvider[] {
  const { methods } = config?.funding_config ?? {}
  if (!methods) return config?.fiat_on_ramp_enabled ? ['moonpay'] : []
  return [
    ...(methods.includes('moonpay') ? (['moonpay'] as const) : []),
    ...(methods.includes('coinbase-onramp') ? (['coinbase'] as const) : []),
  ]
}

const sellerNames: Readonly<Record<string, OnRampProvider>> = {
  moonpay: 'moonpay',
  coinbase: 'coinbase',
  'coinbase-onramp': 'coinbase',
}

/** Who sells by a method: as the app's `options` name and order them, or everyone where they do not name the method. */
function chosenOf(
  config: AppConfig | null,
  method: 'card' | 'exchange',
  sellers: readonly OnRampProvider[],
): readonly OnRampProvider[] {
  const named = config?.funding_config?.options.filter((each) => each.method === method) ?? []
  if (named.length === 0) return sellers
  const chosen = named.map(({ provider }) => sellerNames[provider])
  return [...new Set(chosen)].filter(isSeller(sellers))
}

const isSeller =
  (sellers: readonly OnRampProvider[]) =>
  (each: OnRampProvider | undefined): each is OnRampProvider =>
    each !== undefined && sellers.includes(each)

/** The app's ways to pay. Sending to the address needs nothing of the app; it is off only where the app has chosen others. */
function methodsOf(
  config: AppConfig | null,
  { sellers, cards }: { sellers: readonly OnRampProvider[]; cards: readonly OnRampProvider[] },
): FundingMethod[] {
  const isExternal = config?.funding_config?.methods.includes('external') ?? true
  const sellsFromAccount = chosenOf(config, 'exchange', sellers).includes('coinbase')
  return [
    ...(cards.length > 0 ? (['card'] as const) : []),
    ...(sellsFromAccount ? (['exchange'] as const) : []),
    ...(isExternal ? (['wallet', 'manual'] as const) : []),
  ]
}

/** The way that is opened at once; null where it is not offered. */
function firstOf(
  { methods, cardProviders }: Funding,
  method: FundingMethod,
): FundingWay | 'wallets' | 'address' | null {
  if (!methods.includes(method)) return null
  const [seller] = cardProviders
  const firsts = {
    card: seller ? { kind: seller, method: 'card' } : null,
    exchange: { kind: 'coinbase', method: 'exchange' },
    wallet: 'wallets',
    manual: 'address',
  } as const satisfies Record<FundingMethod, FundGoal['first']>
  return firsts[method]
}
