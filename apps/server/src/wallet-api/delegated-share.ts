import type { DelegationTable } from '../db/custody-tables.js'
import { type DelegationRow, noteDelegationUsed } from '../db/delegations.js'
import type { Deps } from '../deps.js'
import type { HeldHalf } from './sign-delegated.js'

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

/** The API's half of the key of a delegation. */
export function delegatedHalf(
  { db }: Pick<Deps, 'db'>,
  { appId, row }: { appId: string; row: DelegationRow },
): HeldHalf {
  const { consent_id: consentId, wallet_id: walletId, app_share: appShare } = row
  return {
    ...{ consentId, walletId, appShare },
    context: appShareContext({ ...row, app_id: appId }),
    noteUsed: (nowMs) => noteDelegationUsed(db, { appId, consentId, nowMs }),
  }
}
