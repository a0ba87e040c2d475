import type { CloudStorageName } from '@sallyport/contract'
import type { Db } from './connect.js'
import type { RecoveryAccountTable } from './oauth-tables.js'
import type { OwnerKey } from './wallet-roots.js'

/** An account that a user has proven at a cloud storage. */
interface RecoveryAccount extends OwnerKey {
  provider: 'google'
  accountHash: Buffer
}

/** Records an account that a user has proven, and forgets those they proved before `since` and keep nothing in. */
export async function recordRecoveryAccount(
  db: Db,
  {
    appId,
    userId,
    provider,
    accountHash,
    since,
    nowMs,
    mac,
  }: RecoveryAccount & { since: number; nowMs: number; mac: Buffer },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('recovery_account')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .where('proven_at', '<', since)
      .execute()
    await transaction
      .insertInto('recovery_account')
      .values({
        app_id: appId,
        user_id: userId,
        provider,
        account_hash: accountHash,
        proven_at: nowMs,
        mac,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'user_id', 'provider', 'account_hash'])
          .doUpdateSet({ proven_at: nowMs, mac }),
      )
      .execute()
  })
}

/** The row of an account that a user has proven. */
export async function findRecoveryAccount(
  db: Db,
  { appId, userId, provider, accountHash }: RecoveryAccount,
): Promise<Pick<RecoveryAccountTable, 'mac'> | undefined> {
  return db
    .selectFrom('recovery_account')
    .select('mac')
    .where('app_id', '=', appId)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('account_hash', '=', accountHash)
    .executeTakeFirst()
}

/** Whether a wallet of the user, or of any user of the app, is restored by a key in a cloud storage. */
export async function hasCloudRecovery(
  db: Db,
  { appId, userId, method }: { appId: string; userId?: string; method: CloudStorageName },
): Promise<boolean> {
  const row = await db
    .selectFrom('wallet_root')
    .select('wallet_id')
    .where('app_id', '=', appId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where('recovery_method', '=', method)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
