import type { DelegationTable } from '../db/custody-tables.js'

/** The encryption context of the API's half of a delegated key: it opens in its own row only. */
export function appShareContext(
  row: Pick<
    DelegationTable,
    'app_id' | 'user_id' | 'consent_id' | 'wallet_id' | 'chain_type' | 'address' | 'policy'
  >,
): string {
  const { app_id, user_id, consent_id, wallet_id, chain_type, address, policy } = row
  const place = [app_id, user_id, consent_id, wallet_id, chain_type, address]
  return JSON.stringify(['delegation', 'app_share', ...place, ...(policy === '' ? [] : [policy])])
}
