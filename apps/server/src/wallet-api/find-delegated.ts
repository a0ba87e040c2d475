import type { Wallet } from '@sallyport/contract/wallet-api'
import { consentPrefixOf, delegatedWalletId } from '@sallyport/protocols/delegated-wallet-id'
import { findDelegationByConsent } from '../db/delegations.js'
import type { Deps } from '../deps.js'

type Row = NonNullable<Awaited<ReturnType<typeof findDelegationByConsent>>>

/** A wallet of a user by which the app's back end may act, by its id in the wallet API. */
export interface DelegatedWallet {
  id: string
  row: Row
}

/** A delegated wallet of the app by its id. */
export async function findDelegated(
  { db }: Pick<Deps, 'db'>,
  { appId, walletId }: { appId: string; walletId: string },
): Promise<DelegatedWallet | undefined> {
  const prefix = consentPrefixOf(walletId)
  const row = prefix && (await findDelegationByConsent(db, { appId, prefix }))
  return row ? { id: delegatedWalletId(row.consent_id), row } : undefined
}

/** A delegated wallet as calls answer it: its user's consent stands in place of owner and policies. */
export function toWireDelegated({ id, row }: DelegatedWallet): Wallet {
  return {
    id,
    address: row.address,
    chain_type: row.chain_type,
    policy_ids: [],
    additional_signers: [],
    owner_id: null,
    created_at: row.created_at,
    exported_at: null,
    imported_at: null,
  }
}
