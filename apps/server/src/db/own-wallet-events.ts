import { type RecoveryMethod, userIdPrefix } from '@sallyport/contract'
import { recordAppEvent } from './app-events.js'
import type { Db } from './connect.js'
import type { RootKey } from './wallet-roots.js'

type Told =
  | {
      type:
        | 'wallet.private_key_export'
        | 'wallet.recovered'
        | 'wallet.recovery_tested'
        | 'wallet.delegation_granted'
        | 'wallet.delegation_revoked'
    }
  | { type: 'wallet.recovery_setup'; method: string }

/** What webhooks call each way to recover a wallet (wire reference §15); `passkey` is ours. */
const recoveryTypes: Readonly<Record<RecoveryMethod, string>> = {
  privy: 'privy_generated_recovery_key',
  'user-passcode': 'user_passcode_derived_recovery_key',
  'google-drive': 'google_drive_recovery_secret',
  icloud: 'icloud_recovery_secret',
  passkey: 'passkey',
}

/**
 * Records what happened to a wallet that a user keeps in the frame, in the transaction that does it.
 *
 * @param event.address  The one that it is about; default: the wallet's first.
 */
export async function recordOwnWallet(
  db: Db,
  event: RootKey & Told & { address?: string; nowMs: number },
): Promise<void> {
  const { appId, userId, walletId, nowMs } = event
  const wallet = {
    user_id: userIdPrefix + userId,
    wallet_id: walletId,
    wallet_address: event.address ?? (await firstAddress(db, event)),
  }
  const about = { appId, subject: { userId }, nowMs }
  if (event.type !== 'wallet.recovery_setup')
    return recordAppEvent(db, { ...about, type: event.type, data: wallet })
  // Rows have the names of the table.
  const method = recoveryTypes[event.method as RecoveryMethod]
  return recordAppEvent(db, { ...about, type: event.type, data: { ...wallet, method } })
}

async function firstAddress(db: Db, { appId, userId, walletId }: RootKey): Promise<string | null> {
  const row = await db
    .selectFrom('wallet_account')
    .select('address')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('wallet_id', '=', walletId)
    .orderBy('chain_type')
    .orderBy('wallet_index')
    .limit(1)
    .executeTakeFirst()
  return row?.address ?? null
}
