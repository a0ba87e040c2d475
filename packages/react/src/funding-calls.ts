/* Loaded with the first call: what the functions that add money do. */
import { embeddedChains, type LoginChain } from '@sallyport/contract'
import {
  type Chain,
  ClientError,
  ethereum,
  type SolanaCluster,
  solana,
  type WalletAccount,
} from '@sallyport/core'
import { isSameNetwork } from './features/funding/networks.js'
import { soldAs } from './features/funding/on-ramp.js'
import { openOrdersOf, shownOrderOf } from './features/funding/order-store.js'
import { planFunding } from './features/funding/plan.js'
import { readUnits } from './features/funding/read-units.js'
import { type AssetName, resolveAsset } from './features/funding/tokens.js'
import type {
  Funding,
  FundingMethod,
  FundingNetwork,
  FundingOrder,
  MoonpayLook,
} from './flow/funding-data.js'
import type { FundGoal } from './flow/funding-steps.js'
import type { Kit } from './kit.js'

/** A transaction that lacks money waits below; a login is finished first. */
type Place = 'above' | 'last'

type FundingKit = Pick<Kit, 'client' | 'events' | 'modal' | 'config'>

/** Options of the older form: MoonPay's own, and nothing else to choose from. */
interface MoonpayOptions {
  config?: MoonpayLook & {
    /** The coin by MoonPay's code, such as `ETH_BASE`: network and asset, unless these are given. */
    currencyCode?: string
    quoteCurrencyAmount?: number
    useSandbox?: boolean
  }
  provider?: 'moonpay'
}

interface SharedOptions {
  /** In the asset, such as `0.01`. Default: the app's setting. */
  amount?: string
  /** Opens this way to pay at once. */
  defaultFundingMethod?: FundingMethod
  card?: { preferredProvider?: 'coinbase' | 'moonpay' }
}

/** What `fundWallet` takes (react-api §5). */
export interface FundWalletOptions extends SharedOptions, MoonpayOptions {
  /** One of the app's chains. Default: the app's setting, else its default chain. */
  chain?: Pick<Chain, 'id'>
  asset?: AssetName
}

/** What `fundWallet` takes for Solana (react-api §7). */
export interface FundSolanaWalletOptions extends SharedOptions {
  /** Default: the app's first cluster. */
  cluster?: Pick<SolanaCluster, 'name'>
  asset?: 'native-currency' | 'USDC'
}

/**
 * Lets the user add money to an Ethereum wallet; resolves when the screens are closed.
 *
 * @throws ClientError `must_be_authenticated`; Error for a chain or token that the app does not offer.
 */
export async function fundWallet(
  kit: FundingKit,
  address: string,
  options: FundWalletOptions = {},
  place: Place = 'above',
): Promise<void> {
  const { client } = kit
  const code = options.config?.currencyCode
  const sold = code === undefined ? null : soldAs(code)
  const recommended = recommendedChain(kit)
  const chainId =
    options.chain?.id ?? sold?.chainId ?? recommended ?? ethereum.defaultChainOf(client.options).id
  const network = { type: 'ethereum', chainId } as const
  const asked = sold ? { asset: sold.asset, ...options } : options
  const order = await fund(kit, { address, network, options: asked, place })
  kit.events.emit('fundWallet', (each) =>
    each.onUserExited?.({
      ...order,
      chain: ethereum.chainsOf(client.options).find(({ id }) => id === chainId),
    }),
  )
}

/** As `fundWallet`, for a Solana wallet. */
export async function fundSolanaWallet(
  kit: FundingKit,
  address: string,
  options: FundSolanaWalletOptions = {},
  place: Place = 'above',
): Promise<void> {
  const cluster = solana.requireCluster(kit.client, options.cluster?.name)
  const network = { type: 'solana', cluster: cluster.name } as const
  const order = await fund(kit, { address, network, options, place })
  kit.events.emit('fundSolanaWallet', (each) => each.onUserExited?.({ ...order, cluster }))
}

/**
 * Offers to add money to a wallet that was just created, once the screens that are open are gone: to one of the recommended
 * network, else to the first.
 */
export async function fundNewWallet(
  kit: FundingKit,
  made: readonly WalletAccount[],
): Promise<void> {
  const { config } = kit.client.state
  const named = config?.funding_config?.default_recommended_currency.chain ?? ''
  const able = made.filter(({ chainType }) => Object.hasOwn(openers, chainType))
  const chosen = able.find(({ chainType }) => namespaceOf(chainType) === named.split(':')[0])
  const wallet = chosen ?? able[0]
  if (wallet === undefined) return
  await openFor(kit, wallet, 'last').catch((error: Error) =>
    console.error('[Sallyport]', error.message),
  )
}

