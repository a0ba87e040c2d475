import { funding as fundingCalls, type SallyportClient } from '@sallyport/core'
import type { Funding, FundingOrder } from '../../flow/funding-data.js'
import { coinbaseCodes } from './on-ramp.js'
import { newOrder } from './order-store.js'
import type { ProviderState } from './provider-state.js'

/** Coinbase's page; apps of the sandbox have a simulator's instead. */
const publicPage = 'https://pay.coinbase.com'

/**
 * An order at Coinbase for the user's own wallet, and the page where it is paid. The page opens once: its address is not kept.
 *
 * @throws ApiError `invalid_data` for an address that is not the user's, `feature_not_enabled`; Error for an asset it does not sell.
 */
export async function orderAtCoinbase(
  client: SallyportClient,
  { funding, before }: { funding: Funding; before: string | null },
): Promise<{ order: FundingOrder; pageUrl: string }> {
  const codes = coinbaseCodes(client, funding)
  if (!codes) throw new Error('Coinbase does not sell this asset')
  const session = await fundingCalls.initCoinbase(client, {
    addresses: [{ address: funding.address, blockchains: [codes.chain] }],
    assets: [codes.asset],
  })
  const page = client.state.config?.funding_urls?.coinbase_pay ?? publicPage
  const url = new URL(`${page}/buy/select-asset`)
  const query = {
    sessionToken: session.session_token,
    partnerUserId: session.partner_user_id,
    appId: session.app_id,
    defaultNetwork: codes.chain,
    defaultAsset: codes.asset.toUpperCase(),
    ...(Number(funding.amount) > 0 && { presetCryptoAmount: funding.amount }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const reference = session.partner_user_id
  const order = newOrder(client, { kind: 'coinbase', funding, source: null, before, reference })
  return { order, pageUrl: url.href }
}

// Coinbase says `pending` before the user has paid, too.
const states = { pending: 'waiting', success: 'success', failure: 'failure' } as const

/** What Coinbase says of an order, through the server. @throws when either does not answer. */
export async function readCoinbase(
  client: SallyportClient,
  { reference }: FundingOrder,
): Promise<ProviderState> {
  const { status } = await fundingCalls.coinbaseStatus(client, { partnerUserId: reference ?? '' })
  return { at: states[status] }
}
