import type {
  Funding,
  FundingOrder,
  FundingScreens,
  FundingSource,
  FundingWay,
} from './funding-data.js'
import type { LinkOptions } from './link-data.js'
import type { Goal } from './screens.js'
import { done, enter, go, type Step } from './step.js'

type Given = { funding: Funding }
type Nothing = Record<never, never>

/** The ends of a screen that follows a payment. */
const order = {
  finished: (_: Nothing, __: unknown, from: { order: FundingOrder }) => done(from.order),
  again: ({ funding }: Given) => enter('FUNDING_METHOD_SELECTION_SCREEN', { funding }),
}

/** Where the screens that add money to a wallet lead. */
export const fundingSteps = {
  FUNDING_METHOD_SELECTION_SCREEN: {
    paysProvider: ({ way }: { way: FundingWay }, _: unknown, { funding }: Given) =>
      go('FUNDING_EDIT_AMOUNT_SCREEN', { funding, way }),
    wallets: (_: Nothing, __: unknown, { funding }: Given) =>
      go('FUNDING_TRANSFER_FROM_WALLET_SCREEN', { funding }),
    address: (_: Nothing, __: unknown, { funding }: Given) =>
      go('FUNDING_MANUAL_TRANSFER_SCREEN', { funding, order: null }),
    resumes: ({ order }: { order: FundingOrder }) => orderStep(order),
  },
  FUNDING_TRANSFER_FROM_WALLET_SCREEN: {
    pays: ({ source }: { source: FundingSource }, _: unknown, { funding }: Given) =>
      go('FUNDING_EDIT_AMOUNT_SCREEN', { funding, way: { kind: 'wallet', source } }),
    connects: (options: LinkOptions) => go('CONNECT_ONLY_LANDING_SCREEN', { options }),
  },
  FUNDING_EDIT_AMOUNT_SCREEN: {
    ordered: ({ order }: { order: FundingOrder }) => orderStep(order),
    otherWay: ({ funding }: Given) => enter('FUNDING_METHOD_SELECTION_SCREEN', { funding }),
  },
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN: order,
  FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN: order,
  FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN: order,
  FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN: order,
  FUNDING_MANUAL_TRANSFER_SCREEN: {
    ...order,
    finished: (_: Nothing, __: unknown, from: { order: FundingOrder | null }) => done(from.order),
  },
  MOONPAY_STATUS_SCREEN: order,
  COINBASE_ONRAMP_STATUS_SCREEN: order,
} satisfies Record<keyof FundingScreens, object>

/** What the modal is opened for: a payment that was begun, one way to pay, or the choice of one. */
export interface FundGoal {
  goal: 'fund'
  funding: Funding
  order: FundingOrder | null
  /** The way the app prefers; null to let the user choose. */
  first: FundingWay | 'wallets' | 'address' | null
}

/** A wallet was connected: it is one to pay from where money is added, else what the modal was opened for. */
export const connected = ({ address }: { address: string }, { goal }: { goal: Goal }): Step =>
  goal.goal === 'fund' ? enter('FUNDING_TRANSFER_FROM_WALLET_SCREEN', goal) : done(address)

/** The first screen of adding money. */
export function startFunding({ funding, order: begun, first }: FundGoal): Step {
  if (begun) return orderStep(begun)
  if (first === 'wallets') return enter('FUNDING_TRANSFER_FROM_WALLET_SCREEN', { funding })
  if (first === 'address') return enter('FUNDING_MANUAL_TRANSFER_SCREEN', { funding, order: null })
  return first
    ? enter('FUNDING_EDIT_AMOUNT_SCREEN', { funding, way: first })
    : enter('FUNDING_METHOD_SELECTION_SCREEN', { funding })
}

/** The screen that follows a payment; there is no way back to where it was begun. */
function orderStep(begun: FundingOrder): Step {
  const { kind, funding, source } = begun
  const data = { order: begun }
  if (kind === 'moonpay') return enter('MOONPAY_STATUS_SCREEN', data)
  if (kind === 'coinbase') return enter('COINBASE_ONRAMP_STATUS_SCREEN', data)
  if (kind === 'manual') return enter('FUNDING_MANUAL_TRANSFER_SCREEN', { funding, order: begun })
  const isFromEthereum = source?.type === 'ethereum'
  if (kind === 'bridge')
    return isFromEthereum
      ? enter('FUNDING_AWAITING_EVM_TO_SOL_BRIDGING_SCREEN', data)
      : enter('FUNDING_AWAITING_SOL_TO_EVM_BRIDGING_SCREEN', data)
  return isFromEthereum
    ? enter('FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_WALLET_SCREEN', data)
    : enter('FUNDING_AWAITING_TRANSFER_FROM_EXTERNAL_SOLANA_WALLET_SCREEN', data)
}
