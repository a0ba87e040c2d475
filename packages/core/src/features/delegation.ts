import { type DelegationConsent, delegationApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'

/** A wallet that the app's back end may act with, without asking the user. */
export interface Delegation {
  chainType: DelegationConsent['chainType']
  address: string
  /** What the user has allowed; null where it was allowed before this was kept. */
  policy: DelegationConsent['policy'] | null
  createdAt: Date
  /** When the back end has last used it; null before. */
  lastUsedAt: Date | null
}

/**
 * The user's delegations, the newest first.
 *
 * @throws ApiError `missing_or_invalid_token`.
 */
export async function list(client: SallyportClient): Promise<Delegation[]> {
  const { delegations } = await call(client, delegationApi.delegatedWallets.list, {})
  return delegations.map((each) => ({
    chainType: each.chain_type,
    address: each.address,
    policy: each.policy,
    createdAt: new Date(each.created_at * 1000),
    lastUsedAt: each.last_used_at === null ? null : new Date(each.last_used_at * 1000),
  }))
}

/**
 * Ends what the app's back end may do with the user's wallets. When it resolves, nothing more is signed.
 *
 * @throws ApiError `missing_or_invalid_token`; `internal_error` when the signer does not answer: nothing more is signed then
 *   either, and trying again ends it there, too.
 */
export async function revoke(client: SallyportClient): Promise<void> {
  await call(client, delegationApi.delegatedWallets.revoke, {})
  await client.session.refresh()
}

/** Reads the user anew, whose wallet is delegated since a moment ago. */
export async function noteDelegated(client: SallyportClient): Promise<void> {
  await client.session.refresh()
}
