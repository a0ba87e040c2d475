import { funding as fundingCalls, type SallyportClient } from '@sallyport/core'
import type { Funding, FundingOrder } from '../../flow/funding-data.js'
import { moonpayCode } from './on-ramp.js'
import { newOrder } from './order-store.js'
import type { ProviderState } from './provider-state.js'

/** MoonPay's public API; apps of the sandbox have a simulator's instead. */
const publicApi = 'https://api.moonpay.com'

/**
 * An order at MoonPay for the user's own wallet, with the page where it is paid.
 *
 * @throws ApiError `invalid_data` for an address that is not the user's, `feature_not_enabled`.
 */
export async function orderAtMoonpay(
  client: SallyportClient,
  { funding, before }: { funding: Funding; before: string | null },
): Promise<FundingOrder> {
  const { address, moonpay, amount } = funding
  const { useSandbox, ...look } = moonpay
  const currencyCode = moonpayCode(client, funding)
  const { signedUrl, externalTransactionId } = await fundingCalls.signMoonpay(client, {
    address,
    useSandbox,
    config: {
      ...look,
      ...(currencyCode !== null && { currencyCode }),
      ...(Number(amount) > 0 && { quoteCurrencyAmount: Number(amount) }),
    },
  })
  return newOrder(client, {
    kind: 'moonpay',
    funding,
    source: null,
    before,
    reference: externalTransactionId,
    pageUrl: signedUrl,
  })
}

/** What MoonPay says of an order. The browser asks its public API itself (wire reference §16). @throws when it does not answer. */
export async function readMoonpay(
  { environment, state }: SallyportClient,
  { reference, pageUrl }: FundingOrder,
): Promise<ProviderState> {
  const api = state.config?.funding_urls?.moonpay_api ?? publicApi
  const url = new URL(`${api}/v1/transactions/ext/${encodeURIComponent(reference ?? '')}`)
  const key = pageUrl === null ? null : new URL(pageUrl).searchParams.get('apiKey')
  if (key !== null) url.searchParams.set('apiKey', key)
  const response = await environment.fetch(url.href, { signal: AbortSignal.timeout(10_000) })
  // It knows an order once the user has begun to pay.
  if (response.status === 404) return { at: 'waiting' }
  if (!response.ok) throw new Error(`MoonPay answered ${response.status}`)
  const found: unknown = await response.json()
  return stateOf(Array.isArray(found) ? found.at(-1) : found)
}

const states: Readonly<Record<string, ProviderState['at']>> = {
  waitingPayment: 'waiting',
  waitingAuthorization: 'waiting',
  pending: 'processing',
  completed: 'success',
  failed: 'failure',
}

function stateOf(transaction: unknown): ProviderState {
  if (typeof transaction !== 'object' || transaction === null) return { at: 'waiting' }
  const { status, cryptoTransactionId } = transaction as Record<string, unknown> // read with care below
  const at = states[String(status)] ?? 'waiting'
  return typeof cryptoTransactionId === 'string' && cryptoTransactionId !== ''
    ? { at, hash: cryptoTransactionId }
    : { at }
}