/** Opens the screens that add money to a wallet of the user, on the recommended network of its kind. */
export async function openFor(
  kit: FundingKit,
  { address, chainType }: Pick<WalletAccount, 'address' | 'chainType'>,
  place: Place = 'above',
): Promise<void> {
  const open = new Map<string, Opener>(Object.entries(openers)).get(chainType)
  if (!open) throw new Error('Wallets of this chain cannot be funded on screen')
  await open(kit, address, {}, place)
}

type Opener = (kit: FundingKit, address: string, options: object, place: Place) => Promise<void>

const openers = {
  ethereum: fundWallet,
  solana: fundSolanaWallet,
} satisfies Record<LoginChain, Opener>

/** The namespace of a chain in CAIP-2; undefined for one that is not known. */
function namespaceOf(chainType: string): string | undefined {
  const known: Readonly<Record<string, { caip2: string }>> = embeddedChains
  return known[chainType]?.caip2.split(':')[0]
}

/** Shows the payment that this tab showed when it was reloaded. */
export function resumeFunding(kit: FundingKit): void {
  const order = shownOrderOf(kit.client)
  if (order === null || kit.modal.runs().length > 0) return
  const { funding } = order
  kit.modal.open(
    { goal: 'fund', funding, order, first: null },
    {
      place: 'last',
      onEnd: () => undefined,
      fail: (error) => console.error('[Sallyport]', error.message),
    },
  )
}

/** The chain that the app recommends, where it is one of Ethereum that the page offers. */
function recommendedChain({ client }: FundingKit): number | null {
  const named = client.state.config?.funding_config?.default_recommended_currency.chain ?? ''
  const id = /^eip155:(\d+)$/.exec(named)?.[1]
  const isOffered = ethereum.chainsOf(client.options).some((chain) => String(chain.id) === id)
  return isOffered ? Number(id) : null
}

async function fund(
  kit: FundingKit,
  asked: { address: string; network: FundingNetwork; options: FundWalletOptions; place: Place },
): Promise<{ address: string; fundingMethod: FundingMethod | null; balance: bigint | undefined }> {
  const { client } = kit
  const { address, network, options } = asked
  if (client.state.user === null) throw new ClientError('must_be_authenticated')
  const { config } = client.state
  const name =
    options.asset ?? config?.funding_config?.default_recommended_currency.asset ?? 'native-currency'
  const asset = await resolveAsset(client, { network, name })
  const goal: FundGoal = {
    goal: 'fund',
    ...planFunding(config, { address, network, asset, options: withDefaults(kit, options) }),
    order: null,
  }
  goal.order = unfinishedOrder(client, goal.funding, options)
  const order = await show(kit, goal, asked.place)
  const balance = await readUnits(client, goal.funding).catch(() => undefined)
  return { address, fundingMethod: order && methodOf(order), balance }
}

/** The options with what the provider's `config` says of MoonPay. */
function withDefaults(kit: FundingKit, options: FundWalletOptions): FundWalletOptions {
  const { fundingMethodConfig, fiatOnRamp } = kit.config()
  return {
    ...options,
    config: { ...fiatOnRamp, ...fundingMethodConfig?.moonpay, ...options.config },
  }
}

/**
 * A payment of what is asked for that was begun before and has not ended; null where none is, or where the app asks for another amount
 * or way. Showing the address begins no payment.
 */
function unfinishedOrder(
  client: FundingKit['client'],
  { address, network, asset }: Funding,
  { amount, defaultFundingMethod, config }: FundWalletOptions,
): FundingOrder | null {
  const asked = amount ?? config?.quoteCurrencyAmount?.toString()
  const found = openOrdersOf(client, address).find(
    (order) =>
      order.kind !== 'manual' &&
      !order.isAside &&
      isSameNetwork(order.funding.network, network) &&
      order.funding.asset.token === asset.token &&
      (asked === undefined || order.funding.amount === asked) &&
      (defaultFundingMethod === undefined || methodOf(order) === defaultFundingMethod),
  )
  return found ?? null
}

/** How a payment was made, in the words of apps. */
function methodOf({ kind }: FundingOrder): FundingMethod {
  return kinds[kind]
}

const kinds = {
  moonpay: 'card',
  coinbase: 'exchange',
  transfer: 'wallet',
  bridge: 'wallet',
  manual: 'manual',
} as const satisfies Record<FundingOrder['kind'], FundingMethod>

/** Opens the screens; gives the payment they ended with, null when the user closed them before one. */
function show({ modal }: FundingKit, goal: FundGoal, place: Place): Promise<FundingOrder | null> {
  return new Promise((resolve, reject) => {
    modal.open(goal, {
      place,
      onEnd: (ending) =>
        resolve(ending.at === 'done' ? (ending.value as FundingOrder | null) : null), // the value of this goal
      fail: reject,
    })
  })
}
