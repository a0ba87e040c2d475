import { userIdPrefix } from '@sallyport/contract'
import { authenticRows, changeApp, type Db, rowMac } from '@sallyport/server'
import { sql } from 'kysely'
import type { TestKit } from './kit.js'

type StoringKit = Pick<TestKit, 'db' | 'deps'>

/** Has a user's row list an authenticator app that no vault holds, for tests of what is demanded of such users. */
export async function listFactor({ db, deps }: StoringKit, user: string): Promise<void> {
  const userId = user.replace(userIdPrefix, '')
  const methods = [{ type: 'totp' as const, verified_at: 0 }]
  const { app_id: appId } = await db
    .selectFrom('user_account')
    .select('app_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const row = { app_id: appId, id: userId, mfa_methods: methods, recovery_codes_at: null }
  const mac = rowMac(deps.keyEncryption, authenticRows.userFactors, row)
  await sql`update user_account set mfa_methods = ${JSON.stringify(methods)}::jsonb, factors_mac = ${mac}
    where id = ${userId}`.execute(db)
}

/** Notes when the sessions of an app have proven a factor. */
export async function storeStepUp(
  { db, deps }: StoringKit,
  { appId, atMs }: { appId: string; atMs: number | null },
): Promise<void> {
  const sessions = await db.selectFrom('session').select('id').where('app_id', '=', appId).execute()
  for (const { id: sessionId } of sessions) {
    const row = { app_id: appId, id: sessionId, mfa_at_ms: atMs }
    const mac = rowMac(deps.keyEncryption, authenticRows.sessionFactor, row)
    await db
      .updateTable('session')
      .set({ mfa_at_ms: atMs, mfa_mac: atMs === null ? null : mac })
      .where('app_id', '=', appId)
      .where('id', '=', sessionId)
      .execute()
  }
}

/** Writes settings into an app's row without the checks of the route, as an earlier version may have. */
export async function storeSettings(
  { deps }: StoringKit,
  { appId, settings }: { appId: string; settings: Record<string, unknown> },
): Promise<void> {
  const change = async (transaction: Db) => {
    await sql`update app set config = config || ${JSON.stringify(settings)}::jsonb
      where id = ${appId}`.execute(transaction)
  }
  await changeApp(deps, { appId, change })
  deps.apps.forget(appId)
}
