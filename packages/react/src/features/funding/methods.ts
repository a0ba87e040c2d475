import type { Funding, FundingMethod, OnRampProvider } from '../../flow/funding-data.js'

/** How providers are shown. */
export const providerNames = {
  moonpay: 'MoonPay',
  coinbase: 'Coinbase',
} as const satisfies Record<OnRampProvider, string>

/** One row of the choice how to pay. */
export type MethodOption = SellerOption | { method: 'wallet' | 'manual' }

/** One that sells. */
interface SellerOption {
  method: 'card' | 'exchange'
  way: { kind: OnRampProvider; method: 'card' | 'exchange' }
  isSold: boolean
}

/** The ways to pay, in the order of the screen: one row for each seller, then wallets, then the address; last what cannot be used. */
export function optionsOf(
  { methods, cardProviders }: Funding,
  isSoldBy: (provider: OnRampProvider) => boolean,
): readonly MethodOption[] {
  const rows: Record<FundingMethod, () => MethodOption[]> = {
    card: () =>
      cardProviders.map((kind) => ({
        method: 'card',
        way: { kind, method: 'card' },
        isSold: isSoldBy(kind),
      })),
    exchange: () => [
      {
        method: 'exchange',
        way: { kind: 'coinbase', method: 'exchange' },
        isSold: isSoldBy('coinbase'),
      },
    ],
    wallet: () => [{ method: 'wallet' }],
    manual: () => [{ method: 'manual' }],
  }
  const order = Object.keys(rows) as FundingMethod[] // the record's own keys
  const offered = order.filter((method) => methods.includes(method)).flatMap((each) => rows[each]())
  const isUsable = (option: MethodOption) => !('isSold' in option) || option.isSold
  return [...offered.filter(isUsable), ...offered.filter((each) => !isUsable(each))]
}
