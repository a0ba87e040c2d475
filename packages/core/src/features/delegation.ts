import { delegationApi } from '@sallyport/contract'
import type { SallyportClient } from '../client.js'
import { call } from '../http.js'

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
